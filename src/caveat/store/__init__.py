"""
Where is the index kept?

Two stores behind one plug point, `model.store.Store`: SQLite, and a strict in-memory twin. An index is a
cache: deleting it loses nothing, and indexing again gives the same answers byte for byte.
"""
