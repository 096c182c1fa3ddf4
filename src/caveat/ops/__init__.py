"""
What does a person want done? One journey a file; the only room where core and adapters meet.

A journey takes an open vault and plain values and returns a value that a face renders. It prints nothing.
"""
