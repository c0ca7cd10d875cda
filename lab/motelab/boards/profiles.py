"""The profiles: what an image is chosen and compiled for. Each is a point of flash, RAM and time.

small       the least flash and RAM, in C
balanced    as fast as the fastest code of others, and no larger: `small` with members of its own, kernels among
            them
fast        the fewest cycles
"""

from motelab.common.names import one_of

SMALL, BALANCED, FAST = NAMES = ("small", "balanced", "fast")
USUAL = BALANCED  # of those who ask for nothing
OTHER_WORDS = {"size": SMALL, "speed": FAST}
# Built with MC_PREFER_SIZE, 2 where nothing but size counts, and with the flags of `small` unless a board has others.
FOR_SIZE = (SMALL, BALANCED)
# Tables of choices by profile: of those that know a slot the first counts.
TABLES = {SMALL: (SMALL,), BALANCED: (BALANCED, SMALL), FAST: (FAST,)}

KERNELS_WITHOUT_FIELD = (
    "divsteps_apply",
    "divsteps_apply_modular",
    "montgomery_product",
    "sha256_compress",
    "sha512_compress",
    "tau_divide",
)
# What a board's file may give its balanced images: R^2 modulo prime and order as constants, where elements are in
# Montgomery form, and these kernels, which `fast` images have.
R_SQUARED = "r-squared"
BALANCED_EXTRAS = (R_SQUARED, *KERNELS_WITHOUT_FIELD)


def named(word: str, kind: str = "profile") -> str:
    """The profile of that name, or that another word stands for; MotecurveError for any other."""
    return OTHER_WORDS.get(word) or one_of(kind, word, (*NAMES, *OTHER_WORDS))
