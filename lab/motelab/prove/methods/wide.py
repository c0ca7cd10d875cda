"""Proofs of differences of products, by floors and cases modulo p R."""

from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Done
from motelab.prove.kernel.objects import Code
from motelab.prove.meanings.wide import OF_MODULUS, Wide, widened
from motelab.prove.methods import floors
from motelab.prove.targets import Target

METHOD = floors.METHOD


def prove(target: Target, contract: Contract, code: Code, meaning: Wide) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    return floors.prove(target, widened(contract), code, OF_MODULUS)
