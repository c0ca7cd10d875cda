"""The profiles: what an image is chosen and compiled for. Each is a point of flash, RAM and time.

    small       the least flash and RAM, in C
    balanced    as fast as other people's fastest code, and no larger: `small` with members of its own, kernels among
                them
    fast        the fewest cycles
"""

from motelab.common.names import one_of

SMALL, BALANCED, FAST = NAMES = ("small", "balanced", "fast")
USUAL = BALANCED  # of those who ask for nothing
OTHER_WORDS = {"size": SMALL, "speed": FAST}
FOR_SIZE = (SMALL, BALANCED)  # built with MC_PREFER_SIZE, and with the compiler's flags for size unless there are others
# Tables of choices by profile: of those that know a slot the first counts.
TABLES = {SMALL: (SMALL,), BALANCED: (BALANCED, SMALL), FAST: (FAST,)}


def named(word: str, kind: str = "profile") -> str:
    """The profile of that name, or that another word stands for; MotecurveError for any other."""
    return OTHER_WORDS.get(word) or one_of(kind, word, (*NAMES, *OTHER_WORDS))
