"""The firmware of a mote in a network, boards/network, with the engine, one scheme, and the board's kernels."""

import contextlib
import dataclasses
import struct
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section

from codegen.sources import Source
from motelab import ROOT
from motelab.boards.board import Board, Compiler
from motelab.boards.image import BOARDS, INCLUDES, Builder, configuration
from motelab.boards.sizes import Sizes, sizes
from motelab.common.errors import DoesNotFit, ImageFailed, MotecurveError
from motelab.common.files import digest, sources_digest
from motelab.common.names import one_of
from motelab.measure import bench
from motelab.network.parameters import neighbours, parameters

FIRMWARE = ROOT / "boards/network"
BOARD_NAMES = ("micaz", "telosb")


@dataclasses.dataclass(frozen=True)
class Scheme:
    """What an image of a scheme needs: the curve or group that it takes unless another is named (None: any, for the
    scheme computes on none), what others it can take, and the operation of the lab whose members suit it. Bytes of the
    task's stack on MICAz and on TelosB, with the usual curve: about 100 more than were ever used in tests."""

    number: int
    curve: str | None
    others: str  # "elliptic": all that the board runs; "": none
    operation: str
    stack_bytes: tuple[int, int]
    more: tuple[tuple[str, str], ...] = ()  # macros

    def c_name(self, name: str) -> str:
        """Its name in C."""
        return f"mc_network_{name.replace('-', '_')}"


SIGNS = "ecdsa-sign-stepwise"
STATIC_KEYS = "(1 << 3)"  # the method of RFC 9528 that provisions here name
# Where a board's own choice leaves no room for the engine, by board and the beginning of the curve's name: a smaller
# table on the stack; one kernel for products, and sums of points by slopes alone, in less flash.
LEAN = {
    ("micaz", "secp"): (("scalar-mult", "regular-window-co-z/3"),),
    ("telosb", "sect163k1"): (("scalar-mult", "regular-wtnaf-slopes/5"), ("fb-mul-each", "composed")),
}
# The same by board and scheme, in less flash: squares in C, which pairings need seldom; steps of a window in C.
LEAN_SCHEMES = {
    ("telosb", "ibe"): (("fp-sqr-reduce", "composed"),),
    ("telosb", "edhoc"): (("window-step", "composed"),),
}
POINTER_AND_FLAGS = {8: 5, 16: 6}  # octets before the sizes in mc_network_scheme, by the bits of a word
UNSIZED = 512  # octets of an exchange, and of the stack, until the scheme's own are known
SCHEMES = {
    "global": Scheme(1, None, "elliptic", SIGNS, (640, 1200)),
    "leap": Scheme(2, None, "elliptic", SIGNS, (640, 1200)),
    "sok": Scheme(3, "tate-256", "", "ibe-agree", (1340, 1380)),
    "ibe": Scheme(4, "tate-256", "", "ibe-encrypt", (1640, 1660)),
    "ecqv": Scheme(5, "sect163k1", "elliptic", SIGNS, (1800, 2080)),
    "ecdsa-ecdh": Scheme(6, "sect163k1", "elliptic", SIGNS, (1640, 1920)),
    "edhoc": Scheme(7, "secp256r1", "", SIGNS, (2000, 3220), (("MC_NETWORK_EDHOC_METHODS", STATIC_KEYS),)),
}
OTHER_STACK_BYTES = (2240, 3600)  # on other curves than a scheme's usual one: what MICAz has left
ANY_CURVE = "sect163k1"  # of images whose scheme computes on none


def scheme(name: str) -> Scheme:
    """MotecurveError if there is none of that name."""
    return SCHEMES[one_of("scheme", name, SCHEMES)]


def curve_for(name: str, board: Board, wanted: str) -> str | None:
    """The curve of a scheme on a board; None if it computes on none. MotecurveError if it cannot take that wanted."""
    of = scheme(name)
    if not wanted:
        return of.curve
    if of.others == "elliptic":
        if one_of(f"curve of {board.name}", wanted, board.curves) == "Curve25519":
            raise MotecurveError(f"{name} takes a curve whose points can be added, such as {ANY_CURVE}")
    elif wanted != of.curve:
        raise MotecurveError(f"{name} runs on {of.curve} alone, not on {wanted}")
    return wanted if of.curve else None


@dataclasses.dataclass(frozen=True)
class Firmware:
    """A linked image and its sizes."""

    path: Path
    sizes: Sizes


class NetworkBuilder(Builder):
    """Builds the network's firmware with the parts of Builder; `wake_interval_ms` is of a `mac` that sleeps."""

    def __init__(self, board: Board, name: str, curve: str | None, mac: str = "always", wake_interval_ms: int = 0):
        self.mac, self.wake_interval_ms = mac, wake_interval_ms
        self.scheme, self.scheme_name = scheme(name), name
        self.exchange_bytes, self.stack_bytes = UNSIZED, UNSIZED
        best = board.best_backend("fast")
        curve = curve or ANY_CURVE
        found = (one for (name, start), one in LEAN.items() if name == board.name and curve.startswith(start))
        lean = LEAN_SCHEMES.get((board.name, name), ())
        request = bench.Request(
            board.loaded_as, self.scheme.operation, backend=best, curve=curve, choices=next(found, lean)
        )
        super().__init__(bench.select(request))

    def config_header(self) -> str:
        """Text of the image's configuration: the library's macros, scheme, stack of its computations."""
        values = {
            **configuration(self.selection),
            "MC_STEPWISE": "1",
            "MC_NETWORK_NEIGHBOURS": str(neighbours()),
            "MC_NETWORK_EXCHANGE_BYTES": str(self.exchange_bytes),
            "MC_NETWORK_SCHEME": self.scheme.c_name(self.scheme_name),
            "MC_NETWORK_STACK_BYTES": str(self.stack_bytes),
            **dict(self.scheme.more),
            **self.access(),
        }
        return "".join(f"#define {key} {value}\n" for key, value in values.items())

    def access(self) -> dict[str, str]:
        """Macros of the media access; none for a radio that is always on."""
        if self.mac == "always":
            return {}
        interval = str(self.wake_interval_ms)
        return {"MC_NETWORK_ACCESS": f"MC_ACCESS_{self.mac.upper()}", "MC_NETWORK_WAKE_INTERVAL_MS": interval}

    def target(self, extra: tuple[str, ...]) -> Path:
        sources = sources_digest(*INCLUDES, BOARDS)
        tools = self.board.compiler
        inputs = ("network", sources, self.config_header(), self.version, *self.flags, *extra)
        return self.folder / "images" / f"{digest(*inputs, *tools.assembler_flags, *tools.link_flags)}.elf"

    def link(self, extra: tuple[str, ...]) -> Path:
        try:
            return super().link(extra)
        except ImageFailed as error:
            if "LMA wraps around" not in str(error):
                raise
        self.board = dataclasses.replace(self.board, compiler=with_high_variables(self.board.compiler))
        return super().link(extra)

    def objects(self, work: Path, extra: tuple[str, ...]) -> dict[Path, Source]:
        (work / "image.h").write_text(self.config_header())
        paths = (*sorted(FIRMWARE.glob("*.c")), *sorted(self.board.platform_folder.glob("*.[cS]")))
        return self.closure([Source(path, self.selection.curve.field) for path in paths], work, extra)

    def firmware(self) -> Firmware:
        """The image. If flash does not suffice for C that is compiled for speed, it is compiled for size, and then for
        size at any price. ImageFailed if it does not build, DoesNotFit with the bytes needed if a memory is too small.
        """
        fast, small = (self.board.compiler.profiles[profile] for profile in ("fast", "small"))
        self.flags = [*self.board.compiler.flags, *fast]
        smallest = ["-Oz" if flag == "-Os" else flag for flag in small]  # of clang
        for profile in (fast, small):
            self.flags = [*self.board.compiler.flags, *profile]
            with contextlib.suppress(DoesNotFit):
                return self.sized()
        self.flags = [*self.board.compiler.flags, *smallest]
        return self.sized()

    def sized(self) -> Firmware:
        """The image, with no more memory for an exchange than the scheme asks for; raises as `firmware` does."""
        self.exchange_bytes = self.stack_bytes = UNSIZED
        self.exchange_bytes = exchange_bytes(self.link(()), self.scheme.c_name(self.scheme_name), self.board.word_bits)
        is_usual = self.selection.curve.name in (self.scheme.curve, ANY_CURVE)
        stacks = self.scheme.stack_bytes if is_usual else OTHER_STACK_BYTES
        self.stack_bytes = stacks[BOARD_NAMES.index(self.board.name)]
        path = self.link(())
        used = sizes(path)
        for what, needed, has in (
            ("flash", used.flash, self.board.usable_flash_bytes),
            ("RAM", used.ram_static, self.board.usable_ram_bytes),
        ):
            if needed > has:
                whose = f"the firmware of {self.scheme_name} takes {needed:,} B of {what}"
                raise DoesNotFit(f"{whose}; {self.board.name} has {has:,}")
        return Firmware(path, used)


def with_high_variables(compiler: Compiler) -> Compiler:
    """The compiler whose linker lets initial values in flash end so high that the addresses after them, where it counts
    variables without initial values as if they were stored, pass the end of memory."""
    return dataclasses.replace(compiler, link_flags=[*compiler.link_flags, "--no-check-sections"])


def exchange_bytes(path: Path, symbol: str, word_bits: int) -> int:
    """Octets of an exchange's state and messages that the scheme in an image asks for: of mc_network_scheme
    (src/network/scheme.h) the flag of the initiator's nonce and the two sizes, and the engine's octets before them."""
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        (found,) = elf.get_section_by_name(".symtab").get_symbol_by_name(symbol)
        at = found["st_value"]
        section = next(s for s in elf.iter_sections() if holds(s, at))
        octets = section.data()[at - section["sh_addr"] :]
    number, _, has_nonce = octets[2:5]
    assert 1 <= number <= len(SCHEMES)
    state, message = struct.unpack_from("<HH", octets, POINTER_AND_FLAGS[word_bits])
    nonce = parameters()["nonce_bytes"] if has_nonce else 0
    return state + parameters()["prefix_bytes"] + nonce + message


def holds(section: Section, address: int) -> bool:
    """Whether the octet at an address is one that the section brings."""
    begin, flags = section["sh_addr"], section["sh_flags"]
    is_loaded = flags & SH_FLAGS.SHF_ALLOC and section["sh_type"] != "SHT_NOBITS"
    return bool(is_loaded) and begin <= address < begin + section["sh_size"]
