"""Somebody else's code on the bench: its figures, and one line for each way in which it can be wrong."""

import re
import sys

import pytest

from motelab import cli
from motelab.boards.implementations import manifest, selection
from motelab.common import progress
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.compare import committed
from motelab.measure import bench, ctcheck, implementation_requests, run_limits
from motelab.measure.bench import Request


def request(folder, board="micaz", operation="fb-mul-reduce", curve="sect163k1") -> Request:
    return Request(board, operation, backend="", curve=curve, implementation=str(folder), source="")


def measured(folder, **changes) -> dict:
    return bench.measure_one(bench.select(request(folder, **changes)))


@pytest.mark.parametrize("board", ["micaz", "cortex-m4"])
def test_figures_are_of_their_code(folder, board):
    record = measured(folder, board=board)
    assert record["verified"] and record["implementation"] == "shift-and-add"
    assert record["implementation_commit"] is None and len(record["implementation_sha256"]) == 64
    assert record["choices"] == {} and record["kernel"] is None and record["constant_time"]
    assert 200 < record["flash_bytes"] < 1000 and record["ram_static_bytes"] == 0
    assert record["stack_bytes"] <= record["stack_bound_bytes"]
    assert record["cycles"] > 163 * 21 * 2  # a load and a store at least for each octet of each step


def test_a_record_of_ours_says_so():
    record = bench.described(bench.select(Request()))
    assert record["implementation"] == "motecurve" and record["implementation_sha256"] is None


def test_the_digest_follows_their_files(folder):
    first = measured(folder)
    folder.replace("multiply.c", "#include <stdint.h>", "#include <stdint.h>  // the same code")
    second = measured(folder)
    assert first["implementation_sha256"] != second["implementation_sha256"]
    assert first["cycles"] == second["cycles"]


def failure(folder, kind=ImageFailed, **changes) -> str:
    with pytest.raises(kind) as caught:
        measured(folder, **changes)
    assert "\n" not in str(caught.value)
    return str(caught.value)


ASSEMBLY = """
.global return_at_once
return_at_once:
    RETURN
"""


def test_a_file_of_assembly_is_preprocessed_if_its_flags_say_so(folder):
    folder.write("one.s", ASSEMBLY)
    folder.replace("implementation.toml", '["multiply.c"]', '["multiply.c", "one.s"]')
    folder.replace("adapter.c", "    multiply(", "    void return_at_once(void);\n    return_at_once();\n    multiply(")
    manifest.load.cache_clear()
    assert "unknown opcode `return'" in failure(folder).lower()
    flags = '["-x", "assembler-with-cpp", "-DRETURN=ret"]'
    folder.replace("implementation.toml", 'flags = ["-O2"]', f'flags = ["-O2"]\nassembly_flags = {flags}')
    manifest.load.cache_clear()
    assert "assembler-with-cpp" in measured(folder)["flags"]


SET_UP = """
static uint8_t is_set;

void set_field(void)
{
    for (volatile uint16_t i = 0; i < 50000; i++)
        is_set = 1;
}
"""


def test_time_of_setting_up_does_not_count_and_its_flash_does(folder):
    plain = measured(folder)
    folder.replace("adapter.c", "    return 0;", "    return !is_set;")
    folder.replace("adapter.c", "\nvoid multiply", f"{SET_UP}\nvoid multiply")
    assert "gives a wrong result, 01" in failure(folder)
    folder.replace("implementation.toml", "constant_time = true", 'constant_time = true\nset_up = "set_field"')
    manifest.load.cache_clear()
    record = measured(folder)
    assert record["cycles"] - plain["cycles"] < 20 and record["stack_bytes"] == plain["stack_bytes"]
    assert record["flash_bytes"] > plain["flash_bytes"] and record["ram_static_bytes"] == 1


def test_a_crash_of_code_whose_stack_has_no_bound(folder):
    endless = "uint8_t (*volatile next)(uint8_t *, const uint8_t *, const uint8_t *) = implementation_field_mul;"
    folder.replace("adapter.c", "    multiply(", f"    {endless}\n    next(result, b, a);\n    multiply(")
    assert "the stack ran into the variables" in failure(folder)


def test_a_wrong_answer_names_the_case_what_came_and_what_was_due(folder):
    folder.replace("multiply.c", "0xc9", "0xc8")
    said = failure(folder)
    assert "where 00" in said and "is due; known answer: a = 0x" in said and ", b = 0x" in said


def test_a_refusal_of_valid_input_is_a_wrong_answer(folder):
    folder.replace("adapter.c", "return 0;", "return 3;")
    assert f"gives a wrong result, 01{'00' * 21} where 00" in failure(folder)


@pytest.mark.parametrize("place", ["result[21] = 0;", "result[-1] = 0;"])
def test_a_result_longer_than_its_buffer_is_caught(folder, place):
    folder.replace("adapter.c", "return 0;", f"{place}\n    return 0;")
    assert "writes past the 21 bytes of its result" in failure(folder)


def test_a_stack_that_does_not_fit_is_caught(folder):
    folder.replace("adapter.c", "    multiply(", "    volatile uint8_t large[3990];\n    large[0] = 1;\n    multiply(")
    said = failure(folder)
    assert "stack" in said or "out of ram" in said.lower()


def test_code_that_never_ends_is_stopped(folder, monkeypatch):
    monkeypatch.setattr(selection.ImplementationSelection, "max_cycles", 2_000_000)
    folder.replace("adapter.c", "    multiply(", "    for (volatile int on = 1; on;)\n        ;\n    multiply(")
    assert "no exit after 2000000 cycles" in failure(folder)


def test_code_that_does_not_compile_names_the_error(folder):
    folder.replace("multiply.c", "memcpy(r, sum, sizeof sum);", "memcpy(r, sun, sizeof sum);")
    assert "multiply.c" in (said := failure(folder)) and "sun" in said


def test_a_file_that_is_not_there(folder):
    (folder.path / "multiply.c").unlink()
    assert "names multiply.c, and" in failure(folder, MotecurveError)


def test_an_image_that_does_not_fit(folder):
    folder.replace(
        "adapter.c", "uint8_t implementation_field_mul", "uint8_t large[5000];\n\nuint8_t implementation_field_mul"
    )
    folder.replace("adapter.c", "multiply(result, a, b);", "large[*a] = *b;\n    multiply(result, a, b);")
    assert "RAM" in failure(folder, DoesNotFit)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": "telosb"}, "claims no build for telosb; it has micaz, cortex-m4"),
        ({"curve": "sect233k1"}, "claims no fb-mul-reduce on sect233k1; it has sect163k1"),
        ({"operation": "ecdh"}, "claims no ecdh; it has fb-mul-reduce"),
        ({"board": "host"}, "host runs no images"),
    ],
)
def test_what_the_manifest_does_not_claim(folder, changes, said):
    assert said in failure(folder, MotecurveError, **changes)


def test_without_names_everything_that_it_claims(folder):
    found = implementation_requests.expand(str(folder), "")
    assert [(r.board, r.operation, r.curve) for r in found] == [
        ("micaz", "fb-mul-reduce", "sect163k1"), ("cortex-m4", "fb-mul-reduce", "sect163k1"),
    ]  # fmt: skip
    with pytest.raises(MotecurveError, match="claims no operation on sect233k1"):
        implementation_requests.expand(str(folder), "", curves=["sect233k1"])


INVERSION = """
#include "implementation.h"

void multiply(uint8_t r[21], const uint8_t a[21], const uint8_t b[21]);

/* a^(2^163 - 2). */
uint8_t implementation_field_inv(uint8_t *result, const uint8_t *a)
{
    uint8_t power[21] = {0};
    power[0] = 1;
    for (int i = 0; i < 162; i++) {
        multiply(power, power, a);
        multiply(power, power, power);
    }
    for (int i = 0; i < 21; i++)
        result[i] = power[i];
    return 0;
}
"""


def test_a_claim_of_constant_time_is_checked(folder):
    folder.replace("implementation.toml", "fb-mul-reduce", "fb-inv")
    folder.replace("implementation.toml", '"micaz", "cortex-m4"', '"cortex-m4"')
    folder.write("adapter.c", INVERSION)
    inversion = request(folder, "cortex-m4", "fb-inv")
    assert measured(folder, board="cortex-m4", operation="fb-inv")["verified"]
    assert not ctcheck.leaked(ctcheck.check(inversion, 8))
    folder.replace("multiply.c", "for (int j = 0; j < 21; j++)", "for (int j = 0; chosen && j < 21; j++)")
    row = ctcheck.check(inversion, 8)
    assert ctcheck.leaked(row) and row["leaks"][0]["routine"] == "multiply"


ENDLESS = "    for (volatile int on = 1; on;)\n        ;\n    multiply("
AS_IT_IS = ("adapter.c", "return 0;", "return 0; ")
FAULTS = {
    "a wrong answer": (("multiply.c", "0xc9", "0xc8"), (), "gives a wrong result"),
    "past its buffer": (("adapter.c", "return 0;", "result[21] = 0;\n    return 0;"), (), "writes past the 21 bytes"),
    "no end": (("adapter.c", "    multiply(", ENDLESS), (), "no exit"),
    "no such file": (("implementation.toml", '"multiply.c"', '"multiplied.c"'), (), "names multiplied.c, and"),
    "no such board": (AS_IT_IS, ("--board", "telosb"), "claims no build for telosb"),
    "no such curve": (AS_IT_IS, ("--curve", "K-233"), "claims no operation on sect233k1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_line_and_status_2(folder, monkeypatch, capsys, fault):
    change, words, said = FAULTS[fault]
    folder.replace(*change)
    monkeypatch.setattr(selection.ImplementationSelection, "max_cycles", 2_000_000)
    board = () if "--board" in words else ("--board", "micaz")
    monkeypatch.setattr(sys, "argv", ["motecurve", "bench", "--implementation", str(folder), *board, *words])
    assert cli.outcome() == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("motecurve: ")]
    assert len(lines) == 1 and said in lines[0]


@pytest.mark.parametrize(
    ("operand", "octet", "what"),
    [("a", 0, "a, at octet 0"), ("a", 20, "a, at octet 20"), ("b", 7, "b, at octet 7"), ("b", 20, "b, at octet 20")],
)
def test_code_that_changes_its_input_is_caught(folder, operand, octet, what):
    """It passed, since the result is right."""
    folder.replace("adapter.c", "    return 0;", f"    ((uint8_t *){operand})[{octet}] ^= 1;\n    return 0;")
    for board in ("micaz", "cortex-m4"):
        assert failure(folder, board=board).startswith(f"implementation_field_mul changes its input: {what}; ")


def test_the_measured_image_keeps_no_copy_of_its_input(folder):
    record = measured(folder)
    assert record["ram_static_bytes"] == 0 and record["verified"]


def test_a_copy_that_does_not_fit_is_no_fault(folder, monkeypatch):
    def fails(*_):
        raise DoesNotFit("the image takes 5,000 B of RAM")

    monkeypatch.setattr(bench.kept_inputs, "image_of", fails)
    assert measured(folder)["verified"]


def test_a_limit_by_the_fastest_that_is_known(folder, monkeypatch, capfd):
    """An endless loop ran for minutes without a line."""
    monkeypatch.setattr(run_limits, "FLOOR", 1_000_000)
    monkeypatch.setattr(progress, "HEARTBEAT_S", 0.005)
    folder.replace("adapter.c", "    multiply(", ENDLESS)
    said = failure(folder)
    fastest = run_limits.fastest("micaz")["fb-mul-reduce", "F_2^163"]
    ours = [r["cycles"] for r in committed.of("micaz") if (r["operation"], r["field"]) == ("fb-mul-reduce", "F_2^163")]
    assert 1000 < fastest <= min(ours)
    assert said.startswith("shift-and-add, implementation_field_mul on micaz: ")
    assert "no exit after 1000000 cycles" in said
    assert said.endswith(f"; the fastest that is known takes {fastest:,} cycles, and 1 run may take 1,000,000")
    beats = [line for line in capfd.readouterr().err.splitlines() if " so far; at " in line]
    assert beats and beats[0].startswith("shift-and-add, implementation_field_mul on micaz: 1 run for 0 s so far; at")


@pytest.mark.parametrize(
    ("least", "cases", "limit"),
    [(None, 9, 10**10), (100, 1, 300_000_000), (2_000_000, 10, 4 * 10**9), (10**9, 10, 10**10)],
)
def test_limits(monkeypatch, least, cases, limit):
    monkeypatch.setattr(run_limits, "known", lambda chosen: least)
    chosen = bench.select(Request())
    assert run_limits.limit(chosen, cases) == limit
    assert ("no figure" in run_limits.in_words(chosen, cases)) == (least is None)


def test_what_would_steer_a_terminal_is_escaped_and_no_digest_is_shown(folder):
    """Messages began with 64 digits, and held escape sequences of somebody else's code."""
    folder.replace("multiply.c", "#include <stdint.h>", '#include <stdint.h>\n#error "\x1b[31mred\x07"')
    said = failure(folder)
    assert "\\x1b[31mred" in said and "\x1b" not in said and "\x07" not in said
    folder.write("multiply.c", "void multiply(void) { for (;;) multiply(); }")
    for board in ("micaz", "cortex-m4"):
        assert not re.search(r"[0-9a-f]{64}", failure(folder, board=board))
