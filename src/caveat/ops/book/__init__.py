"""Journeys with a book: its terms are prepared for a model, what was decided is recorded, conflicts are shown."""
