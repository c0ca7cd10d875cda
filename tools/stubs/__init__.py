"""The kinds of `tools/new.py`, a module each."""
