"""The answer in five sentences. Every number in them is computed from the committed states and rows."""

from collections.abc import Sequence

from motelab.study import decisions, fair_claims
from motelab.study.decisions import EFFECT, NONE, Decision
from motelab.study.hypotheses import OPENSSL, OURS

LENGTHS_OF_PRIME = ("prime-small-a", "prime-small-b", "prime-small-point")
LENGTHS_OF_BINARY = ("binary-small-point", "binary-small-b")


def sentences() -> list[str]:
    """Five sentences; fewer while the states that one needs are not measured."""
    found = decisions.decided()
    made = [sentence(found) for sentence in (_lengths, _formulas, _full_a, _openssl, _claims)]
    return [text for text in made if text]


def chosen(found: Sequence[Decision], implementation: str, *hypotheses: str) -> list[Decision]:
    """The decisions of these hypotheses on one library."""
    return [
        one for one in found if one.pair.hypothesis in hypotheses and one.pair.curve.implementation == implementation
    ]


def span(found: Sequence[Decision]) -> str:
    """The least and the greatest change, in percent."""
    changes = sorted(round(100 * (one.ratio - 1), 1) + 0.0 for one in found)  # + 0.0: no negative zero
    return f"{changes[0]:+.1f} %" if changes[0] == changes[-1] else f"{changes[0]:+.1f} to {changes[-1]:+.1f} %"


def boards_of(found: Sequence[Decision]) -> str:
    return " and ".join(dict.fromkeys(one.pair.curve.board for one in found))


def counted(found: Sequence[Decision], verdict: str) -> str:
    return f"{sum(one.verdict == verdict for one in found)} of {len(found)}"


def _lengths(found: Sequence[Decision]) -> str:
    prime, binary = chosen(found, OURS, *LENGTHS_OF_PRIME), chosen(found, OURS, *LENGTHS_OF_BINARY)
    if not prime or not binary:
        return ""
    return (
        f"With this library on {boards_of(prime)} short b and base points save nothing, nor does a short a over prime "
        f"fields: {counted(prime, NONE)} pairs over prime fields and {counted(binary, NONE)} over binary "
        f"fields show no effect ({span(prime)} and {span(binary)})."
    )


def _formulas(found: Sequence[Decision]) -> str:
    minus_3, zero = (chosen(found, OURS, f"prime-{name}-formulas") for name in ("minus-3", "zero"))
    one = chosen(found, OURS, "binary-a-formulas")
    if not (minus_3 and zero and one):
        return ""
    return (
        "The value of a matters where formulas know it: on one and the same curve, formulas for a = -3 change the cost "
        f"by {span(minus_3)}, those for a = 0 by {span(zero)}, and those for a = 1 over binary fields by {span(one)}."
    )


def _full_a(found: Sequence[Decision]) -> str:
    full, reduction = chosen(found, OURS, "binary-full-a"), chosen(found, OURS, "prime-reduction")
    if not (full and reduction):
        return ""
    return (
        "One short parameter does pay, and every curve over a binary field of odd degree can have it: a full-size a in "
        f"the place of the isomorphic curve's a = 1 changes the cost by {span(full)}, for each doubling then needs a "
        "product more; the choice of arithmetic can matter more, as Montgomery's multiplication in the place of a "
        f"special reduction does with {span(reduction)}."
    )


def _openssl(found: Sequence[Decision]) -> str:
    prime, binary = chosen(found, OPENSSL, *LENGTHS_OF_PRIME), chosen(found, OPENSSL, *LENGTHS_OF_BINARY)
    if not prime or not binary:
        return ""
    return (
        "OpenSSL's cost does depend on lengths, and in both directions: short numbers change it by "
        f"{span(binary)} over binary fields ({counted(binary, EFFECT)} pairs show an effect) and by {span(prime)} "
        f"over prime fields ({counted(prime, EFFECT)}); curves of one group differ there, so this is the library's "
        "arithmetic and not the curves."
    )


def _claims(found: Sequence[Decision]) -> str:
    noise = decisions.printed_noise_percent()
    own, earlier = ({place: "{} of {}".format(*both) for place, both in fair_claims.counts(of).items()}
                    for of in (fair_claims.OWN, fair_claims.EARLIER))  # fmt: skip
    printed, platforms, elsewhere = fair_claims.PLACES
    return (
        f"Counted one-sided and by the paper's own delta, {own[printed]} tests of its own claims hold on what it "
        f"prints, {own[platforms]} on its platforms measured here and {own[elsewhere]} on other boards and libraries; "
        f"of the two claims that it takes from earlier works {earlier[printed]}, {earlier[platforms]} and "
        f"{earlier[elsewhere]}; its twin names, which mean the same curve, differ by up to "
        f"{noise['pi']:.1f} % on the Raspberry Pi and {noise['msp430']:.1f} % on the MSP430, so a curve is better "
        "chosen by its security, its formulas and the kernels of its field than by the length of its parameters."
    )
