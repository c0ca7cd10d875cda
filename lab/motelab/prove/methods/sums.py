"""Proofs of sums, differences and small reductions of prime fields, by bit vectors and two solvers."""

from motelab.prove.domains.vectors import Term, Vectors
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, Done, execute, with_overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Differs
from motelab.prove.meanings.sums import Sum
from motelab.prove.methods import solvers
from motelab.prove.targets import Target

METHOD = "bit vectors"


def prove(target: Target, contract: Contract, code: Code, meaning: Sum) -> Done:
    """The execution that shows the statement; raises Differs, Disagree, Stuck or Broken."""
    modules = solvers.available()
    return with_overlaps(contract, lambda same: attempt(target, contract, code, meaning, same, modules))


def attempt(
    target: Target, contract: Contract, code: Code, meaning: Sum, same: dict[str, str], modules: list[str]
) -> Done:
    names = [name for name, _ in meaning.inputs]
    sizes = meaning.sizes(target, contract)
    domain = Vectors()
    inputs = {n: [domain.input(f"{n}{i}", 8) for i in range(sizes[n])] for n in names}
    done = execute(target, contract, code, domain, Call(sizes, inputs, same=same))
    query = question(domain, contract, meaning, inputs, done.output(meaning.output_name))
    wanted = [f"{name}{i}" for name in names for i in range(sizes[name])]
    found = solvers.decide(query, modules, wanted)
    if found is not None:
        values = {n: sum(found[f"{n}{i}"] << 8 * i for i in range(sizes[n])) for n in names}
        raise Differs(meaning.output_name, values)
    return done


def question(domain: Vectors, contract: Contract, meaning: Sum, inputs: dict[str, list[Term]], output: list) -> str:
    """Whether inputs of the domain exist for which the output is another number."""
    p, width = contract.modulus, 8 * len(output) + 2

    def wide(values: list) -> str:
        return domain.extended(domain._join(8, *values)[0], 8 * len(values), width - 8 * len(values))

    def constant(number: int) -> str:
        return f"(_ bv{number} {width})"

    result, numbers = wide(output), {name: wide(values) for name, values in inputs.items()}
    bounds = [f"(assert (bvult {numbers[n]} {constant(meaning.bound(p))}))" for n in inputs]
    expected = meaning.expected(numbers, constant, p)
    lines = ["(set-logic QF_BV)", *domain.lines, *bounds, f"(assert (not (= {result} {expected})))"]
    return "\n".join(lines) + "\n"
