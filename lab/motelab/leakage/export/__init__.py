"""Traces as files that other programs read. The door is formats.py."""
