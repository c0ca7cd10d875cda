"""Which rows a change of the sources makes stale: those whose image, run or record depends on it, and no others.
Changes are made to what the lab reads of a file, so that the files stay as they are."""

import os
import re
import subprocess
import sys

import pytest

from codegen.sources import SOURCES_FILE
from motelab import ROOT, python_path
from motelab.boards import board as boards
from motelab.boards import sources
from motelab.boards.image import INCLUDES, Builder
from motelab.common.errors import DoesNotFit, MissingTool
from motelab.measure import bench
from motelab.measure.bench import Request
from motelab.sweep import freshness, parts, run, store, work
from motelab.sweep.journal import Journal

REQUESTS = [
    Request(board, operation, backend="asm", curve=curve)
    for board in ("micaz", "cortex-m4")
    for operation, curve in (("fb-sqr-reduce", "sect163k1"), ("fb-sqr-reduce", "sect233k1"), ("fp-add", "secp192r1"))
]
MICAZ = {(request.board, request.curve) for request in REQUESTS if request.board == "micaz"}
CORTEX = {(request.board, request.curve) for request in REQUESTS if request.board != "micaz"}


@pytest.fixture(scope="module")
def kept():
    """Rows without figures of REQUESTS, with their sources."""
    plain = dict.fromkeys(store.KEPT) | {"reason": "made up"}
    return [
        freshness.with_sources(plain | {"board": r.board, "operation": r.operation} | store.asked(r), r)
        for r in REQUESTS
    ]


@pytest.fixture
def folder(kept, tmp_path, monkeypatch):
    """A store of these rows."""
    for board in ("micaz", "cortex-m4"):
        store.write(board, [row for row in kept if row["board"] == board], tmp_path)
    freshness.present_digest.cache_clear()
    store.write_contents(freshness.shared(kept), {"micaz": 3, "cortex-m4": 3}, {}, tmp_path)
    yield tmp_path
    monkeypatch.undo()
    for memory in (freshness.present_digest, parts.files, parts.symbols, parts.definitions, parts.values):
        memory.cache_clear()


@pytest.fixture
def change(monkeypatch):
    """Makes a file have another content."""

    def change(*names: str) -> None:
        assert all((ROOT / name).exists() for name in names)
        true = parts.file_digest
        monkeypatch.setattr(parts, "file_digest", lambda name: "another" if name in names else true(name))

    return change


def stale(kept) -> set[tuple[str, str]]:
    """Board and curve of the stale rows."""
    for memory in (freshness.present_digest, parts.symbols, parts.definitions, parts.preceding):
        memory.cache_clear()
    return {(row["board"], row["requested_curve"]) for row in kept if not freshness.is_fresh(row)}


def test_nothing_changed(kept, folder):
    assert stale(kept) == set() and freshness.stale(folder) == []


def read_by_compiler(request) -> set[str]:
    """The project's files that the compiler reads for an image, by the lines in which the preprocessor names them."""
    builder = Builder(bench.select(request))
    image = builder.link(())
    header = image.with_suffix(".h")
    header.write_text(builder.config_header())
    found = set()
    for line in builder.listing().splitlines():
        path, field, *window = line.split()
        flags = [
            *builder.flags,
            f"-DMC_FIELD={field}",
            f'-DMC_CONFIG_HEADER="{header}"',
            *(f"-DMC_WINDOW={w}" for w in window),
        ]
        flags += [f"-I{place}" for place in (builder.board.platform_folder, *INCLUDES)]
        command = [builder.board.compiler.command, *flags, "-E", str(ROOT / path)]
        text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        found |= set(re.findall(rf'^# \d+ "{ROOT}/([^"]+)"', text, re.M))
    return {name for name in found if not name.startswith("build/")}


@pytest.mark.parametrize("index", [0, 5], ids=["fb163 on micaz", "fp192r1 on cortex-m4"])
def test_every_file_that_the_compiler_reads(kept, folder, index):
    """It is a part of the row, but lists of members."""
    found = parts.of(bench.select(REQUESTS[index]), kept[index]["sources"])
    read = {name for name in read_by_compiler(REQUESTS[index]) if name.rpartition("/")[2] not in parts.LISTS}
    assert len(read) > 10 and read <= found.keys()


def test_no_source_names_a_kernel_by_its_macro():
    """The macros of native/*/meta.h, which count for no row."""
    names = [
        name
        for path in (ROOT / "generated/native").glob("*/meta.h")
        for name in re.findall(r"\bMC_NATIVE_F\w+", path.read_text())
    ]
    read = [path.read_text() for place in ("src", "include", "boards") for path in (ROOT / place).rglob("*.[chS]")]
    words = set(re.findall(r"\w+", " ".join(read)))
    assert len(names) > 100 and not words.intersection(names)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("src/word/word.h", MICAZ | CORTEX),
        ("src/fp/add_modular.c", set()),  # both boards have a kernel
        ("src/protocol/ecdsa/ecdsa_sign.c", set()),
        ("src/protocol/protocol.h", set()),
        ("boards/firmware/field_unary.c", {key for key in MICAZ | CORTEX if key[1] != "secp192r1"}),
        ("generated/field/fb163.h", {("micaz", "sect163k1"), ("cortex-m4", "sect163k1")}),
        ("generated/native/avr/fp192r1_add_modular.S", {("micaz", "secp192r1")}),
        ("boards/cortex_m/image.ld", CORTEX),
        ("boards/avr/io.h", MICAZ),
        ("generated/fb/algorithms.h", set()),  # its lines count, below
        ("generated/native/avr/meta.h", set()),
        ("simulators/avr/machine.c", MICAZ),
        ("simulators/mote/meter.c", MICAZ),
        ("simulators/qemu/cycles.c", CORTEX),
    ],
)
def test_changed_file(kept, folder, change, file, expected):
    change(file)
    assert stale(kept) == expected
    told = freshness.stale(folder)
    assert [line.split()[5] for line in told] == sorted({board for board, _ in expected})
    assert all(f"are stale: {file} changed; renew them" in line for line in told)


def test_names_of_many_files(kept, folder, change):
    """The first are those that concern most rows."""
    change("generated/field/fb163.h", "boards/firmware/field_unary.c", "src/word/word.h", "src/word/config.h")
    line = next(line for line in freshness.stale(folder) if "micaz" in line)
    three = "src/word/config.h, src/word/word.h, boards/firmware/field_unary.c"
    assert line.startswith(f"3 of 3 rows of micaz are stale: {three} and 1 more changed; renew them: ")


def test_known_answers(kept, folder, monkeypatch):
    """Those of an operation count, not their whole file."""
    true = parts.known_answers.load
    monkeypatch.setattr(
        parts.known_answers,
        "load",
        lambda s, o: true(s, o) if (s, o) != ("fb163", "fb-sqr-reduce") else true(s, "fb-inv"),
    )
    parts.answers_digest.cache_clear()
    found = stale(kept)
    parts.answers_digest.cache_clear()
    assert found == {("micaz", "sect163k1"), ("cortex-m4", "sect163k1")}


def test_values_of_a_board(kept, folder, monkeypatch):
    monkeypatch.setitem(boards.load("micaz").power, "voltage_v", 2.0)
    parts.values.cache_clear()
    assert stale(kept) == MICAZ
    assert "boards/micaz/board.toml changed" in freshness.stale(folder)[0]


@pytest.mark.parametrize(
    ("slot", "member", "expected"),
    [
        ("fp-add", "modular", {("micaz", "secp192r1")}),
        ("fb-inv", "itoh-tsujii-table:asm", set()),
        ("fp-inv", "fermat", set()),
    ],
)
def test_another_choice_of_a_board(kept, folder, monkeypatch, slot, member, expected):
    """It counts for images that hold the member."""
    micaz = boards.load("micaz")
    before = bench.select(REQUESTS[2 if slot.startswith("fp") else 0]).bound[slot]
    monkeypatch.setitem(micaz.choices, "asm", micaz.choices["asm"] | {slot: member})
    assert bench.select(REQUESTS[2 if slot.startswith("fp") else 0]).bound[slot] != before
    assert stale(kept) == expected
    assert all(f"{parts.MEMBERS} changed" in line for line in freshness.stale(folder))


def define(monkeypatch, file: str, name: str, first: bool) -> None:
    """Adds a file to the index of sources, as one that defines a name."""
    index = {known: list(files) for known, files in sources._definitions().items()}
    index[name] = [file, *index.get(name, ())] if first else [*index.get(name, ()), file]
    monkeypatch.setattr(sources, "_definitions", lambda: index)


def test_new_file_that_no_image_uses(kept, folder, monkeypatch):
    """Not even if it could define a name, after the file that the images take."""
    define(monkeypatch, "src/fb/new.c", "pairing", first=True)
    define(monkeypatch, "src/fb/multiplication/mul_comb_window4.c", "mc_fb163_sqr_reduce_byte_table_avr", first=False)
    true = parts.declared
    monkeypatch.setattr(parts, "declared", lambda path: true(path) | {"pairing": "void FB(pairing)(void);"})
    assert stale(kept) == set()


def test_new_file_that_an_image_takes(kept, folder, monkeypatch):
    """It defines a symbol of the image, and comes first."""
    symbol = next(s for s in parts.symbols(kept[2]["sources"]) if s.startswith("add_modular"))
    file = "src/fp/sub_modular.c"
    define(monkeypatch, file, f"mc_fp192r1_{symbol}", first=True)
    assert stale(kept) == {("micaz", "secp192r1")}


def test_declaration_in_a_list_of_members(kept, folder, monkeypatch):
    true = parts.declared
    assert "mc_word" in true(ROOT / "generated/fp/algorithms.h")["add_modular"]

    def changed(path):
        return {name: text + " " * name.startswith("add_") for name, text in true(path).items()}

    monkeypatch.setattr(parts, "declared", changed)
    assert stale(kept) == {("micaz", "secp192r1"), ("cortex-m4", "secp192r1")}


def test_removed_file(kept, folder):
    lost = [row | {"sources": row["sources"] + "src/fb/lost.c fb163\n"} for row in kept]
    assert stale(lost) == MICAZ | CORTEX
    assert freshness.changed(lost[0], {}) == ["src/fb/lost.c"]


def test_store_of_an_older_form(kept, folder):
    old = [row | {"sources": None, "sources_digest": None} for row in kept]
    assert stale(old) == MICAZ | CORTEX
    assert freshness.changed(old[0], {}) == ["the form of the store"]


def test_missing_compiler(kept, folder, monkeypatch):
    """Nothing is known of the rows of its board."""
    true = parts.of

    def of(chosen, listing):
        if chosen.board.name == "micaz":
            raise MissingTool("avr-gcc", "gcc-avr")
        return true(chosen, listing)

    monkeypatch.setattr(parts, "of", of)
    stale([])
    [line] = freshness.stale(folder)
    assert line.startswith("whether rows of micaz are stale is not known: avr-gcc is not installed")


def test_interrupted_sweep_goes_on(kept, tmp_path, change):
    """Also across a change: only what it made stale is measured again."""
    row_of = dict(zip(REQUESTS, kept, strict=True))

    def swept(asked) -> list[Request]:
        """Answers what is missing of the requests; returns it."""
        stale([])
        journal = Journal(tmp_path / "journal")
        missing = work.Work(asked, journal, tmp_path / "nowhere").missing()
        answers = ((r, {"row": freshness.with_sources(row_of[r], r), "seconds": 1.0}) for r in missing)
        with journal:
            run.sweep(missing, journal, lambda _: answers, lambda request, answer: None)
        return missing

    assert swept(REQUESTS[:4]) == REQUESTS[:4]
    assert swept(REQUESTS) == REQUESTS[4:]
    change("generated/field/fb163.h")
    assert swept(REQUESTS) == [REQUESTS[0], REQUESTS[3]]
    assert swept(REQUESTS) == []


@pytest.fixture(scope="module")
def stale_row():
    """A row of older sources: its image is the present one."""
    request = REQUESTS[0]
    row = dict.fromkeys(store.KEPT) | {"board": request.board, "operation": request.operation, "cycles": 7}
    row |= store.asked(request) | {"elf_sha256": Builder(bench.select(request)).build().sha256}
    return freshness.with_sources(row, request) | {"sources_digest": "of older sources"}


@pytest.fixture
def answered(stale_row, folder, monkeypatch):
    """The answer to the request of the stale row, changed so; what is measured has 8 cycles."""
    stale([])
    monkeypatch.setattr(freshness, "fingerprint", lambda: "these")
    monkeypatch.setattr(bench, "measure_one", lambda chosen: stale_row | {"cycles": 8})
    return lambda **changes: run.measured(REQUESTS[0], "these", stale_row | changes)


def was_measured(answer) -> bool:
    assert freshness.is_fresh(answer["row"])
    assert answer["row"]["cycles"] == (7 if answer.get("renewed") else 8)
    return "renewed" not in answer


def test_stale_row_of_the_same_image_is_renewed(answered):
    assert not was_measured(answered())


@pytest.mark.parametrize("changes", [{"elf_sha256": "another"}, {"reason": "too large"}, {"run_digest": None}])
def test_stale_row_of_another_image_is_measured(answered, changes):
    """So is one that did not fit and fits now, and one that does not say how it was run."""
    assert was_measured(answered(**changes))


@pytest.mark.parametrize(
    "part", ["simulators/avr/machine.c", "answers", "values of the board", "the choice of members"]
)
def test_stale_row_of_another_run_is_measured(answered, change, folder, monkeypatch, part):
    if part == "answers":
        monkeypatch.setattr(parts, "answers", lambda chosen: {"answers": "others"})
    elif part == "values of the board":
        monkeypatch.setattr(parts, "values", lambda board, profile: {"clock_hz": 1})
    elif part == parts.MEMBERS:
        monkeypatch.setattr(parts, "members", lambda chosen, listing: ["others"])
    else:
        change(part)
    stale([])
    assert was_measured(answered())


def test_a_row_that_still_does_not_fit_is_renewed(stale_row, monkeypatch):
    def build(self):
        raise DoesNotFit("the image takes 200,000 B of flash; micaz has 131,072 B")

    monkeypatch.setattr(Builder, "build", build)
    unfit = stale_row | {"elf_sha256": None, "reason": "the image takes 200,000 B of flash; micaz has 131,072 B"}
    assert freshness.renewed(unfit, REQUESTS[0])["reason"] == unfit["reason"]
    assert freshness.renewed(unfit | {"reason": "the image takes 1 B of flash"}, REQUESTS[0]) is None


def test_digest_does_not_depend_on_the_order_of_sets():
    """Members of two lists have one name here."""
    listing = "".join(
        f"src/{kind}/multiplication/mul_reduce_composed.c {of}\n" for kind, of in (("fb", "fb163"), ("fp", "order163"))
    )
    code = "from motelab.measure import bench; from motelab.sweep import freshness, parts; "
    code += "chosen = bench.select(bench.Request('cortex-m4', 'fb-sqr-reduce', backend='asm')); "
    code += f"print(freshness.digest_of(parts.of(chosen, {listing!r})))"
    digests = set()
    for seed in "1234":
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": python_path()}
        done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
        digests.add(done.stdout)
    assert len(digests) == 1


def test_index_of_sources():
    """A name stands with its files, as the generated list has it."""
    assert "src/fp/add_modular.c" in SOURCES_FILE.read_text()
    assert sources.defined_by("src/fp/add_modular.c", "fp192r1") == ["mc_fp192r1_add_modular"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int a;  /* one */ int b;\n\n// two \\\n three\nint c;\n", "int a; int b;\nint c;\n"),
        ('char *s = "a  // b /* c";  // d\n', 'char *s = "a  // b /* c";\n'),
        ("char q = '\"'; /* \" */ int d;\n", "char q = '\"'; int d;\n"),
        ("#define A(x) \\\n    ((x) + 1)\n\tlds r24, a ; it's // b\n", "#define A(x) ((x) + 1)\nlds r24, a ; it's\n"),
    ],
)
def test_text_without_comments(text, expected):
    assert parts.stripped(text) == expected


def test_comments_change_no_row(kept, folder, monkeypatch):
    """But every other text does."""
    header, true = ROOT / "src/word/word.h", parts.Path.read_text

    def changed(text: str) -> set[tuple[str, str]]:
        monkeypatch.setattr(parts.Path, "read_text", lambda path: true(path) + (text if path == header else ""))
        parts.file_digest.cache_clear()
        found = stale(kept)
        monkeypatch.setattr(parts.Path, "read_text", true)
        parts.file_digest.cache_clear()
        return found

    assert changed("/* another */\n\n   // and one more\n") == set()
    assert changed("#define MC_ANOTHER\n") == MICAZ | CORTEX


def test_no_source_knows_its_lines():
    """Their numbers, which comments change and no digest holds."""
    names = re.compile(r"\b(?:__LINE__|__COUNTER__|__TIME__|__DATE__|assert\s*\()")
    paths = [path for place in ("boards", "generated", "include", "src") for path in (ROOT / place).rglob("*.[chS]")]
    assert len(paths) > 1000 and [str(path) for path in paths if names.search(path.read_text())] == []
