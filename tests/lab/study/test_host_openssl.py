"""OpenSSL through its C interface: right results, a wrong one refused, sides in turns."""

import pytest

from motelab.common.errors import ImageFailed
from motelab.study import host_openssl, twins
from motelab.study.hypotheses import State
from motelab.subjects import curves


@pytest.mark.parametrize(("base", "form"), [("secp160r1", "small-b"), ("sect163r2", "full-a")])
def test_results_are_checked(base, form):
    state = State("host", "openssl", base, form)
    group, case = host_openssl.Group(twins.twin(state)), twins.cases(state)[0]
    group.multiplication(case)()
    with pytest.raises(ImageFailed, match=f"result on {base}-{form} differs"):
        group.multiplication(case | {"rx": case["rx"] ^ 1})
    with pytest.raises(ImageFailed, match="a point not on"):
        group.multiplication(case | {"py": case["py"] ^ 1})


def test_keys_are_valid():
    host_openssl.key_generation(curves.find("secp256r1"))()


def test_sides_take_turns():
    """Every side has a time in each block, and each block goes round."""
    order = []
    calls = [lambda side=side: order.append(side) for side in "ab"]
    found = host_openssl.times(calls, blocks=3)
    assert [len(times) for times in found] == [3, 3] and all(time > 0 for times in found for time in times)
    turns = [side for place, side in enumerate(order) if place == 0 or order[place - 1] != side]
    assert "".join(turns) == "ab" * 4  # once to see how long they take
