"""The version of what is read out of a note, apart from the code that reads it: a search needs only this."""

NOTES_VERSION = "notes/2"
"""Raised when the same bytes would give another entry."""
