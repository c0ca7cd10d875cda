"""The faults that tools/mutate.py plants: rules over the tokens of C and over the instructions of kernels.

A rule changes one place. It leaves alone comments, strings, conditions of the preprocessor, static assertions, and
code outside functions and macro definitions."""

import dataclasses
import itertools
import re
from collections.abc import Iterator


@dataclasses.dataclass(frozen=True)
class Site:
    """A fault that can be planted: text[start:end] becomes `new`."""

    start: int
    end: int
    new: str
    rule: str

    def planted(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str  # name, number, operator
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""(?P<skipped>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\\n|\s+)
    |(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<number>(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.S | re.X | re.M,
)
_DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+\w+(?:\([^)\n]*\))?")

SWAPS = {
    "relation": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "sum": {"+": "-", "-": "+", "+=": "-=", "-=": "+="},
    "bits": {"&": "|", "|": "&", "^": "|", "&=": "|=", "|=": "&=", "^=": "|="},
    "logic": {"&&": "||", "||": "&&"},
    "direction of a shift": {"<<": ">>", ">>": "<<", "<<=": ">>=", ">>=": "<<="},
}
RULE_OF = {old: (rule, new) for rule, pairs in SWAPS.items() for old, new in pairs.items()}
UNARY_AFTER = {"return", "case", "sizeof"}
NO_STATEMENT = {
    *("if", "else", "for", "while", "do", "switch", "case", "default", "goto", "typedef", "struct", "union", "enum"),
    *("static", "extern", "const", "volatile", "_Static_assert", "__asm__", "inline"),
}
NOT_TYPES = {"return", "else", "case", "goto", "sizeof", "do"}
JUMPS = {"return", "break", "continue"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Tokens of C; of preprocessor lines only the replacement of a #define."""
    found: list[Token] = []
    position, end = start, len(text) if end is None else end
    while position < end:
        match = _TOKEN.match(text, position, end)
        if match.lastgroup == "directive":
            head = _DEFINE.match(text, match.start(), match.end())
            if head:
                found += [Token("operator", "#", head.start(), head.start()), *tokens(text, head.end(), match.end())]
                found.append(Token("operator", "#", match.end(), match.end()))
        elif match.lastgroup != "skipped":
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
        position = match.end()
    return found


def closing(found: list[Token], opening: int) -> int:
    """Index of the parenthesis that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(found)):
        depth += {"(": 1, ")": -1}.get(found[index].text, 0)
        if depth == 0:
            return index
    return len(found) - 1


def of_c(text: str) -> list[Site]:
    """Every fault in a C file."""
    found = [*tokens(text), Token("operator", ";", len(text), len(text))]
    left_out: set[int] = set()
    begins = {i + 1 for i, token in enumerate(found) if token.text in (";", "{", "}", "else")}  # statements may
    for index, token in enumerate(found):
        if token.text in ("_Static_assert", "__attribute__", "__asm__"):
            left_out |= set(range(index, closing(found, index + 1) + 1))
        elif token.text in ("if", "for", "while") and found[index + 1].text == "(":
            end = closing(found, index + 1)
            begins -= set(range(index, end + 1))
            begins.add(end + 1)
    sites: set[Site] = set()
    for index in set(range(len(found) - 1)) - left_out:
        sites |= {*_at(found, index, text), *(_statement(found, index) if index in begins else ())}
    return sorted(sites, key=lambda site: (site.start, site.rule, site.new))


def _at(found: list[Token], index: int, text: str) -> Iterator[Site]:
    token = found[index]
    if token.kind == "number":
        yield from _constants(token, is_smaller_alone=_is_array_size(found, index))
    elif token.text in RULE_OF and _is_binary(found, index):
        rule, new = RULE_OF[token.text]
        yield Site(token.start, token.end, new, rule)
        if token.text in ("<<", ">>") and found[index + 1].kind != "operator" and found[index + 2].text != "(":
            by = found[index + 1]
            yield Site(by.start, by.end, f"({by.text} + 1)", "shift by one more")
    elif token.text in ("if", "while") and found[index + 1].text == "(":
        opening, end = found[index + 1], found[closing(found, index + 1)]
        if text[opening.end : end.start].strip():
            yield Site(opening.end, end.start, f"!({text[opening.end : end.start]})", "negated condition")
    elif token.text == "for":
        yield from _loop(found, index)
    elif re.fullmatch(r"MC_ERROR_\w+", token.text):
        yield Site(token.start, token.end, "MC_OK", "status")


def _is_binary(found: list[Token], index: int) -> bool:
    before = found[index - 1]
    is_value = before.kind != "operator" or before.text in (")", "]", "++", "--")
    return is_value and before.text not in UNARY_AFTER


def _is_array_size(found: list[Token], index: int) -> bool:
    """Whether a number is part of an array's size in a declaration, `mc_word c[2 * N], d[3];`: a larger array changes
    nothing."""
    start = index
    while start and found[start - 1].text not in (";", "{", "}"):
        start -= 1
    words = [token.text for token in found[start:index]]
    declarator = words[len(words) - words[::-1].index(",") :] if "," in words else words
    if len(words) < 3 or found[start].kind != "name" or words[0] in NOT_TYPES or "=" in declarator:
        return False
    is_declaration = found[start + 1].kind == "name" or (words[1] == "*" and found[start + 2].kind == "name")
    return is_declaration and words.count("[") > words.count("]") and words.count("(") == words.count(")")


def _constants(token: Token, is_smaller_alone: bool = False) -> Iterator[Site]:
    digits = token.text.rstrip("uUlL")
    suffix, value = token.text[len(digits) :], int(digits, 0) if digits.strip("0") else 0
    for changed in (value - 1,) if is_smaller_alone else (value + 1, value - 1):
        if changed >= 0:
            shown = hex(changed) if digits[:2] in ("0x", "0X") else str(changed)
            yield Site(token.start, token.end, shown + suffix, "constant")


def _loop(found: list[Token], index: int) -> Iterator[Site]:
    """The loop ends a round early: i < n becomes i + 1 < n, and i = n; i--; begins with n - 1."""
    end = closing(found, index + 1)
    parts = [i for i in range(index, end) if found[i].text == ";"]
    if len(parts) != 2:
        return
    condition = found[parts[0] + 1 : parts[1]]
    if len(condition) > 2 and condition[0].kind == "name" and condition[1].text in ("<", "<="):
        yield Site(condition[0].start, condition[0].end, f"{condition[0].text} + 1", "loop ends early")
    elif [t.text for t in condition[1:]] == ["--"] and found[parts[0] - 1].text != ")":
        last = found[parts[0] - 1]
        yield Site(last.end, last.end, " - 1", "loop ends early")


def _statement(found: list[Token], index: int) -> Iterator[Site]:
    """Leaves out a call, an assignment or a jump; declarations stay."""
    first = found[index]
    if (first.kind != "name" and first.text != "*") or first.text in NO_STATEMENT:
        return
    end = index
    while found[end].text not in (";", "{", "}", "#"):
        end = closing(found, end) + 1 if found[end].text == "(" else end + 1
        if end >= len(found):
            return
    if found[end].text != ";":
        return
    body = found[index:end]
    assigned = next((i for i, token in enumerate(body) if token.text in ASSIGNMENTS), len(body))
    left = body[:assigned]
    is_declared = any(
        after.kind == "name" and (before.kind == "name" or before.text in (")", "*")) and i > 0
        for i, (before, after) in enumerate(itertools.pairwise(left), 1)
        if not (before.text == "*" and i == 1)
    )
    if first.text in JUMPS or (not is_declared and len(body) > 1):
        yield Site(first.start, found[end].start, "", "statement left out")


# Kernels: an instruction that takes the carry -> the one that ignores it; None if it is left out.
TWINS: dict[str, dict[str, str]] = {
    "avr": {"adc": "add", "sbc": "sub", "sbci": "subi", "cpc": "cp", "rol": "lsl", "ror": "lsr"},
    "msp430": {"addc": "add", "subc": "sub", "rlc": "rla", "rrc": "rra", "addc.b": "add.b", "adc": "", "sbc": ""},
    "thumb": {"adcs": "adds", "sbcs": "subs"},
    "arm": {"adcs": "adds", "adc": "add", "sbcs": "subs", "sbc": "sub", "rscs": "rsbs", "rsc": "rsb"},
    "armv7": {"adcs": "adds", "adc": "add", "sbcs": "subs", "sbc": "sub", "umaal": "umlal"},
    "riscv": {"sltu": "slt"},
    "riscvb": {"clmulh": "clmul"},
    "aarch64": {"adcs": "adds", "adc": "add", "sbcs": "subs", "sbc": "sub"},
    "x86_64": {"adc": "add", "sbb": "sub", "adcx": "adox", "adox": "adcx"},
}
COMMENT = {
    "avr": ";",
    "msp430": ";",
    "thumb": "@",
    "arm": "@",
    "armv7": "@",
    "riscv": "#",
    "riscvb": "#",
    "aarch64": "//",
    "x86_64": "//",
}
_NUMBER = re.compile(r"(?:^#|(?<![\w.]))(0x[0-9a-f]+|\d+)(?=\)?\]?$|,|\(r\d+\)$)")
_REGISTERS = re.compile(r"(.*?)\b((?:[re]?[a-z]{2}|r\d+[dwb]?|[XYZ][LH])), ?((?:[re]?[a-z]{2}|r\d+[dwb]?|[XYZ][LH]))$")
_DIRECTED = re.compile(r"(sub|sbc|sbb|subc|rsb|bic|cmp|cp|lsl|lsr)s?(\.[bw])?$")


def of_kernel(text: str, target: str) -> list[Site]:
    """Every fault in the instructions of a kernel."""
    twins, sites = TWINS[target], []
    instruction = (
        rf"^([ \t]+)([a-z][\w.]*)([ \t]+)((?:(?!{COMMENT[target]})[^\n])*?)[ \t]*(?=\n|{COMMENT[target]}|\\$|$)"
    )
    for line in re.finditer(instruction, text, re.M):
        mnemonic, operands = line.group(2), line.group(4)
        if mnemonic in twins:
            if twins[mnemonic]:
                sites.append(Site(line.start(2), line.end(2), twins[mnemonic], "carry not taken"))
            sites.append(Site(line.start(2), line.end(4), "", "carry left out"))
        for number in _NUMBER.finditer(operands):
            start, end = (line.start(4) + place for place in number.span(1))
            changed = (int(number.group(1), 0) + 1, int(number.group(1), 0) - 1)
            sites += [Site(start, end, str(value), "constant") for value in changed if value >= 0]
        swapped = _REGISTERS.match(operands)
        if swapped and _DIRECTED.match(mnemonic) and swapped.group(2) != swapped.group(3):
            new = f"{swapped.group(1)}{swapped.group(3)}, {swapped.group(2)}"
            sites.append(Site(line.start(4), line.end(4), new, "operands swapped"))
    return sites
