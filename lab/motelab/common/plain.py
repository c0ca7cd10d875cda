"""Text from files, and names of files, in a form that is safe to print: characters that would control a terminal, or
hide the content of a line, are escaped. Every command prints such text through this module."""

import re
import unicodedata

# Control and format characters (bidirectional ones change the order in which text is read), half surrogates of names
# that are not UTF-8, ends of lines and paragraphs.
STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")
NOT_ASCII_TEXT = re.compile(r"[^ -~]")


def text(value: str) -> str:
    """The value in one line, steering characters as in Python's literals, such as \\x1b."""
    return NOT_ASCII_TEXT.sub(lambda found: _escaped(found[0]), value)


def json_text(value: str) -> str:
    """JSON in which such characters of its strings are escaped, as \\u001b; its line ends stay."""
    return NOT_ASCII_TEXT.sub(lambda found: found[0] if found[0] == "\n" else _json_escaped(found[0]), value)


def _steers(character: str) -> bool:
    return unicodedata.category(character) in STEERING


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode() if _steers(character) else character


def _json_escaped(character: str) -> str:
    if not _steers(character):
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def figure(value: float | str | None) -> str:
    """A number as people read it: thousands apart, no more digits than it needs."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:,.0f}" if value == int(value) and abs(value) >= 1 else f"{value:,.5g}"
