"""Images written to boards, by the tools that their users have."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from motelab.common.errors import MissingTool, MotecurveError
from motelab.device.image import DeviceBuilder

# Board -> the command that writes {image}, in Intel's format, through {port}.
COMMANDS = {
    "uno": "avrdude -p m328p -c arduino -P {port} -b 115200 -D -U flash:w:{image}:i",
    "mega": "avrdude -p m2560 -c wiring -P {port} -b 115200 -D -U flash:w:{image}:i",
}


def hexadecimal(builder: DeviceBuilder) -> Path:
    """The image in Intel's format, beside it."""
    image = builder.image()
    made = image.with_suffix(".hex")
    objcopy = builder.board.compiler.command.replace("gcc", "objcopy")
    subprocess.run([objcopy, "-O", "ihex", "-R", ".eeprom", str(image), str(made)], check=True, capture_output=True)
    return made


def command(builder: DeviceBuilder, port: str) -> list[str]:
    """The words of the command that writes the image."""
    words = COMMANDS[builder.board.name].format(port=shlex.quote(port), image=shlex.quote(str(hexadecimal(builder))))
    return shlex.split(words)


def flash(builder: DeviceBuilder, port: str) -> None:
    """Writes the image; the command goes to stderr. MissingTool without the tool, MotecurveError if it fails."""
    words = command(builder, port)
    print(f"motecurve: {shlex.join(words)}", file=sys.stderr)
    if shutil.which(words[0]) is None:
        raise MissingTool(words[0], words[0])
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        told = next((line for line in reversed(lines) if "rror" in line or "annot" in line), lines[-1])
        raise MotecurveError(f"{words[0]} did not write the image: {told.strip()}; run it again")
