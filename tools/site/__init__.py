"""Pages of the documentation site that are made from headers, commands and records, for MkDocs (hooks.py)."""
