"""Solvers for bit vectors, which must agree. They are no requirement of the lab: lab/prove-requirements.in."""

import importlib.util
import time
from importlib import metadata

from motelab.common.errors import MotecurveError

REQUIREMENTS = "lab/prove-requirements.lock"
PACKAGES = {"bitwuzla": "bitwuzla", "z3": "z3-solver", "cvc5": "cvc5"}  # module -> package
TWO = 2
SECONDS_MAX = 120
SAT, UNSAT, GAVE_UP = "sat", "unsat", "unknown"


class Disagree(Exception):
    """The solvers do not agree, or one gave up; the message says what each said."""


def available() -> list[str]:
    """Two modules of solvers that are installed; MotecurveError if there are fewer."""
    found = [module for module in PACKAGES if importlib.util.find_spec(module)]
    if len(found) < TWO:
        raise MotecurveError(f"two solvers are needed; install them with: .venv/bin/pip install -r {REQUIREMENTS}")
    return found[:TWO]


def versions(modules: list[str]) -> tuple[str, ...]:
    return tuple(f"{PACKAGES[one]} {metadata.version(PACKAGES[one])}" for one in modules)


def decide(text: str, modules: list[str], names: list[str]) -> dict[str, int] | None:
    """None if no values satisfy the assertions, as both solvers say; else values of the names; or raises Disagree."""
    answers = {module: ASK[module](text) for module in modules}
    if set(answers.values()) == {UNSAT}:
        return None
    if set(answers.values()) == {SAT}:
        return model(text, names)
    raise Disagree(", ".join(f"{module} says {answer}" for module, answer in answers.items()))


def by_z3(text: str) -> str:
    import z3

    solver = z3.SolverFor("QF_BV")
    solver.set("timeout", 1000 * SECONDS_MAX)
    solver.from_string(text)
    return str(solver.check())


def model(text: str, names: list[str]) -> dict[str, int]:
    """Values of constants that satisfy the assertions."""
    import z3

    solver = z3.SolverFor("QF_BV")
    solver.from_string(text)
    if str(solver.check()) != SAT:
        raise Disagree("no model")
    values = {one.name(): solver.model()[one].as_long() for one in solver.model().decls() if one.arity() == 0}
    return {name: values.get(name, 0) for name in names}


def by_bitwuzla(text: str) -> str:
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, 1000 * SECONDS_MAX)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(text, True, False)
    return str(parser.bitwuzla().check_sat()).rpartition(".")[2].lower()


def by_cvc5(text: str) -> str:
    import cvc5

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("tlimit-per", str(1000 * SECONDS_MAX))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "kernel")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, parser.getSymbolManager())
    found = solver.checkSat()
    return SAT if found.isSat() else UNSAT if found.isUnsat() else GAVE_UP


ASK = {"z3": by_z3, "bitwuzla": by_bitwuzla, "cvc5": by_cvc5}


def timed(text: str, modules: list[str], names: list[str]) -> tuple[dict[str, int] | None, float]:
    started = time.monotonic()
    return decide(text, modules, names), time.monotonic() - started
