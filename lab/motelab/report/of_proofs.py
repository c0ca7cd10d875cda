"""The calls of an image for people: which of them rest on proofs."""

from typing import Any

from rich import box
from rich.table import Table

from motelab.report.display import console, figure

Rows = list[dict[str, Any]]


def show_image(rows: Rows, title: str, stack_bytes: int | None) -> None:
    """The routines that an image calls, kernels first, and one statement on the whole.

    stack_bytes: the bound of the stack of the routine that everything is called from; None without one."""
    out = console()
    out.print(title, style="bold cyan", soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("routine", "called by", ""):
        table.add_column(heading)
    for name, own in by_callee(rows).items():
        first = own[0]
        verdict = "[green]proved[/]" if first["proved"] else f"[yellow]{first['reason']}[/]"
        table.add_row(name, ", ".join(one["routine"] for one in own), verdict if first["is_kernel"] else "")
    out.print(table)
    for line in statement(rows, stack_bytes):
        out.print(line, highlight=False, soft_wrap=True)


def by_callee(rows: Rows) -> dict[str, Rows]:
    """The calls of each routine, those of kernels first."""
    found: dict[str, Rows] = {}
    for one in sorted(rows, key=lambda one: not one["is_kernel"]):
        found.setdefault(one["calls"], []).append(one)
    return found


def statement(rows: Rows, stack_bytes: int | None) -> list[str]:
    """What is shown of the image, and what is not."""
    called = by_callee(rows)
    kernels = [name for name, own in called.items() if own[0]["is_kernel"]]
    proved = [name for name in kernels if called[name][0]["proved"]]
    lines = [
        f"{len(called)} routines are called: {len(kernels)} kernels, of which {len(proved)} rest on proofs, and "
        f"{len(called) - len(kernels)} of C or of the compiler, which rest on tests"
    ]
    holes = [name for name in kernels if name not in proved]
    if holes:
        lines.append(f"kernels without a proof: {', '.join(holes)}")
    unknown = {one["calls"]: one["reason"] for one in rows if not one["is_kernel"] and one["calls_unknown"]}
    lines += [f"calls of {name} are not known: {why}" for name, why in unknown.items()]
    if stack_bytes is not None:
        lines.append(f"stack: at most {figure(stack_bytes)} B, by the image alone")
    return lines
