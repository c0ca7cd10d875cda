"""The documentation site: it builds without a warning, every link has a target, and the reference has every public
function."""

import ast
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from motelab import ROOT
from tools.site import c_reference, costs, python_reference


class Links(HTMLParser):
    """Links and anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.anchors.add(found.get("id") or "")
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if found.get("src") or tag == "link":
            self.loaded.append(found.get("src") or found.get("href") or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder]
    run = subprocess.run(
        command, cwd=ROOT, env=dict(os.environ, NO_MKDOCS_2_WARNING="1"), capture_output=True, text=True
    )
    assert run.returncode == 0 and not run.stderr, run.stdout + run.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Links]:
    found = {}
    for path in site.rglob("*.html"):
        found[path] = Links()
        found[path].feed(path.read_text())
    return found


def test_every_link_ends_somewhere(site, pages):
    dead = []
    for path, page in pages.items():
        for link in page.links:
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if re.match(r"[a-z]+:", link) or path.name == "404.html":
                continue
            if target not in pages and not target.exists():
                dead.append(f"{path.relative_to(site)}: {link}")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                dead.append(f"{path.relative_to(site)}: {link} has no such anchor")
    assert not dead, "\n".join(dead)


def test_pages_load_nothing_from_elsewhere(site, pages):
    loaded = {name for page in pages.values() for name in page.loaded}
    assert loaded and not [name for name in loaded if re.match(r"(https?:)?//", name)]


def test_every_public_function_has_its_place(pages):
    text = "".join(path.read_text() for path in c_reference.headers())
    functions = re.findall(r"^MC_API[^;(]*?\b(mc_\w+)\(", text, re.M)
    anchors = {anchor for path, page in pages.items() if path.parent.name == "c" for anchor in page.anchors}
    assert len(functions) > 80 and set(functions) <= anchors
    assert len(functions) == len(set(functions))


def test_every_name_of_the_python_package_has_its_place(pages):
    (page,) = (page for path, page in pages.items() if path.parts[-2:] == ("reference", "python.html"))
    imports = [node for node in python_reference.parsed("__init__").body if isinstance(node, ast.ImportFrom)]
    names = {f"{node.module}.{one.name}" for node in imports for one in node.names if node.module != "motecurve"}
    assert len(names) > 40 and names <= page.anchors
    assert "motecurve.ecdsa.sign" in page.anchors and "motecurve.keys.PrivateKey.from_pem" in page.anchors


def test_a_header_is_read():
    first, second = c_reference.blocks(
        "/* About all. */\n#ifndef MOTECURVE_X_H\n#define MOTECURVE_X_H\n\n"
        "/* Does\n * this. */\nMC_API int mc_do(int a,\n              int b); /* inside */\n"
        "MC_API int mc_more(void);\n#endif\n"
    )
    assert (first.comment, first.code) == ("About all.", "")
    assert (second.comment, second.functions) == ("Does\nthis.", ("mc_do", "mc_more"))
    assert second.code == "int mc_do(int a,\n       int b); /* inside */\nint mc_more(void);"


def test_costs_call_a_weak_curve_weak():
    rows = [line for line in costs.page().splitlines() if line.startswith("| `s")]
    assert any("`sect233k1` |" in row for row in rows)
    weak = [row for row in rows if "`sect113" in row or "`secp112" in row]
    assert all("(weak)" in row for row in weak)
