"""docs/adding-a-board.md does what it says: its file makes a board, on which its commands run."""

import json
import os
import re
import shlex
import subprocess
import sys

from motecurve import ROOT

PAGE = (ROOT / "docs/adding-a-board.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_the_page(tmp_path):
    (path,) = re.findall(r"`(my-boards/\w+/board\.toml)`", PAGE)
    (text,) = blocks("toml")
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text)
    (commands,) = blocks("sh")
    records = []
    for line in commands.splitlines():
        setting, program, *arguments = shlex.split(line)
        name, _, value = setting.partition("=")
        assert program == "./motecurve"
        environment = os.environ | {name: str(tmp_path / value), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'lab'}"}
        command = [sys.executable, "-m", "motecurve", *arguments, "--jobs", "1"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
        assert done.returncode == 0, done.stderr
        records += json.loads(done.stdout)
    assert {record["operation"] for record in records} == {"fp-mul-reduce", "scalar-mult"}
    for record in records:
        assert record["verified"] and record["board"] == "rpi1" and record["instructions"] > 0
        assert "-mcpu=arm1176jzf-s" in record["flags"] and record["cycle_model"].endswith("arm1176)")
    assert {record["algorithm"] for record in records if record["constant_time"]} >= {"regular-wtnaf"}
