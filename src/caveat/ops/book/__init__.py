"""Journeys with a book: its terms are prepared for a model, looked at, revised, and their conflicts shown."""
