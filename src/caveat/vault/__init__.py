"""
The vault as files: what its configuration says, which files it holds, what they mean as records.

An adapter: it reads folders and files and hands values to the rooms below. It writes only where a
command was asked to, and follows no link out of the vault.
"""
