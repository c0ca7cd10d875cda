"""`./motecurve advise`: the curve and the members that meet the demands of a device, from recorded measurements."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from motelab.advise import configuration, confirmation, conflicts, counterparts, demands, quantities, ranking, rows
from motelab.advise.choices import Call, Choice, candidates
from motelab.advise.demands import Wishes
from motelab.advise.quantities import shown
from motelab.boards import profiles, protection
from motelab.boards.board import Board
from motelab.commands.bench import ProfileType, protect_option
from motelab.common import names, plain
from motelab.common.errors import MotecurveError
from motelab.common.progress import Progress
from motelab.compare import committed, record_files
from motelab.export import calls
from motelab.measure.records import FIELDS, Record
from motelab.report import display
from motelab.subjects import curves, operations, security
from motelab.sweep import store

SHOWN = 10  # rows of a table for people, of those that meet the demands and of the others
LISTED = 6  # names of curves in a sentence
NONE_MEETS, NOT_CONFIRMED = 1, 1  # exit statuses
# Where key pairs have no records of their own, an agreement with the generator as the peer's key makes one.
EPHEMERAL: dict[str, Call] = {"keygen": ("ecdsa-keygen", "ecdh")}
HANDSHAKE: dict[str, Call] = {**EPHEMERAL, "ecdh": ("ecdh",)}


class Quantity(click.ParamType):
    """A number with a unit; messages suggest the example."""

    def __init__(self, name: str, units: quantities.Units, example: str):
        self.name, self.units, self.example = name, units, example

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        return value if isinstance(value, float) else quantities.parsed(value, self.units, self.example)


BYTES = Quantity("bytes", quantities.BYTES, "24K")
MILLISECONDS = Quantity("time", quantities.MILLISECONDS, "500ms")
MILLIJOULES = Quantity("energy", quantities.MILLIJOULES, "5mJ")
DAYS = Quantity("life", quantities.DAYS, "2years")


@click.command("advise")
@click.option("--board", "board_name", help="The device: a simulated board.")
@click.option("--target", help=f"Instead of a board: {calls.TARGETS_IN_WORDS}.")
@click.option("--op", "words", help="The calls, with commas between: ecdh, sign, verify, or an operation.")
@click.option("--handshake", is_flag=True, help="The calls of a handshake: an ephemeral pair of keys and ecdh.")
@click.option("--flash", type=BYTES, help="At most so much flash, such as 24K.")
@click.option("--ram", type=BYTES, help="At most so much RAM, stack included, such as 2K.")
@click.option(
    "--headroom",
    type=click.IntRange(0, 99),
    default=0,
    metavar="PERCENT",
    show_default=True,
    help="The part of the board's flash and RAM that is left to the program.",
)
@click.option("--time", type=MILLISECONDS, help="Each call in at most so long, such as 500ms or 2s.")
@click.option("--energy", type=MILLIJOULES, help="Each call with at most so much, such as 40mJ.")
@click.option("--per-day", type=click.FloatRange(0, min_open=True), help="Each call so often a day.")
@click.option("--battery", help=f"{', '.join(quantities.batteries())}, or a capacity such as 2000mAh@3V.")
@click.option("--life", type=DAYS, help="The battery lasts so long by this work alone: 2years, 90days.")
@click.option("--security", "bits", type=click.IntRange(0), help="At least so many bits.  [default: 112]")
@click.option("--allow-weak", is_flag=True, help="Weak curves too; then no bits are asked for, unless --security does.")
@click.option(
    "--standard", "standards", multiple=True, help="nist, sec, brainpool, x962, rfc7748 ...; may be repeated."
)
@click.option("--constant-time/--any-time", default=True, show_default=True, help="Time may not tell a secret, or may.")
@click.option("--field", type=click.Choice(["binary", "prime"]), help="The kind of field.")
@click.option("--profile", type=ProfileType(), help="Only small, balanced or fast code.")
@click.option("--curve", "curve_names", multiple=True, help="Only this curve; may be repeated.")
@click.option(
    "--peer", "peers", multiple=True, help=f"One that does the other side: {', '.join(counterparts.every())}."
)
@click.option(
    "--pairs", is_flag=True, help="Also Curve25519 for ecdh with Ed25519 for signatures, where both are needed."
)
@click.option(
    "--by", type=click.Choice(ranking.RANKED_BY), help="The order.  [default: balanced code first, then by time]"
)
@protect_option
@click.option("--records", "files", multiple=True, metavar="FILE", help="More records, from bench --format json.")
@click.option("--confirm", is_flag=True, help="Build and run the first choice, and compare it with its records.")
@click.option("--build", "folder", type=click.Path(path_type=Path), help="Write the first choice's sources there.")
@click.option("--force", is_flag=True, help="With --build, replace the files of a drop; others stay.")
@display.format_option
@click.pass_context
def command(
    context, board_name, target, words, handshake, pairs, by, protect, files, confirm, folder, force, form, **wished
):  # fmt: skip
    """Tells which curve and which algorithms meet the demands of a device, from recorded measurements.

    The choices that meet every demand are ranked; a mark shows the Pareto front of time, flash, RAM and security. The
    others follow, each with the first demand that it misses. Nothing is measured, unless --confirm asks for it. Exits
    with 1 if no choice meets the demands; stderr then says which of them cannot be met, and which choice comes
    nearest.

    \b
    Examples:
      ./motecurve advise --board micaz --op sign,verify --flash 80K --ram 3K
      ./motecurve advise --board telosb --op ecdh --per-day 24 --battery 2xAA --life 2years
      ./motecurve advise --board ESP32-C3 --handshake
      ./motecurve advise --board uno --op ecdh,sign --pairs --peer browser
      ./motecurve advise --target thumb --op sign --standard nist --by flash --build mote
      ./motecurve advise --board telosb --op ecdh --protect power --records protected.json
    """
    board = calls.device(board_name, target)
    asked = asked_calls(words or "", HANDSHAKE if handshake else {})
    if protect == protection.UNPROTECTED:
        wished["constant_time"] = False
        tell([protection.warning(protect)])
    refuse_build(folder, protect)
    asked = protected_calls(asked, protect)
    wishes = wishes_of(**wished)
    wanted = demands.of(wishes, board)
    choices = candidates(protected_records(records_of(board, files), protect), list(asked.values()), pairs)
    if not choices:
        measured = how_to_measure(board, asked.values(), protect=protect or "")
        raise MotecurveError(f"no records of {','.join(asked)} on {board.name}; {measured}")
    advice = ranking.advice(choices, wanted, by)
    in_drop = asked.keys() - EPHEMERAL.keys()  # every drop makes keys
    is_plain = in_drop <= calls.CALLS.keys() and not is_more_than_timing(protect)
    drop_words = ",".join(word for word in asked if word in in_drop) if is_plain else None
    found = rows.rows(advice, board, wishes, drop_words)
    status = 0 if advice.ranked else NONE_MEETS
    if advice.ranked and (confirm or folder):
        is_right = made_real(advice.ranked[0], board, drop_words, found[0], confirm, folder, force)
        status = 0 if is_right else NOT_CONFIRMED
    if not display.for_programs(found, form):
        show(advice, board, found)
    warned(advice, demands.short_supply(wishes, board))
    if conflict := conflicts.of(advice, wanted):
        tell(conflict.lines)
        if missing := conflicts.unmeasured(conflict, wanted, list(asked.values()), choices):
            tell([f"without records: {listed(missing)}; {how_to_measure(board, asked.values(), missing[0])}"])
    context.exit(status)


def asked_calls(words: str, first: dict[str, Call]) -> dict[str, Call]:
    """Word -> operations that do the call, for `first` and each word of --op; MotecurveError for an unknown one."""
    on_curves = {name for name, operation in operations.OPERATIONS.items() if operation.on_curve}
    found = dict(first)
    for word in dict.fromkeys(word.strip() for word in words.split(",") if word.strip()):
        names.one_of("call", word, on_curves | calls.CALLS.keys())
        meant = tuple(call.operation for call in calls.CALLS.get(word, ())) or (word,)
        if word in first:
            continue
        if twice := [other for other, call in found.items() if other not in EPHEMERAL and set(call) & set(meant)]:
            raise MotecurveError(f"--op names {' and '.join([*twice, word])}, which are the same call; name it once")
        found[word] = meant
    if not found:
        raise MotecurveError(f"name calls with --op: {', '.join(calls.CALLS)}, or an operation such as scalar-mult")
    return found


def is_more_than_timing(protect: str | None) -> bool:
    """Whether a profile of protection has countermeasures beside constant time."""
    return protect in (*protection.AGAINST_POWER, *protection.AGAINST_FAULTS)


def refuse_build(folder: Path | None, protect: str | None) -> None:
    """MotecurveError for sources with countermeasures, which another command writes."""
    if folder and is_more_than_timing(protect):
        raise MotecurveError(f"--build writes plain sources; ./motecurve firmware --protect {protect} writes protected")


def protected_calls(asked: dict[str, Call], protect: str | None) -> dict[str, Call]:
    """The same words with the operations of a profile of protection; MotecurveError where one cannot have it."""
    if protect not in protection.AGAINST_FAULTS:
        return asked
    return {word: tuple(protection.checked(name) for name in call) for word, call in asked.items()}


def protected_records(records: list[Record], protect: str | None) -> list[Record]:
    """The records that have the blinding of a profile of protection, where they take a secret."""
    if protect not in protection.AGAINST_POWER:
        return records
    return [r for r in records if r["blinding"] == "both" or not protection.takes_secret(r["operation"])]


def wishes_of(
    flash, ram, headroom, time, energy, per_day, battery, life, bits, allow_weak, standards, constant_time, field,
    profile, curve_names, peers,
) -> Wishes:  # fmt: skip
    """The demands of the options."""
    least_bits = 0 if allow_weak else security.LEGACY_BITS
    return Wishes(
        flash_bytes=flash, ram_bytes=ram, headroom=headroom / 100, time_ms=time, energy_mj=energy, per_day=per_day,
        battery=quantities.battery(battery) if battery else None, life_days=life,
        security_bits=least_bits if bits is None else bits, allows_weak=allow_weak, wants_constant_time=constant_time,
        standards=standards, field=field, profile=profile and profiles.named(profile),
        curves=tuple(curves.find(name, curves.built()).name for name in curve_names),
        peers=tuple(counterparts.find(name).name for name in peers),
    )  # fmt: skip


def records_of(board: Board, files: Sequence[str]) -> list[Record]:
    """The records of the sweep of a board, its committed ones, and those of further files: of the same measurement the
    later ones count, for rows of the sweep may be older. MotecurveError for a board with words of another size, and
    for a file of another version."""
    if board.file_word_bits:
        raise MotecurveError(f"records are of boards with their own words: name {board.name}, not {board.loaded_as}")
    measured_on = board.follows or board.name
    found = store.records(measured_on) + committed.of(measured_on)
    found = [committed.here(record, board) for record in found] if board.follows else found
    for name in files:
        more = record_files.read(name)
        if lacking := [field for field in FIELDS for record in more if field not in record]:
            raise MotecurveError(f"{name} has records of another version, without {lacking[0]}; measure them anew")
        found += [record for record in more if record["board"] == board.name]
    return found


def listed(found: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    return ", ".join(found[:LISTED]) + more


def how_to_measure(board: Board, asked: Iterable[Call], curve: str = "", protect: str = "") -> str:
    """The commands that add records, in words."""
    known = [
        next((name for name in call if not curve or operations.fits(name, curves.find(curve))), call[0])
        for call in asked
    ]
    operation_words = " ".join(f"--op {name}" for name in known)
    of_curve = (f" --curve {curve}" if curve else "") + (f" --protect {protect}" if protect else "")
    command = (
        f"{board.environment}./motecurve bench --board {board.loaded_as} {operation_words}{of_curve} --format json"
    )
    return f"measure with {command} > more.json, and add --records more.json"


def made_real(
    choice: Choice, board: Board, words: str | None, row: rows.Row, confirm: bool, folder: Path | None, force: bool
) -> bool:
    """Builds and runs the choice if `confirm`; writes its sources if there is a folder, unless a figure is not as
    recorded. Adds to its row the outcome, and the flash of all its calls together. Returns whether all is as
    recorded."""
    if folder and not row["written_by"]:
        if len(choice.curves) > 1:
            raise MotecurveError(f"--build writes one curve, and {choice.name} are two: leave out --pairs")
        raise MotecurveError(f"--build is for {', '.join(calls.CALLS)} in constant time; the first choice is neither")
    if confirm:
        with Progress("confirming", len(choice.records)) as progress:
            found = confirmation.differences(choice, board, progress)
        row["confirmed"] = not found
        tell(f"not confirmed: {difference.words}" for difference in found)
        if found:
            return False
    if row["written_by"]:
        written(choice, board, words, row, folder, force)
    return True


def written(choice: Choice, board: Board, words: str, row: rows.Row, folder: Path | None, force: bool) -> None:
    """Adds the flash of all calls together to the row of a choice; writes its sources if there is a folder."""
    from motelab.export import layout, writing  # many modules, and not needed for advice alone
    from motelab.export.drop import Drop

    (curve,) = choice.curves
    members = configuration.members_named(choice, board, curve)
    drop = Drop(board, curve, calls.parsed(words), choice.profile, members)
    row["together_flash_bytes"] = drop.calls_flash_bytes
    tell([f"flash of all calls together: {drop.calls_flash_bytes:,} B"])
    if folder:
        files = layout.files(drop)
        writing.write(folder, files, force)
        tell([f"{folder}: {len(files)} files written"])


def warned(advice: ranking.Advice, short_supply: str | None) -> None:
    """A line on stderr if the first choice is weak or legacy, and one if the battery does not fit the clock."""
    tell(filter(None, [short_supply]))
    if advice.ranked and advice.ranked[0].security.level != "fine":
        first = advice.ranked[0]
        tell([f"{first.name} has {first.security.words}"])


def tell(lines: Iterable[str]) -> None:
    """Lines on stderr."""
    for line in lines:
        print(f"motecurve: {plain.text(line)}", file=sys.stderr)


def show(advice: ranking.Advice, board: Board, found: Sequence[rows.Row]) -> None:
    """Tables for people: the ranked choices, those that fall out, and the configuration of the first."""
    out = display.console()
    ranked = found[: len(advice.ranked)]
    # One line for choices that differ in members below the algorithm alone.
    distinct = {(r["curve"], r["algorithm"], r["profile"], r["reason"]): r for r in found[len(ranked) :]}
    others = list(distinct.values())
    out.print(Text(f"{len(ranked)} of {len(found)} choices on {board.name} meet the demands", "bold cyan"))
    if board.follows:
        figures = f"{board.device} at {board.clock_in_words}, by the cycles of {board.follows}: {board.cycle_worth}"
        out.print(Text(figures, "dim"))
    if ranked:
        out.print(ranked_table(ranked[:SHOWN], board))
        out.print(Text(left_out(ranked) + "*: on the Pareto front of time, flash, RAM, security", "dim"))
    if others:
        out.print(Text("These fall out", "bold cyan"))
        out.print(excluded_table(others[:SHOWN]))
        out.print(Text(left_out(others).removesuffix("; "), "dim"))
    if ranked:
        commands = [*found[0]["measured_by"], *filter(None, [found[0]["written_by"]])]
        out.print(Text("The first choice is measured and written by", "bold cyan"))
        out.print(*(Text(line) for line in commands), sep="\n", soft_wrap=True)


def left_out(listed: Sequence[rows.Row]) -> str:
    """The number of rows that a table does not show, in words; empty if it shows all."""
    return f"and {len(listed) - SHOWN} more, with --format json; " if len(listed) > SHOWN else ""


def ranked_table(listed: Sequence[rows.Row], board: Board) -> Table:
    """Choices that meet the demands."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    count = ("ms", "mJ") if board.counts_cycles else ("instructions",)
    texts = ("", "curve", "algorithm", "time", "profile")
    headings = ("", "curve", "algorithm", *count, "flash B", "RAM B", "bits", "time", "profile")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in texts else "right", no_wrap=heading == "curve")
    for row in listed:
        amounts = (row["milliseconds"], row["energy_mj"]) if board.counts_cycles else (row["instructions"],)
        table.add_row(
            f"{row['rank']}{'*' if row['pareto'] else ''}", marked(row), row["algorithm"].replace(",", " "),
            *("-" if amount is None else shown(amount) for amount in amounts),
            ("<= " if row["flash_is_upper_bound"] else "") + f"{row['flash_bytes']:,}", f"{row['ram_bytes']:,}",
            str(row["security_bits"]), "constant" if row["constant_time"] else "varies", row["profile"],
        )  # fmt: skip
    return table


def excluded_table(listed: Sequence[rows.Row]) -> Table:
    """Choices that miss a demand, each with its reason."""
    table = display.plain_table("curve", "algorithm", "profile", "reason")
    for row in listed:
        table.add_row(marked(row), row["algorithm"].replace(",", " "), row["profile"], row["reason"])
    return table


def marked(row: rows.Row) -> str:
    """The curve, with its level if that is not fine."""
    return row["curve"] + ("" if row["level"] == "fine" else f" ({row['level']})")
