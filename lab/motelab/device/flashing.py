"""Images written to boards, by the tools that their users have."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from motelab.common.errors import MissingTool, MotecurveError
from motelab.device.image import DeviceBuilder

# Format of boards.toml -> how objcopy names it, and how files of it end.
FORMATS = {"ihex": ("ihex", ".hex"), "binary": ("binary", ".bin")}


def written(builder: DeviceBuilder) -> Path:
    """The image in the format that the board's tool writes, beside the linked one."""
    image = builder.image()
    if builder.driver.format not in FORMATS:
        return image
    name, suffix = FORMATS[builder.driver.format]
    made = image.with_suffix(suffix)
    compiler = builder.board.compiler
    # Of a target without a Debian package the computer's own, which need not know the processor.
    objcopy = ["objcopy", "-I", "elf32-little"] if compiler.binutils else [compiler.command.replace("gcc", "objcopy")]
    subprocess.run([*objcopy, "-O", name, "-R", ".eeprom", str(image), str(made)], check=True, capture_output=True)
    return made


def command(builder: DeviceBuilder, port: str) -> list[str]:
    """The words of the command that writes the image; MotecurveError if no tool does."""
    if not builder.driver.write:
        raise MotecurveError(
            f"no tool writes images to {builder.board.name}; load {builder.image()} yourself, and leave out --flash"
        )
    words = builder.driver.write.format(port=shlex.quote(port), image=shlex.quote(str(written(builder))))
    return shlex.split(words)


def flash(builder: DeviceBuilder, port: str) -> None:
    """Writes the image; the command goes to stderr. MissingTool without the tool, MotecurveError if it fails."""
    words = command(builder, port)
    print(f"motecurve: {shlex.join(words)}", file=sys.stderr)
    if shutil.which(words[0]) is None:
        raise MissingTool(words[0], builder.driver.package)
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        told = next((line for line in reversed(lines) if "rror" in line or "annot" in line), lines[-1])
        raise MotecurveError(f"{words[0]} did not write the image: {told.strip()}; run it again")
