"""Every form of AVR instruction with its cycles: AVR Instruction Set Manual, core AVRe+, program counters of 16 and of
22 bits."""

import dataclasses

POINTERS = "ldi r26, 0\n ldi r27, 3\n ldi r28, 0\n ldi r29, 4\n ldi r30, 0\n ldi r31, 5"  # X, Y, Z in RAM
EQUAL = "ldi r18, 1\n ldi r19, 1\n sbi {register}, 0"
UNEQUAL = "ldi r18, 2\n ldi r19, 1\n cbi {register}, 0"
TO_LABEL = "ldi r30, pm_lo8({label})\n ldi r31, pm_hi8({label})"


@dataclasses.dataclass(frozen=True)
class Core:
    """A processor: the bytes of a return address, a register of its I/O space that keeps any byte, and whether it has
    ELPM, and EICALL and EIJMP."""

    mcu: str
    register: str
    return_bytes: int = 2
    has_elpm: bool = True

    @property
    def return_cycles(self) -> int:
        return 2 + self.return_bytes

    @property
    def has_extended_jumps(self) -> bool:
        return self.return_bytes == 3


CORES = (
    Core("atmega128", "0x1b"),  # PORTA
    Core("atmega328p", "0x1e", has_elpm=False),  # GPIOR0
    Core("atmega2560", "0x1e", return_bytes=3),
)


@dataclasses.dataclass(frozen=True)
class Form:
    """The routine of the form is `body` and a return; `before` runs ahead of its call. {label} stands for a label of
    this form, {register} for that of the core."""

    body: str
    cycles: int
    before: str = "nop"
    note: str = ""

    @property
    def name(self) -> str:
        return f"{self.body} {self.note}".strip()

    def counts(self, core: Core) -> tuple[int, int, int, int]:
        """Cycles, loads, stores and xors of its routine."""
        first, _, operands = self.body.partition(" ")
        is_load = first in ("ld", "ldd", "lds", "lpm", "elpm")
        is_store = first in ("st", "std", "sts")
        is_xor = first == "eor" and operands != "r18, r18"
        return self.cycles + core.return_cycles, int(is_load), int(is_store), int(is_xor)


def _each(cycles: int, bodies: str, before: str = "nop") -> list[Form]:
    return [Form(body.strip(), cycles, before) for body in bodies.split("|")]


def _with_operands(mnemonics: str, operands: str, cycles: int = 1) -> list[Form]:
    return [Form(f"{mnemonic} {operands}".strip(), cycles) for mnemonic in mnemonics.split()]


def _arithmetic() -> list[Form]:
    return [
        *_with_operands("add adc sub sbc and or eor mov cp cpc", "r18, r19"),
        *_with_operands("com neg inc dec lsl lsr rol ror asr swap tst clr ser", "r18"),
        *_with_operands("subi sbci andi ori cpi ldi sbr cbr", "r18, 5"),
        *_with_operands("sec clc sen cln sez clz sei cli ses cls sev clv set clt seh clh nop wdr", ""),
        *_with_operands("mul muls mulsu fmul fmuls fmulsu", "r18, r19", 2),
        *_with_operands("adiw sbiw", "r24, 5", 2),
        *_each(1, "eor r18, r18|movw r18, r20|bset 6|bclr 6|bst r18, 2|bld r18, 2|in r18, 0x3d|out {register}, r18"),
        *_each(2, "sbi {register}, 2|cbi {register}, 2"),
    ]


def _memory(core: Core) -> list[Form]:
    forms = _each(2, "lds r18, 0x200|sts 0x200, r18")
    for pointer in "XYZ":
        for mode in (pointer, f"{pointer}+", f"-{pointer}"):
            forms += [Form(f"ld r18, {mode}", 2, POINTERS), Form(f"st {mode}, r18", 2, POINTERS)]
    for mode in ("Y+1", "Y+63", "Z+1", "Z+63"):
        forms += [Form(f"ldd r18, {mode}", 2, POINTERS), Form(f"std {mode}, r18", 2, POINTERS)]
    forms += _each(3, "lpm|lpm r18, Z|lpm r18, Z+", POINTERS)
    forms += _each(3, "elpm|elpm r18, Z|elpm r18, Z+", POINTERS) if core.has_elpm else []
    return forms + _each(4, "push r18\n pop r18|push r0\n pop r31")


def _jumps(core: Core) -> list[Form]:
    """A call takes a cycle for each byte of its return address."""
    back, to_leaf = core.return_cycles, TO_LABEL.format(label="leaf")
    extended = [Form("eijmp\n {label}:", 2, TO_LABEL), Form("eicall", 4 + back, to_leaf)]
    return [
        Form("", 0, note="ret"),
        Form("reti", 0),
        Form("rjmp {label}\n {label}:", 2),
        Form("jmp {label}\n {label}:", 3),
        Form("ijmp\n {label}:", 2, TO_LABEL),
        Form("rcall ." + "\n pop r18" * core.return_bytes, 1 + 3 * core.return_bytes),
        Form("rcall leaf", 1 + core.return_bytes + back),
        Form("call leaf", 2 + core.return_bytes + back),
        Form("icall", 1 + core.return_bytes + back, to_leaf),
        *(extended if core.has_extended_jumps else []),
    ]


def _branches() -> list[Form]:
    """Each is tested taken, which costs 2, and not taken."""
    forms = []
    flags = {"c": "brcs brcc", "z": "breq brne", "n": "brmi brpl", "v": "brvs brvc", "s": "brlt brge"}
    flags |= {"h": "brhs brhc", "t": "brts brtc", "i": "brie brid"}
    for number, flag in enumerate("cznvshti"):
        if_set, if_clear = flags[flag].split()
        set_flag, clear_flag = f"se{flag}", f"cl{flag}"
        for branch, taken, not_taken in (
            (if_set, set_flag, clear_flag),
            (if_clear, clear_flag, set_flag),
            (f"brbs {number},", set_flag, clear_flag),
            (f"brbc {number},", clear_flag, set_flag),
        ):
            body = f"{branch} {{label}}\n {{label}}:"
            forms += [Form(body, 2, taken, "taken"), Form(body, 1, not_taken, "not taken")]
    return forms


def _skips() -> list[Form]:
    """A skip costs 1, and 1 for each word that it skips."""
    forms = []
    skips = {
        "cpse r18, r19": (EQUAL, UNEQUAL),
        "sbrs r18, 0": (EQUAL, UNEQUAL),
        "sbrc r18, 0": (UNEQUAL, EQUAL),
        "sbis {register}, 0": (EQUAL, UNEQUAL),
        "sbic {register}, 0": (UNEQUAL, EQUAL),
    }
    for skip, (skipping, staying) in skips.items():
        forms.append(Form(f"{skip}\n nop", 1 + 1, staying, "no skip"))
        forms.append(Form(f"{skip}\n nop", 2, skipping, "skip"))
        for two_words in ("lds r20, 0x200", "sts 0x200, r20", "jmp leaf", "call leaf"):
            forms.append(Form(f"{skip}\n {two_words}", 3, skipping, "skip"))
    return forms


def all_forms(core: Core) -> list[Form]:
    return _arithmetic() + _memory(core) + _jumps(core) + _branches() + _skips()


def symbol(index: int) -> str:
    return f"form{index}"


def source(forms: list[Form], core: Core) -> str:
    """Assembly of an image that calls the routine of each form once."""
    routines, calls = [], []
    for index, form in enumerate(forms):
        label = f"label{index}"
        names = {"label": label, "register": core.register}
        calls.append(f" {form.before.format(**names)}\n call {symbol(index)}\n cli")
        routines.append(f"routine {symbol(index)}\n {form.body.format(**names)}\n ret\nend {symbol(index)}")
    lines = ['.include "io.inc"', *routines, "routine leaf\n ret\nend leaf"]
    return "\n".join([*lines, "routine main", *calls, " exit_with 0", "end main", ""])
