"""The hooks that MkDocs calls while it builds the site (mkdocs.yml): they add the pages that are made from headers,
commands and records, and the pages at the root of the repository, and redirect links into the sources to the site's
pages."""

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "lab")]

from tools.site import c_reference, commands, costs, fits, python_reference  # noqa: E402 - the path above

ROOT_PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
EXAMPLES = "examples"
SOURCES = "src|lab|tests|tools|boards|codegen|generated|parallel|packages"  # folders without a page


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that docs/ does not hold."""
    made = {"index.md": from_root((ROOT / "README.md").read_text())}
    made |= {name: from_root((ROOT / name).read_text()) for name in ROOT_PAGES}
    made |= {"reference/costs.md": costs.page(), "reference/fits.md": fits.page()}
    made |= {"reference/commands.md": commands.page()}
    made |= {"reference/c.md": c_reference.index(), "reference/python.md": python_reference.page()}
    made |= {f"reference/c/{header.stem}.md": c_reference.page(header) for header in c_reference.headers()}
    programs = sorted((ROOT / EXAMPLES).rglob("*.c"))
    made |= {f"{path.relative_to(ROOT).with_suffix('.md')}": example(path) for path in programs}
    for name, text in made.items():
        file = File.generated(config, name, content=text)
        file.inclusion = file.inclusion.NOT_IN_NAV if name.startswith((EXAMPLES, "reference/c/")) else file.inclusion
        files.append(file)
    return files


def from_root(text: str) -> str:
    """A page at the root of the repository, with links as in docs/."""
    text = re.sub(r"\]\(docs/README\.md\)", "](reference/commands.md)", text)
    text = re.sub(r"\]\(docs/\)", "](reference/commands.md)", text)
    text = re.sub(r"\]\((examples|include/motecurve)/\)", r"](../\1/)", text)
    text = re.sub(r"\]\(((?:examples|include|src|lab|tests|tools|boards)/)", r"](../\1", text)
    return re.sub(r"\]\(docs/", "](", text)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to headers and examples lead to their pages; links to other sources become words."""
    up = "../" * page.file.src_uri.count("/")
    markdown = re.sub(r"\]\((?:\.\./)+include/motecurve/\)", f"]({up}reference/c.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)+bindings/python/motecurve/\)", f"]({up}reference/python.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)+examples/\)", f"]({up}{EXAMPLES}/ecdsa.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)+include/motecurve/(?:\w+/)?(\w+)\.h\)", rf"]({up}reference/c/\1.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)+examples/([\w/]+)\.c\)", rf"]({up}{EXAMPLES}/\1.md)", markdown)
    markdown = re.sub(r"\]\((?:\.\./)+([A-Z]+\.md)", rf"]({up}\1", markdown)
    return re.sub(rf"\[([^]]*)\]\((?:\.\./)+(?:{SOURCES})/[^)]*\)", r"\1", markdown)


def example(path: Path) -> str:
    """The page of an example: its source."""
    return f"# {path.relative_to(ROOT)}\n\n```c\n{path.read_text()}```\n"
