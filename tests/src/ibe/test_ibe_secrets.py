"""Identity-based schemes are constant time in master secrets, private keys, messages and random bytes: valgrind follows
undefined bytes to jumps and addresses (ibe_secrets.c)."""

import subprocess
from pathlib import Path

import pytest

from motelab.library import host
from tests.src.pairing.library import build, of_type_1

# Whether a point that is read is in error shows: it is decided here and nowhere else.
DECIDERS = ("mc_fp256t_tate_point_decode", "mc_fp381_g1_decode", "mc_fp381_g2_decode")
SUPPRESSION = "{{\n  {0}\n  Memcheck:Cond\n  fun:{0}\n}}\n"


@pytest.fixture(params=["fp256t", "fp381"])
def program(request, word_bits) -> Path:
    build_name = of_type_1(word_bits) if request.param == "fp256t" else "bls12-381"
    folder = build(build_name, word_bits).parent
    target = f"ibe_secrets_{request.param}"
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", target])
    return next(path for path in folder.rglob(target) if path.is_file())


def reports(program: Path, tmp_path: Path, *arguments: str) -> str:
    (tmp_path / "deciders").write_text("".join(SUPPRESSION.format(name) for name in DECIDERS))
    options = ["-q", "--error-exitcode=99", "--expensive-definedness-checks=yes", f"--suppressions={tmp_path}/deciders"]
    run = subprocess.run(["valgrind", *options, program, *arguments], capture_output=True, text=True)
    assert run.returncode in (0, 99) and "wrong" not in run.stdout, run.stdout + run.stderr
    return run.stderr


@pytest.mark.word_sizes(32, 64)
def test_no_jump_and_no_address_depends_on_a_secret(program, tmp_path):
    assert reports(program, tmp_path) == ""


@pytest.mark.word_sizes(64)
def test_a_planted_leak_is_seen(program, tmp_path):
    assert "Conditional jump" in reports(program, tmp_path, "leak")
