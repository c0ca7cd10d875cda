"""SHA-2 for AVR: the functions of compression."""
