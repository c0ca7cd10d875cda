"""Operations that only other people's code has, on no curve of the library: their texts go to an adapter, and come from
it, as blocks of 32 octets. A manifest names the curve of ours beside which an operation stands."""

import dataclasses

from motelab.boards.implementations.call import Call
from motelab.subjects.curves import Curve
from motelab.subjects.layouts import DIGEST, Layout
from motelab.subjects.operations import Operation

BLOCK = 32
Found = dict[str, tuple[Call, Operation]]


@dataclasses.dataclass(frozen=True)
class Texts:
    """Texts with their octets. `subject` is the file of the known answers, in implementations/answers/, by code that
    the file names."""

    subject: str
    octets: dict[str, int]

    def layout(self, *names: str) -> Layout:
        """These texts, one after the other."""
        return tuple((f"{name}{block}", DIGEST) for name in names for block in range(self.octets[name] // BLOCK))

    def in_blocks(self, case: dict[str, int], _: Curve) -> dict[str, int]:
        """A case with its texts as blocks, too."""
        found = dict(case)
        for name in self.octets.keys() & case.keys():
            text = case[name].to_bytes(self.octets[name])
            for block in range(self.octets[name] // BLOCK):
                found[f"{name}{block}"] = int.from_bytes(text[BLOCK * block : BLOCK * (block + 1)])
        return found

    def operation(
        self, name: str, function: str, arguments: tuple[tuple[str, ...], ...], result: tuple[str, ...], said: str
    ) -> Found:
        """By its name: the call of an adapter, with these texts in each argument, and the operation."""
        made = Operation(
            name, "scalar-mult", "implementation.c", (), (), said, on_curve=True, complete=self.in_blocks,
            of_subject=self.subject,
        )  # fmt: skip
        call = Call(function, tuple(self.layout(*names) for names in arguments), self.layout(*result))
        return {name: (call, made)}
