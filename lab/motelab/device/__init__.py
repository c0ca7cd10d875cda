"""Boards on the desk: their images, the serial line to them, and records whose origin is silicon."""
