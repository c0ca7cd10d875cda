"""Curves that the library lacks and others' code on the open bench has, in integers of Python: the known answers of
that code come from here."""
