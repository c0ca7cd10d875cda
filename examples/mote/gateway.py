"""The gateway of a mote, which a command runs: its input and output are the line between both."""

import argparse
import hmac
import subprocess
import sys
from collections.abc import Callable
from typing import IO

import motecurve
from motecurve import ecdh, ecqv, schnorr

CURVE = motecurve.curve("sect233k1")


class Line:
    """Lines of a word and bytes in hexadecimal."""

    def __init__(self, reader: IO[str], writer: IO[str]) -> None:
        self.reader, self.writer = reader, writer

    def send(self, word: str, data: bytes) -> None:
        print(word, data.hex(), file=self.writer, flush=True)

    def receive(self, word: str) -> bytes:
        """The bytes of the next line; ValueError for another one."""
        text = self.reader.readline()
        found, _, digits = text.strip().partition(" ")
        if found != word:
            raise ValueError(f"the mote said {text!r} instead of {word}")
        return bytes.fromhex(digits)


def agreement(line: Line) -> str:
    """Agrees on a key with the mote, and reads a message whose tag that key makes."""
    peer = CURVE.public_key(line.receive("key"))
    with CURVE.generate_key() as own:
        line.send("key", own.public_key.to_bytes())
        with ecdh.agree(own, peer) as secret:
            radio_key = secret.hkdf(16, info=b"radio")
    message, tag = line.receive("message"), line.receive("tag")
    if not hmac.compare_digest(tag, hmac.digest(radio_key, message, "sha256")):
        raise ValueError("the tag is wrong")
    return f"the mote says {message.decode()!r}, by the key that both have"


def enrolment(line: Line) -> str:
    """Certifies the mote, and reads a message that it signs."""
    with CURVE.generate_key() as authority:
        line.send("authority", authority.public_key.to_bytes())
        request = CURVE.public_key(line.receive("request"))
        issued = ecqv.issue(authority, request, b"mote 17, until 2031")
        line.send("certificate", issued.certificate)
        line.send("contribution", issued.contribution)
        message, signature = line.receive("message"), line.receive("signature")
        schnorr.verify(ecqv.public_key(issued.certificate, authority.public_key), signature, message)
    return f"the mote signs {message.decode()!r}, by its certificate of {len(issued.certificate)} bytes"


DIALOGUES: dict[str, Callable[[Line], str]] = {"agreement": agreement, "enrolment": enrolment}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dialogue", choices=DIALOGUES)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("no command that runs the mote")
    name = arguments.dialogue
    with subprocess.Popen(arguments.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as mote:
        assert mote.stdin and mote.stdout
        try:
            print(DIALOGUES[name](Line(mote.stdout, mote.stdin)))
        except ValueError as error:  # motecurve.MotecurveError is one
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        except BrokenPipeError:
            print(f"{name}: the mote has ended", file=sys.stderr)
            return 1
    return mote.returncode


if __name__ == "__main__":
    sys.exit(main())
