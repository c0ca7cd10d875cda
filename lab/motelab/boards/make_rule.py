"""Rules that compilers write for make (-MM, -MMD)."""

import re

PATH = re.compile(r"(?:\\[ #]|\S)+")


def prerequisites(rule: str) -> list[str]:
    """The paths behind the colon of a rule, as they are: in it a space or # follows a backslash, and $ stands twice."""
    words = PATH.findall(rule.replace("\\\n", " "))
    behind = next(i for i, word in enumerate(words) if word.endswith(":")) + 1
    return [word.replace("\\ ", " ").replace("\\#", "#").replace("$$", "$") for word in words[behind:]]
