"""The reference of the C functions, made from the comments of include/motecurve/*.h and its folders.

A header is read as a list of blocks: a comment, and the declarations that follow it up to the next comment. The first
comment is about the whole header."""

import dataclasses
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from motelab import ROOT

FOLDER = ROOT / "include" / "motecurve"
# Their names and constants come in hundreds, or are specific to a build.
LEFT_OUT = ("curve_table.h", "single_curve.h")

TOKEN = re.compile(r"/\*(?P<comment>.*?)\*/\n|(?P<code>(?:(?!/\*)[^\n])*(?:/\*[^\n]*\*/[^\n]*)?\n)", re.S)
MARKED = re.compile(r"^(?P<marks>(?:(?:MC_API|MC_MUST_CHECK) )+)(?P<rest>[^;]*;)", re.M)
FUNCTION = re.compile(r"\bMC_API\b[^;{]*?\b(mc_\w+)\(")
NAME = re.compile(r"(?<![`\w./<])((?:mc|MC)_\w+(?:\.\.\.\w*)?|\w+\.h|NULL)(?![\w`])")


@dataclasses.dataclass
class Block:
    """The text of a comment, and the declarations under it."""

    comment: str
    code: str
    functions: tuple[str, ...] = ()


def headers() -> list[Path]:
    """The headers that a program includes, by name."""
    return [path for path in sorted(FOLDER.rglob("*.h")) if path.name not in LEFT_OUT]


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a header, in its order; the first has no code but includes. Descriptions of functions are for
    programs and no blocks."""
    text = re.sub(r"/\*---\n.*?---\*/\n", "", text, flags=re.S)
    text = re.sub(r"#ifndef MOTECURVE_\w+\n#define MOTECURVE_\w+\n(.*)#endif\n", r"\1", text, flags=re.S)
    found: list[Block] = []
    open_braces = 0
    for token in TOKEN.finditer(text):
        starts_line = text[: token.start()].endswith("\n") or not token.start()
        if token["comment"] is not None and starts_line and not open_braces:
            found.append(Block(unwrapped(token["comment"]), ""))
            continue
        open_braces += token[0].count("{") - token[0].count("}")
        if found:
            found[-1].code += token[0]
    return (Block(of.comment, declarations(of.code), tuple(FUNCTION.findall(of.code))) for of in found)


def unwrapped(comment: str) -> str:
    """The words of a comment, without the stars that begin its lines."""
    lines = [re.sub(r"^ \* ?", "", line) for line in comment.strip().splitlines()]
    return "\n".join(line.rstrip() for line in lines)


def declarations(code: str) -> str:
    """Code without includes and blank lines around it."""
    lines = [line for line in code.splitlines() if not line.startswith("#include")]
    return re.sub(r"\n{3,}", "\n\n", MARKED.sub(unmarked, "\n".join(lines))).strip("\n")


def unmarked(declaration: re.Match) -> str:
    """A declaration without its marks for compilers and linkers; its further lines are shifted with the first."""
    return declaration["rest"].replace("\n" + " " * len(declaration["marks"]), "\n")


def prose(comment: str) -> str:
    """Markdown of a comment: names as code, indented lines unchanged."""
    lines, is_verbatim = [], False
    for line in comment.splitlines():
        is_code = bool(re.match(r"^\s{2,}(?!\d)\S", line)) and (is_verbatim or not lines or not lines[-1].strip())
        if is_code != is_verbatim:
            lines.append("")
        is_verbatim = is_code
        lines.append(f"    {line}" if is_code else with_code(line))
    return "\n".join(lines).strip("\n")


def with_code(line: str) -> str:
    """A line of words with the library's names as code, unless they are already."""
    words = line.split("`")
    words[::2] = [NAME.sub(r"`\1`", word).replace("*", r"\*") for word in words[::2]]
    return "`".join(words)


def page(header: Path) -> str:
    """The reference of a header in Markdown: a heading for each function."""
    first, *rest = blocks(header.read_text())
    name = header.relative_to(FOLDER.parent)
    parts = [f"# {header.name}", f'```c\n#include "{name}"\n```', prose(first.comment)]
    if first.code:
        parts.append(anchors(first.functions))
        parts.append(f"```c\n{first.code}\n```")
    for block in rest:
        names = list(block.functions) or re.findall(r"(?:struct|enum|define) (\w+)", block.code)[:1]
        if names:
            parts.append(anchors(names[1:]))
            parts.append(f"## {', '.join(names)} {{ #{names[0]} }}")
        if block.code:
            parts.append(f"```c\n{block.code}\n```")
        parts.append(prose(block.comment))
    return "\n\n".join(part for part in parts if part) + "\n"


def anchors(names: Iterable[str]) -> str:
    """Targets of links to these names."""
    return "\n".join(f'<span id="{name}"></span>' for name in names)


def summary(header: Path) -> str:
    """The first sentence of a header."""
    comment = next(blocks(header.read_text())).comment
    sentences = re.split(r"(?<=[.])\s", " ".join(comment.split("\n\n")[0].split()))
    return with_code(sentences[0].rstrip(":"))


def index() -> str:
    """The page that lists headers and their functions."""
    rows = [
        "# C functions",
        "",
        "A program includes the headers that it needs; each function has its errors there.",
        "",
    ]
    rows += ["| header | what it holds | functions |", "|---|---|---|"]
    for header in headers():
        names = [name for block in blocks(header.read_text()) for name in block.functions]
        listed = " ".join(f"`{name}`" for name in names)
        rows.append(f"| [`{header.name}`](c/{header.stem}.md) | {summary(header)} | {listed} |")
    return "\n".join(rows) + "\n"
