"""What the arithmetic of a prime field needs to know of its prime."""


def is_montgomery(field: str, word_bits: int) -> bool:
    """Whether elements are held in Montgomery form in a build of that word size."""
    return True
