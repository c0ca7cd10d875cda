"""Product and square modulo 2^255 - 19 as routines that other code calls, on weak residues (weak_residues.py).

Their calling convention is their own: r0 has the address of the result, also in the end, r1 and r2 those of the
factors. All other registers change. At sp the caller has FRAME_WORDS for them. No word of a result is stored before the
factors are read."""

from codegen.arm.listing import WORD_BYTES, Listing, at
from codegen.armv7.loops import arranged
from codegen.armv7.program import REGISTERS, Program, Value
from codegen.armv7.weak_residues import DOUBLE_EXCESS, WORDS, Place, Square, WeakResidues

RESULT, RETURN, WORD = range(WORDS - 1, WORDS + 2)  # words of the frame, above those of the lower half
FRAME_WORDS = WORD + 1
KEPT_WORD = 4  # of the factor of a square, which is needed again
# The orders in which products and squares take registers: many short forms, and few words of a square have to move for
# the fold; found by trials.
OF_PRODUCT = ("r8", "r12", "r3", "r5", "r6", "r9", "r4", "r0", "r11", "r10", "r1", "r7", "r2", "lr")
OF_SQUARE = ("r11", "r0", "r4", "r5", "lr", "r7", "r10", "r8", "r2", "r3", "r12", "r6", "r9", "r1")
NARROW = {"mov": "movs", "lsl": "lsls"}  # with short forms; nothing reads their flags


class Routine(WeakResidues):
    """The operations of a routine. The addresses of both factors of a product are in registers."""

    first_words = 5
    held_from = WORDS - 1

    def __init__(self) -> None:
        super().__init__(Program(0), Place(0))
        self.link, self.r, self.a, self.b = (Value() for _ in range(4))
        self.program.store(self.r, "sp", WORD_BYTES * RESULT)
        self.program.store(self.link, "sp", WORD_BYTES * RETURN)

    def write(self, kept: tuple[Value, ...], **choices: dict | tuple) -> tuple[Listing, list[str]]:
        """The instructions, and the registers of the values that are kept."""
        asm = Listing()
        held = {self.r: "r0", self.a: "r1", self.b: "r2", self.link: "lr"}
        registers = self.program.write(asm, held, kept, **choices)
        return asm, [registers[value] for value in kept]


class SquareRoutine(Routine):
    """The same of a square, without the fold. One word of its factor waits in the frame."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: tuple[Value, ...] = ()
        Square(self, Place(0), Place(0, self.a)).write()

    def load(self, place: Place, words: list[int]) -> list[Value]:
        if words == [KEPT_WORD]:
            return super().load(Place(WORD_BYTES * WORD), [0])
        found = super().load(place, words)
        for i, word in zip(words, found, strict=True):
            if i == KEPT_WORD and place.pointer is self.a:
                self.program.store(word, "sp", WORD_BYTES * WORD)
        return found

    def fold(self, result: Place, held: dict[int, Value], upper: list[Value]) -> None:
        """The words that the fold of the product's routine takes."""
        self.kept = (*upper, held[WORDS - 1])


def _narrow(asm: Listing) -> Listing:
    """The same with short forms."""
    for i, line in enumerate(asm.lines):
        mnemonic, _, operands = line.strip().partition(" ")
        is_short = mnemonic in NARROW and "lsr" not in operands
        asm.lines[i] = f"    {NARROW[mnemonic]:<6} {operands.strip()}" if is_short else line
    return asm


def product() -> tuple[Listing, list[str]]:
    """r = a b but for the fold: the words of the upper half and the uppermost of the lower one are in the registers of
    the second result."""
    routine = Routine()
    lower, upper = routine.integer_product(Place(0, routine.a), Place(0, routine.b))
    asm, places = routine.write((*upper, lower[WORDS - 1]), order=OF_PRODUCT)
    return _narrow(asm), places


def square(places: list[str]) -> Listing:
    """r = a^2 but for the fold, whose words get to these places."""
    routine = SquareRoutine()
    asm, found = routine.write(routine.kept, wanted=dict(zip(routine.kept, places, strict=True)), order=OF_SQUARE)
    # The carry out of the columns is in the flags until the end.
    for target, source in arranged(places, found, [r for r in REGISTERS if r not in (*places, *found)]):
        asm("mov", target, source)
    return asm


def fold(places: list[str]) -> Listing:
    """r = l + 38 h for the words in these places and those of the lower half in the frame, and the return."""
    residues = WeakResidues(Program(0), Place(0))
    program = residues.program
    *upper, top = words = [Value() for _ in places]
    factor = program.new("mov", f"#{DOUBLE_EXCESS}")
    carry = residues._fold_top(top, upper[-1], factor)
    base = program.load("sp", WORD_BYTES * RESULT)
    made: list[tuple[int, Value]] = []
    for start in range(0, WORDS - 1, 2):
        group = range(start, min(start + 2, WORDS - 1))
        loaded = residues.load_room(group)
        residues._store_each(made, base, 0)
        made = [*zip(group, loaded, strict=True)]
        for i, word in made:
            program("umaal", word, carry, upper[i], factor)
    residues._store_each(made, base, 0)
    program("add", top, top, carry)
    program.store(top, base, WORD_BYTES * (WORDS - 1))
    asm = Listing()
    program.write(asm, dict(zip(words, places, strict=True)), (base,), {base: "r0"})
    asm("ldr", "lr", at("sp", WORD_BYTES * RETURN))
    asm("bx", "lr")
    return _narrow(asm)
