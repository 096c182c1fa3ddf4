"""Are the figures true? Conditions, metrics and loaders; may import every room, and none imports it."""
