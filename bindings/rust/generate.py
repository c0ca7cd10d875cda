"""Writes motecurve-sys/src/bindings.rs from the public headers; with --check says whether it is as written.

cffi's reader of C, pycparser, reads what the preprocessor makes of the headers."""

import argparse
import sys
from pathlib import Path

from pycparser import c_ast, c_parser

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/python"))
import declarations  # noqa: E402

BINDINGS = ROOT / "bindings/rust/motecurve-sys/src/bindings.rs"
HEAD = "// Written by bindings/rust/generate.py from include/motecurve/.\nuse std::os::raw::{c_char, c_int, c_void};\n"
INTEGERS = {f"uint{bits}_t": f"u{bits}" for bits in (8, 16, 32, 64)}
PLAIN = INTEGERS | {"size_t": "usize", "int": "c_int", "char": "c_char", "void": "c_void"}
PRELUDE = "".join(f"typedef unsigned {name};\n" for name in (*INTEGERS, "size_t"))
KEYWORDS = {"type", "match", "ref", "in", "move"}


def rust_name(name: str) -> str:
    return f"r#{name}" if name in KEYWORDS else name


class Writer:
    """Rust items of C declarations. `is_function` holds the typedefs of functions, whose pointers are Option<...>."""

    def __init__(self) -> None:
        self.items: list[str] = []
        self.functions: list[str] = []
        self.is_function: set[str] = set()

    def type(self, node: c_ast.Node, within: str = "") -> str:
        """The Rust type of a C type; unnamed unions become items named `within`."""
        if isinstance(node, c_ast.TypeDecl):
            return self.type(node.type, within)
        if isinstance(node, c_ast.IdentifierType):
            (name,) = node.names
            return PLAIN.get(name, name)
        if isinstance(node, c_ast.ArrayDecl):
            return f"[{self.type(node.type)}; {node.dim.value}]"
        if isinstance(node, c_ast.Struct):
            return node.name
        if isinstance(node, c_ast.Union):
            self.record(within, "union", node.decls)
            return within
        assert isinstance(node, c_ast.PtrDecl), node
        if isinstance(node.type, c_ast.FuncDecl):
            return f"Option<{self.function_type(node.type)}>"
        inner = self.type(node.type)
        if inner in self.is_function:
            return f"Option<{inner}>"
        return f"*{'const' if 'const' in node.type.quals else 'mut'} {inner}"

    def parameters(self, node: c_ast.FuncDecl) -> str:
        found = []
        for parameter in node.args.params:
            kind = parameter.type
            if isinstance(kind, c_ast.TypeDecl) and getattr(kind.type, "names", []) == ["void"]:
                continue
            if isinstance(kind, c_ast.ArrayDecl):  # a parameter of that type is a pointer
                is_constant = "const" in kind.type.quals
                found.append(
                    f"{rust_name(parameter.name)}: *{'const' if is_constant else 'mut'} {self.type(kind.type)}"
                )
            else:
                found.append(f"{rust_name(parameter.name)}: {self.type(kind)}")
        return ", ".join(found)

    def function_type(self, node: c_ast.FuncDecl) -> str:
        return f'unsafe extern "C" fn({self.parameters(node)}){self.result(node)}'

    def result(self, node: c_ast.FuncDecl) -> str:
        result = self.type(node.type)
        return "" if result == "c_void" else f" -> {result}"

    def record(self, name: str, keyword: str, members: list[c_ast.Decl]) -> None:
        rows = [f"    pub {rust_name(m.name)}: {self.type(m.type, f'{name}_{m.name}')},\n" for m in members]
        self.items.append(f"\n#[repr(C)]\n#[derive(Clone, Copy)]\npub {keyword} {name} {{\n{''.join(rows)}}}\n")

    def typedef(self, node: c_ast.Typedef) -> None:
        if isinstance(node.type, c_ast.FuncDecl):
            self.is_function.add(node.name)
            self.items.append(f"pub type {node.name} = {self.function_type(node.type)};\n")
        elif isinstance(node.type, c_ast.PtrDecl):
            self.items.append(f"pub type {node.name} = {self.type(node.type)};\n")
        elif isinstance(node.type.type, c_ast.Enum):
            self.enumeration(node.name, node.type.type)
        elif isinstance(node.type.type, c_ast.Struct) and node.type.type.decls:
            self.record(node.name, "struct", node.type.type.decls)
        elif isinstance(node.type.type, c_ast.Struct):
            self.items.append(f"\n#[repr(C)]\npub struct {node.name} {{\n    _private: [u8; 0],\n}}\n")
        else:
            self.items.append(f"pub type {node.name} = {self.type(node.type)};\n")

    def enumeration(self, name: str, node: c_ast.Enum) -> None:
        """An integer and constants: a value that these bindings do not know is no undefined behaviour."""
        value, rows = -1, []
        for member in node.values.enumerators:
            value = int(member.value.value, 0) if member.value else value + 1
            rows.append((member.name, value))
        self.items.append(f"\npub type {name} = u32;\n")
        self.items += [f"pub const {member}: {name} = {number};\n" for member, number in rows]
        if name == "mc_status":
            names = "".join(f"    {member},\n" for member, _ in rows)
            self.items.append(f"\n/// All statuses.\npub const STATUSES: [mc_status; {len(rows)}] = [\n{names}];\n")

    def declaration(self, node: c_ast.Decl) -> None:
        if isinstance(node.type, c_ast.FuncDecl):
            function = f"{node.name}({self.parameters(node.type)}){self.result(node.type)}"
            self.functions.append(f"    pub fn {function};\n")
        else:
            self.functions.append(f"    pub static {node.name}: {self.type(node.type)};\n")


def written(compiler: str) -> str:
    """The text of bindings.rs."""
    include = ROOT / "include"
    text = declarations.declarations(compiler, include, declarations.headers(include, []))  # the crate has no pairings
    lines = text.splitlines()
    writer = Writer()
    for name, number in (line.split()[1:] for line in lines if line.startswith("#define")):
        writer.items.append(f"pub const {name}: usize = {number};\n")
    kept = "\n".join(line for line in lines if not line.startswith("#"))
    for node in c_parser.CParser().parse(PRELUDE + kept).ext:
        if isinstance(node, c_ast.Typedef):
            if node.name not in PLAIN:
                writer.typedef(node)
        else:
            writer.declaration(node)
    hidden = [line for line in writer.functions if "mc_blinding_random" not in line]  # no function of the library's
    return HEAD + "\n" + "".join(writer.items) + '\nextern "C" {\n' + "".join(hidden) + "}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="gcc", help="a C compiler, whose preprocessor is used")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if the file differs")
    asked = parser.parse_args()
    text = written(asked.compiler)
    if asked.check:
        return int(not BINDINGS.exists() or BINDINGS.read_text() != text)
    BINDINGS.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
