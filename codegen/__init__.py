"""Generators: the source of every generated file. Standard library only; `python3 -m codegen` writes them."""
