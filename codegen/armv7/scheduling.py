"""The order of stores and loads. On a Cortex-M4 a load waits for a store directly before it, and a store directly after
a load takes no cycle (docs/cortex-m-cycles.md): stores move past the loads behind them."""

from collections.abc import Collection

from codegen.armv7.program import NEXT, REGISTERS, Operand, Part, Program, Step, Value, values


def stores_after_loads(program: Program, constants: Collection[Value]) -> None:
    """Moves stores past all loads behind them, where the registers suffice. constants: addresses of tables. The frame
    and what the arguments point to are apart; where two arguments may be one, a load stays behind the store."""
    steps, needed, freed = program.steps, *_registers(program)
    found: list[Step] = []
    at = 0
    while at < len(steps):
        loads = _end(steps, at, ("str",))
        end = _end(steps, loads, ("ldr", "@"))
        start = at  # of the stores that move
        while start < loads and not (
            max(needed[loads:end], default=0) + sum(freed[start:loads]) <= len(REGISTERS)
            and all(_may_pass(load, store, constants) for load in steps[loads:end] for store in steps[start:loads])
        ):
            start += 1
        found += steps[at:start] + steps[loads:end] + steps[start:loads]
        at = end if end > at else at + 1
        found += steps[end:at]
    program.steps = found


def _end(steps: list[Step], start: int, mnemonics: tuple[str, ...]) -> int:
    """Of the instructions with these mnemonics from `start` on."""
    return next((i for i in range(start, len(steps)) if steps[i][0] not in mnemonics), len(steps))


def _registers(program: Program) -> tuple[list[int], list[int]]:
    """How many registers each step needs, and how many values it is the last to name."""
    named = [{value for part in parts for value in values(part)} for _, parts in program.steps]
    last = {value: i for i, step in enumerate(named) for value in step}
    held = set(program.arguments if program.keeps_result else program.arguments[1:]) & set(last)
    needed, freed = [], []
    for i, step in enumerate(named):
        after = {value for value in held | step if last[value] > i}
        needed.append(len(after | step - held))
        freed.append(sum(last[value] == i for value in step))
        held = after
    return needed, freed


def _may_pass(load: Step, store: Step, constants: Collection[Value]) -> bool:
    return load[0] == "@" or _are_apart(load[1][1], store[1][1], constants)


def _are_apart(load: Part, store: Part, constants: Collection[Value]) -> bool:
    if isinstance(load, str) and isinstance(store, str):
        return load != store
    if any(isinstance(place, Operand) and place.template == NEXT for place in (load, store)):
        return False
    return isinstance(load, str) or isinstance(store, str) or load.value in constants
