"""A description that is well formed but wrong fails the tests that read it, in one line, and harms nothing else: they
call the library with buffers of these lengths."""

import dataclasses

import pytest

from codegen.interface.descriptions import Argument, Description
from tests.src.whole import test_outputs_on_errors as errors
from tests.src.whole import test_overlap as overlap
from tests.src.whole.overlap.cases import FUNCTIONS, Cases

CURVES = {"ecqv_issue": "secp256r1", "kdf_x963": "secp256r1", "eddsa_sign_read": "Ed25519"}


def with_length(one: Description, name: str, length: str) -> Description:
    """The same function with another length of an argument."""

    def changed(own: Argument) -> Argument:
        return dataclasses.replace(own, length=length) if own.name == name else own

    return dataclasses.replace(one, arguments=tuple(map(changed, one.arguments)))


def told(monkeypatch, wrong: Description) -> list[str]:
    """The first lines of what the tests of overlaps and of errors say about a function."""
    monkeypatch.setitem(FUNCTIONS, wrong.name, wrong)
    errors.provoked.cache_clear()
    curve, found = CURVES[wrong.name], []
    for test in (lambda: overlap.test_every_pair(Cases(curve), wrong.name), lambda: errors.provoked(curve, wrong.name)):
        try:
            test()
        except AssertionError as fault:
            found.append(str(fault).splitlines()[0])
    errors.provoked.cache_clear()
    return found


def test_an_output_that_is_too_short(monkeypatch):
    """Of a certificate without room for the 7 bytes of its information; nothing beyond the guards is written."""
    wrong = with_length(FUNCTIONS["ecqv_issue"], "certificate", "MC_ECQV_CERTIFICATE_BYTES(0, field)")
    expected = "mc_ecqv_issue writes up to 7 bytes beyond certificate, which has 33 by its description"
    assert told(monkeypatch, wrong) == [expected] * 2


def test_arguments_that_must_lie_apart(monkeypatch):
    wrong = dataclasses.replace(FUNCTIONS["kdf_x963"], apart=frozenset())
    (line,) = told(monkeypatch, wrong)
    assert line.startswith("mc_kdf_x963: secret at ") or line.startswith("mc_kdf_x963: info at ")


def test_an_error_that_is_left_out(monkeypatch):
    one = FUNCTIONS["eddsa_sign_read"]
    (line,) = told(monkeypatch, dataclasses.replace(one, errors=one.errors - {"READER"}))
    assert line == "mc_eddsa_sign_read, failing reader: READER is not among the errors described"


def test_a_length_that_is_not_demanded(monkeypatch):
    one = FUNCTIONS["kdf_x963"]
    exact = [dataclasses.replace(own, is_exact=own.name == "secret") for own in one.arguments]
    (line,) = told(monkeypatch, dataclasses.replace(one, arguments=tuple(exact)))
    assert line == "mc_kdf_x963, secret shorter: MC_OK for a length other than that described"


@pytest.mark.parametrize("name", ["ecqv_issue", "kdf_x963", "eddsa_sign_read"])
def test_right_descriptions_tell_nothing(monkeypatch, name):
    assert told(monkeypatch, FUNCTIONS[name]) == []
