"""Executes a `Program` before it has registers."""

from codegen.avr.virtual import HIGH, LOW, Byte, Program


def _instruction(name: str, a: int, b: int, carry: int) -> tuple[int, int]:
    """The result, of any size or negative, and the carry if it is not the result's ninth bit."""
    results = {
        "add": a + b,
        "adc": a + b + carry,
        "sub": a - b,
        "sbc": a - b - carry,
        "lsl": 2 * a,
        "rol": 2 * a + carry,
        "inc": a + 1 & 255 | carry << 8,
        "eor": a ^ b | carry << 8,
        "and": a & b | carry << 8,
        "com": a ^ 255 | 256,
        "lsr": a >> 1 | (a & 1) << 8,
        "ror": a >> 1 | carry << 7 | (a & 1) << 8,
        "asr": a >> 1 | a & 128 | (a & 1) << 8,
    }
    return results[name] & 255, results[name] >> 8 & 1


def evaluate(program: Program, arguments: dict[str, int], outputs: list[Byte]) -> int:
    """The number in the bytes `outputs` after the program, which has arguments in memory only."""
    values: dict[Byte, int] = {}
    carry = 0

    def value(byte: Byte | int | None) -> int:
        if byte is None or isinstance(byte, int):
            return byte or 0
        if byte not in values:
            values[byte] = byte.constant if byte.home is None else arguments[byte.home[0]] >> 8 * byte.home[1] & 255
        return values[byte]

    for op in program.ops:
        if op.name == "mul":
            product = value(op.target) * value(op.source)
            values[LOW], values[HIGH] = product & 255, product >> 8
            carry = product >> 15
        elif op.name == "take":
            values[op.target], values[op.source] = values[LOW], values[HIGH]
        elif op.name == "copy":
            values[op.target] = value(op.source)
        elif op.name == "mask":
            values[op.target] = 255 * carry
        elif op.name not in ("comment", "fetch"):
            values[op.target], carry = _instruction(op.name, value(op.target), value(op.source), carry)
    return sum(value(byte) << 8 * i for i, byte in enumerate(outputs))
