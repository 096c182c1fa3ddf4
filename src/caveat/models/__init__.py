"""
Models of meaning behind the plug point `model.embedder.Embedder`.

Every module here but `settings` and `threads` needs numpy (extra `meaning`), and is imported only when
meaning is asked for.
"""
