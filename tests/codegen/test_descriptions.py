"""The descriptions of the public functions: each fault is one line that names the function and says what would be
right, and lengths are the same numbers in Python and in C."""

from pathlib import Path

import pytest

from codegen.interface.descriptions import (
    HEADERS,
    Description,
    Fault,
    described,
    faults,
    length_in_c,
    length_of,
)

TOY = """/*---
out: signature[digest + scalar]
in: private_key[scalar] secret, message
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_toy_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                           size_t private_key_bytes, size_t message_bytes, const mc_hash *hash,
                                           const mc_curve *curve);
"""


def toy(folder: Path, *changed: str) -> Path:
    """A folder with the header of a toy, in which each first text is replaced by the one after it."""
    text = TOY
    for old, new in zip(changed[::2], changed[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    (folder / "toy.h").write_text(text)
    return folder


def test_description_of_a_toy(tmp_path):
    one: Description = described(toy(tmp_path))["toy_sign"]
    assert [(own.name, own.kind, own.is_exact, own.is_secret) for own in one.arguments] == [
        ("signature", "out", False, False),
        ("private_key", "in", True, True),
        ("message", "in", False, False),
    ]
    assert one.has_secrets and one.errors == {"LENGTH", "UNSUPPORTED"} and faults(tmp_path) == []
    signature = one.argument("signature")
    assert length_in_c(signature) == "mc_hash_digest_bytes(hash) + mc_curve_scalar_bytes(curve)"
    assert length_of(signature, {"digest": 32, "scalar": 21}) == 53


FAULTS = {
    (
        "private_key[scalar]",
        "private_kye[scalar]",
    ): "no pointer 'private_kye' among its parameters; perhaps private_key",
    (", message\n", "\n"): "message is not described; it belongs to one of out, inout, in, work",
    ("secret", "secert"): "private_key: no flag 'secert'; perhaps secret",
    ("secret", "wiped"): "private_key stands under `in`: `wiped` is for states, under `inout`",
    ("errors: ", "error: "): "no key 'error'; perhaps errors",
    ("LENGTH", "LENGHT"): "no error 'LENGHT'; perhaps LENGTH",
    ("LENGTH", "as mc_toy_sing"): "no function mc_toy_sing; perhaps toy_sign",
    ("digest + scalar", "digest + scalars"): "signature: no length 'scalars'; perhaps scalar",
    ("digest + scalar", "digest +"): "signature: the length 'digest +' is no expression",
    ("digest + scalar", "digest / scalar"): "signature: the length 'digest / scalar' may use +, - and * alone",
    (
        "[digest + scalar]",
        "",
    ): "signature needs a length, such as signature[scalar]: there is no parameter signature_bytes",
    ("out: signature[digest + scalar]\nin: ", "in: signature[digest], "): "but the prototype allows to write it",
    (", message\n", ", message, message\n"): "message stands twice",
    ("errors", "apart: message and signature\nerrors"): "must be an output, `and`, another argument",
    (TOY[: TOY.index("MC_API")], ""): "has no description: put `/*---` with its arguments above the prototype",
}


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_faults_are_one_line(tmp_path, old, new):
    folder = toy(tmp_path, old, new)
    (line,) = faults(folder)
    assert line.startswith("toy.h: mc_toy_sign") and FAULTS[old, new] in line and "\n" not in line
    with pytest.raises(Fault):
        described(folder)


def test_every_public_function_is_described():
    assert faults() == []
    text = "".join(path.read_text() for path in HEADERS.glob("*.h"))
    assert len(described()) == text.count("\nMC_API ") > 100
    assert text.count("/*---\n") == sum(bool(one.arguments or one.errors) for one in described().values())
