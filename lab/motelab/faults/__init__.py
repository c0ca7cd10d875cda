"""Faults injected into simulated boards: their space, their injection, their classes, attacks that use them."""
