"""
How does an agent ask? The tools of the Model Context Protocol over one vault.

Only `caveat.mcp.server` imports the SDK (extra ``mcp``); what the tools take and answer stands beside it and
needs nothing but the rooms below.
"""
