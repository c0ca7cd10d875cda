"""The faults that `make mutate` plants, its treatment of results, and its proofs, which name existing lines."""

import json
import subprocess
import sys

import pytest

from motelab import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import mutate
import mutate_selections
import mutation_rules

C = """/* a < b */
#define ROWS (TEETH + 1)
_Static_assert(ROWS < 9, "few");
static int count(const int *a, int n)
{
    int found = 0, sums[3];
    for (int i = 0; i < n; i++) {
        if (a[i] == -1 && n)
            continue;
        found += a[i] >> 3; /* found + 1 */
        note("a - b", &found);
    }
    return found ? MC_OK : MC_ERROR_LENGTH;
}
"""
C_FAULTS = {
    ("sum", "#define ROWS (TEETH - 1)"),
    ("constant", "#define ROWS (TEETH + 2)"),
    ("constant", "#define ROWS (TEETH + 0)"),
    ("relation", "for (int i = 0; i <= n; i++) {"),
    ("loop ends early", "for (int i = 0; i + 1 < n; i++) {"),
    ("negated condition", "if (!(a[i] == -1 && n))"),
    ("relation", "if (a[i] != -1 && n)"),
    ("logic", "if (a[i] == -1 || n)"),
    ("statement left out", ";"),
    ("statement left out", "; /* found + 1 */"),
    ("sum", "found -= a[i] >> 3; /* found + 1 */"),
    ("direction of a shift", "found += a[i] << 3; /* found + 1 */"),
    ("shift by one more", "found += a[i] >> (3 + 1); /* found + 1 */"),
    ("status", "return found ? MC_OK : MC_OK;"),
    ("constant", "int found = 0, sums[2];"),
}
NEVER = (
    "_Static_assert(ROWS <= 9",
    "/* a <= b */",
    "a + b",
    "static int count(const int *a, int n);",
    "+1 && n",
    "sums[4]",
)
KERNELS = {
    "avr": ("    adc   r19, r0 ; a\n", {"add   r19, r0 ; a", "; a"}),
    "armv7": ("    sbcs   r3, r3, #4\n", {"subs   r3, r3, #4", "sbcs   r3, r3, #5", "sbcs   r3, r3, #3", ""}),
    "thumb": ("    subs   r3, r3, r5\n", {"subs   r3, r5, r3"}),
    "msp430": ("    addc  @r14+, r15\n", {"add  @r14+, r15", ""}),
    "aarch64": ("    sbcs   xzr, x9, xzr // top\n", {"subs   xzr, x9, xzr // top", "// top"}),
    "x86_64": ("    adcx   r8, rax\n", {"adox   r8, rax", ""}),
}


def planted(text: str, sites: list[mutation_rules.Site]) -> list[tuple[str, str]]:
    """Rule and the first changed line."""
    lines = text.splitlines()
    return [
        (site.rule, next(new for old, new in zip(lines, site.planted(text).splitlines(), strict=False) if new != old))
        for site in sites
    ]


def test_faults_in_c():
    found = [(rule, line.strip()) for rule, line in planted(C, mutation_rules.of_c(C))]
    assert set(found) >= C_FAULTS
    assert not [line for _, line in found if any(never in line for never in NEVER)]
    assert len(found) == len({site.planted(C) for site in mutation_rules.of_c(C)})


@pytest.mark.parametrize("target", KERNELS)
def test_faults_in_kernels(target):
    line, expected = KERNELS[target]
    assert {after.strip() for _, after in planted(line, mutation_rules.of_kernel(line, target))} == expected


def test_every_source_has_nearest_tests():
    """A row of the table for every file, and tests that exist."""
    rows = mutate.nearest()
    files = [name for name in mutate.tracked() if mutate.is_hand_written(name) or mutate.is_kernel(name)]
    assert len(files) > 500 and all(mutate.row_of(name, rows) for name in files)
    chosen = [tests for name in files for tests in mutate.row_of(name, rows).selections(name)]
    named = {word for tests in chosen for word in tests if word.startswith("tests/")}
    assert named and all((ROOT / name).exists() for name in named)
    assert ["tests/src/protocol/test_ecqv.py"] in mutate.row_of("src/protocol/ecqv/a.c", rows).selections(
        "src/protocol/ecqv/a.c"
    )


@pytest.mark.slow
def test_every_selection_takes_tests():
    """Of each file: without a test that runs, every fault survives."""
    files = [name for name in mutate.tracked() if mutate.is_hand_written(name) or mutate.is_kernel(name)]
    rows = [(name, mutate.row_of(name, mutate.nearest())) for name in files]
    of_files = {(row.fields, *chosen): name for name, row in rows for chosen in row.selections(name)}
    of_lines = {("", *tests): word for word, tests in mutate.table()["of_lines"].items()}
    empty = {  # by name, by field, and by mark
        ("", "tests/src/native/test_avr_kernels.py", "-k", "fb127_gls_mul"),
        ("fp255", "tests/src/scalar/test_scalar.py", "-k", "sect163k1"),
        ("", "tests/src/native/test_riscv_kernels.py", "-k", "mc_fb571_sqr_reduce_spread_riscv"),
    }
    assert mutate_selections.empty({**of_files, **of_lines, **dict.fromkeys(empty)}) == empty


def test_a_selection_without_a_test_that_runs_is_an_error():
    """None of them may be skipped, either; at some word size one must run."""
    row = mutate.Nearest("src/pairing/*", (("tests/src/pairing", "-k", "{stem}"),), pairings="bls12-381")
    (chosen,) = row.selections("src/pairing/bls12/g1.c")
    assert chosen == ["tests/src/pairing", "-k", "g1"]
    none, one = mutate.Baseline(1.0, 0, []), mutate.Baseline(1.0, 1, [])
    mutate.Runner.require([none, one], row, chosen)
    with pytest.raises(mutate.Stopped, match=r"src/pairing/\*: no test runs by pytest tests/src/pairing -k g1"):
        mutate.Runner.require([none, none], row, chosen)


@pytest.mark.parametrize(
    ("file", "users"),
    [
        ("src/network/frame.c", ["frame.c"]),
        ("src/network/frame.h", ["exchange.c", "frame.c", "gather.c", "neighbours.c", "node.c", "transmit.c"]),
        ("generated/native/thumb/mul_karatsuba_256.h", ["fp255_mul_karatsuba.S", "fp256r1_mul_karatsuba.S"]),
    ],
)
def test_what_a_shared_text_is_compiled_with(file, users):
    found = [path.name for path in mutate.compiled_with(ROOT, file)]
    assert set(users) <= set(found) and (len(users) > 1 or found == users)


def test_selections_at_a_word_size():
    assert mutate.at_size(["tests/src/a.py"], "w8") == ["tests/src/a.py", "-k", "w8"]
    assert mutate.at_size(["a.py", "-k", "b or c"], "not w8") == ["a.py", "-k", "(b or c) and not w8"]


@pytest.mark.parametrize("entry", mutate.equivalents(), ids=lambda e: f"{e['file']}-{e['rule']}")
def test_proofs_are_of_faults(entry):
    """Each names a fault that can be planted, and says why it does not count."""
    assert set(entry) <= {"file", "line", "rule", "becomes", "reason"} and len(entry["reason"]) > 20
    assert any(mutate.proof(mutant, [entry]) for mutant in mutate.mutants_of(entry["file"]))


def test_score():
    """Refused by the compiler, equivalent and proved faults are left out; a fault that no build contains is not."""
    statuses = ["killed"] * 6 + ["survived", "not built", "invalid", "same objects", "proved equivalent"]
    totals = mutate.summary([{"status": status} for status in statuses])
    assert totals["score_percent"] == 75 and totals["killed"] == 6 and totals["survived"] == 1


def test_a_sample_is_the_same_again():
    first, again, other = (mutate.chosen_mutants("src/fp/*", False, 20, seed) for seed in (1, 1, 2))
    assert first == again != other and len(first) == 20


def test_changes_elsewhere_leave_a_sample_as_it_was():
    """All except the faults that others of a larger set draw ahead of."""
    whole = mutate.chosen_mutants("src/fp/*", False, 100, 1)
    part = mutate.chosen_mutants("src/fp/inversion/*", False, 100, 1)
    assert len(part) == 100 and {m for m in whole if m.file.startswith("src/fp/inversion/")} <= set(part)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--list", "--sample", "3", "--files", "src/hash/*"), 0, "src/hash/"),
        (("--list", "--kernels", "--sample", "3", "--files", "*/avr/*.S"), 0, "generated/native/avr/"),
        (("--files", "nowhere/*"), 2, "no faults to plant in 'nowhere/*'"),
        (("--sample", "0"), 2, "0 is not in the range x>=1"),
    ],
)
def test_command(words, status, said):
    done = subprocess.run([sys.executable, "tools/mutate.py", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == status and said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_results_of_earlier_runs(tmp_path, monkeypatch):
    """A killed fault stays killed while the file is the same; survivors are tried again after tests change."""
    entries = [
        {"key": "a", "status": "killed", "tests": "old"},
        {"key": "b", "status": "survived", "tests": "old"},
        {"key": "c", "status": "survived", "tests": "new"},
    ]
    path = tmp_path / "results.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries) + '{"key": "cut')
    monkeypatch.setattr(mutate, "RESULTS", path)
    monkeypatch.setattr(mutate, "tests_digest", lambda: "new")
    assert set(mutate.known()) == {"a", "c"}
