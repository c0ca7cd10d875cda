"""The reference of the Python package, made from its docstrings, which are parsed and not executed."""

import ast
import re
from collections.abc import Iterator

from motelab import ROOT

FOLDER = ROOT / "bindings/python/motecurve"
# Names imported as motecurve.<name>, the first of the page.
SHARED = ("keys", "facts", "secret", "library", "errors")

Definition = ast.FunctionDef | ast.ClassDef


def page() -> str:
    """The page in Markdown."""
    parts = ["# Python", text_of(parsed("__init__"))]
    for module in (*SHARED, *protocols()):
        tree = parsed(module)
        parts += [f"## motecurve.{module}", text_of(tree)]
        parts += types(tree.body, "motecurve." + module)
        parts += [part for node in public(tree.body) for part in described(node, "motecurve." + module)]
    return "\n\n".join(part for part in parts if part) + "\n"


def protocols() -> list[str]:
    """The modules of protocols, in the order in which the package imports them."""
    return [
        alias.name
        for node in parsed("__init__").body
        if isinstance(node, ast.ImportFrom) and node.module == "motecurve"
        for alias in node.names
    ]


def parsed(module: str) -> ast.Module:
    return ast.parse((FOLDER / f"{module}.py").read_text())


def public(body: list[ast.stmt]) -> Iterator[Definition]:
    """Functions and classes that users call."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node


def types(body: list[ast.stmt], inside: str) -> Iterator[str]:
    """Names of types, such as Octets: a heading, their meaning, and the text under it if there is one."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and re.fullmatch(r"[A-Z]\w*[a-z]", name := ast.unparse(node.targets[0])):
            yield f"### {name} {{ #{inside}.{name} }}"
            yield code(ast.unparse(node))
            yield marked(after.value.value) if is_text(after) else ""


def described(node: Definition, inside: str) -> Iterator[str]:
    """A heading, the signature and the docstring; for a class also those of its functions."""
    name = f"{inside}.{node.name}"
    yield f"### {node.name} {{ #{name} }}"
    if isinstance(node, ast.FunctionDef):
        yield code(signature(node))
        yield text_of(node)
        return
    made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    yield code(f"class {node.name}({', '.join(map(ast.unparse, node.bases))})".replace("()", ""))
    yield text_of(node)
    yield from attributes(node.body)
    if made and ast.get_docstring(made):
        yield from (code(signature(made)), text_of(made))
    for one in public(node.body):
        yield f"#### {node.name}.{one.name} {{ #{name}.{one.name} }}"
        yield code(signature(one)) + "\n\n" + text_of(one)


def attributes(body: list[ast.stmt]) -> Iterator[str]:
    """The attributes of a class that have a type, each with the text under it if there is one."""
    rows = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign):
            default = f" = {ast.unparse(node.value)}" if node.value else ""
            text = f": {marked(after.value.value)}" if is_text(after) else ""
            rows.append(f"- `{ast.unparse(node.target)}: {ast.unparse(node.annotation)}{default}`{text}")
    if rows:
        yield "\n".join(rows)


def is_text(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def signature(node: ast.FunctionDef) -> str:
    """The function's first line, without `self`; over several lines if it is long."""
    marks = [f"@{ast.unparse(one)}\n" for one in node.decorator_list]
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"def {node.name}({arguments}){result}"
    if len(line) > 100:
        line = f"def {node.name}(\n    " + re.sub(r", (?=\*|\w+:)", ",\n    ", arguments) + f"\n){result}"
    return "".join(marks) + line


def code(text: str) -> str:
    return f"```python\n{text}\n```"


def text_of(node: ast.Module | Definition) -> str:
    """A docstring."""
    return marked(ast.get_docstring(node) or "")


def marked(text: str) -> str:
    """Words with the package's names as code, unless they are already; indented lines stay unchanged."""
    lines = [line if line.startswith("    ") else names_as_code(line) for line in text.splitlines()]
    return "\n".join(lines)


def names_as_code(line: str) -> str:
    words = line.split("`")
    words[::2] = [re.sub(r"\b(\w+Error|mc_\w+)\b", r"`\1`", word).replace("*", r"\*") for word in words[::2]]
    return "`".join(words)
