"""Programs of random instructions, which store registers, flags and memory after each instruction."""

import random

OUTPUTS = 4  # words a case: status register, r8, a word of memory, the pointer of @r7+ or a product's extension
DOUBLE = ["mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and"]
SINGLE = ("rra", "rrc", "rra.b", "rrc.b", "swpb", "sxt", "push")
PRODUCTS = {"unsigned": 0x130, "signed": 0x132, "accumulated": 0x134, "signed and accumulated": 0x136}


EDGES = (0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x80, 0xFF)


def _word(generator: random.Random, decimal: bool) -> int:
    """A random word or an edge; or four decimal digits, since DADD is defined for nothing else."""
    if decimal:
        return int(str(generator.choice([generator.randrange(10000), 9999, 0])), 16)
    return generator.choice([generator.randrange(1 << 16), *EDGES])


def _case(generator: random.Random) -> list[str]:
    """One instruction, or one product, with its operands."""
    kind, name = generator.random(), generator.choice(DOUBLE)
    words = [_word(generator, name == "dadd") for _ in range(5)]
    lines = [f"mov #{words[0]}, r5", f"mov #{words[1]}, r8", f"mov #{words[2]}, &buffer"]
    lines += [f"mov #{words[3]}, &buffer + 2", "mov #buffer, r6", "mov #buffer + 2, r7"]
    lines += [generator.choice(("setc", "clrc"))]
    if kind < 0.1:
        first = generator.choice(list(PRODUCTS.values()))
        lines += [f"mov r5, &{first}", "mov r8, &0x138", "mov &0x13a, r8", "mov &0x13c, &buffer", "mov &0x13e, r7"]
    elif kind < 0.3:
        name = generator.choice(SINGLE)
        operand = generator.choice(("r8", "2(r6)", "&buffer", "@r7+" if name == "push" else "r8"))
        lines += [f"{name} {operand}"] + (["pop r8"] if name == "push" else [])
    else:
        constants = ("#0", "#1") if name == "dadd" else ("#0", "#1", "#8", "#-1")
        sources = ("r5", *constants, f"#{words[4]}", "@r6", "@r7+", "2(r6)", "&buffer")
        suffix, destination = generator.choice((".w", ".b")), generator.choice(("r8", "2(r6)", "&buffer"))
        lines += [f"{name}{suffix} {generator.choice(sources)}, {destination}"]
        lines += ["bic #0x100, r2"] if name == "dadd" else []  # V is undefined
    return [*lines, "mov r2, 0(r4)", "mov r8, 2(r4)", "mov &buffer, 4(r4)", "mov r7, 6(r4)", "add #8, r4"]


def source(seed: int, cases: int) -> str:
    """Assembly of an image that stores everything from `results` on until it reaches `done`; then writes it to the
    output."""
    generator = random.Random(seed)
    body = [line for _ in range(cases) for line in _case(generator)]
    write = [f"mov #{2 * OUTPUTS * cases}, r5", "mov #results, r6", "1: mov.b @r6+, &OUTPUT", "dec r5", "jnz 1b"]
    lines = ["mov #results, r4", "clr &0x13a", "clr &0x13c", *body, "br #done"]
    routines = ["routine main", *lines, "end main", "routine done", *write, "exit_with 0", "end done"]
    variables = [".bss", ".balign 2", f"results: .space {2 * OUTPUTS * cases}", "buffer: .space 4"]
    return "\n".join(['.include "io.inc"', *routines, *variables, ""])
