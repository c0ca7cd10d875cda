"""What schemas are made of: tables with known keys, and values with their units. A description tells in a few words
which value would be right; it ends a fault's line. The library is pydantic, in its strict mode: it converts nothing."""

import json
import types
import typing
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import pydantic
from pydantic_core import PydanticCustomError

from motelab.common.names import hint, near

VALUE_WIDTH = 60  # characters of a value in a fault's line


class Table(pydantic.BaseModel):
    """A table of a file: the keys of the class and no others."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True, protected_namespaces=())


def said(kind: Any, words: str, **limits: Any) -> Any:
    """A kind of value within limits, and the words for a right one."""
    return Annotated[kind, pydantic.Field(description=words, **limits)]


Text = said(str, "text that is not empty", min_length=1)
AnyText = said(str, "text")
Flag = said(bool, "true or false, without quotes")
Texts = said(list[str], 'a list of texts, such as ["a", "b"]')
Names = said(list[Text], 'a list of names, such as ["a", "b"], with one at least', min_length=1)
Hexadecimal = said(str, 'an integer in hexadecimal digits, such as "0x1f"', pattern=r"^-?0x[0-9a-fA-F]+$")
Count = said(int, "a whole number, 0 or more", ge=0)
Positive = said(int, "a whole number above 0", gt=0)
Above0 = said(float, "a number above 0", gt=0)
Percent = said(float, "percent, from 0 to 100", ge=0, le=100)
Hertz = said(int, "a clock in hertz, 1_000 or more, such as 16_000_000 for 16 MHz", ge=1000)
Bytes = said(int, "whole bytes, such as 4_096 for 4 KB", gt=0)
Volts = said(float, "volts, above 0 and below 1000, such as 3.0", gt=0, lt=1000)
Amperes = said(float, "amperes, above 0 and below 10, such as 0.008 for 8 mA", gt=0, lt=10)
Cycles = said(int, "whole cycles, above 0", gt=0)
Bits = said(int, "whole bits, above 0", gt=0)


def wrong(right: str) -> PydanticCustomError:
    """The error of a value in whose place `right` would be right."""
    return PydanticCustomError("right", "{right}", {"right": right})


def checked(accept: Callable[[Any], str | None], words: str = "") -> Any:
    """Any value, if `accept` returns None; what it returns otherwise tells the right value."""

    def accepted(value: Any) -> Any:
        if right := accept(value):
            raise wrong(right)
        return value

    return Annotated[Any, pydantic.AfterValidator(accepted), pydantic.Field(description=words or None)]


def either(*kinds: Any, words: str) -> Any:
    """A value of one of some kinds; `words` tell them all, for a value of none."""
    adapters = [pydantic.TypeAdapter(kind, config=pydantic.ConfigDict(strict=True)) for kind in kinds]

    def fits(adapter: pydantic.TypeAdapter, value: Any) -> bool:
        try:
            adapter.validate_python(value)
        except pydantic.ValidationError:
            return False
        return True

    return checked(lambda value: None if any(fits(adapter, value) for adapter in adapters) else words, words)


TextOrTexts = either(str, list[str], words="text or a list of texts")


def one_of(kind: str, known: Callable[[], Iterable[str]]) -> Any:
    """A name among known ones; `kind` has its article, such as "a slot"."""

    def accept(value: Any) -> str | None:
        names = set(known())
        if isinstance(value, str) and value in names:
            return None
        return f"{kind}; {hint(near(value, names) if isinstance(value, str) else [], names)}"

    return checked(accept)


def faults(model: type[Table], values: Any) -> list[str]:
    """What is wrong with the values of a file, a line each: the key, what was found, what would be right. Unknown keys
    come first: each may be a missing one, misspelt."""
    try:
        model.model_validate(values)
    except pydantic.ValidationError as error:
        found = sorted(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
        return [_line(model, values, one) for one in found]
    return []


def _line(model: type[Table], values: Any, error: Any) -> str:
    *place, last = error["loc"] or ("",)
    words = _words(model, error["loc"])
    if error["type"] == "missing":
        return f"{_key(values, place, 'it')} lacks the key {last}" + (f": {words}" if words else "")
    if error["type"] == "extra_forbidden":
        known = _keys(_kind(model, place))
        return f"{_key(values, place, 'it')} has an unknown key {last}; {hint(near(str(last), known, count=1), known)}"
    key = _key(values, error["loc"], "its content")
    if last == "[key]":
        return f"{_key(values, place[:-1], 'it')} has a wrong key {place[-1]}; it must be {_right(error, words)}"
    return f"{key} is {_value(error['input'])}; it must be {_right(error, words)}"


def _right(error: Any, words: str) -> str:
    if error["type"] == "right":
        return error["ctx"]["right"]
    if error["type"] == "literal_error":
        return error["ctx"]["expected"]
    return words or RIGHT.get(error["type"]) or f"otherwise ({error['msg']})"


RIGHT = {
    "string_type": "text, in quotes",
    "bool_type": "true or false, without quotes",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "list_type": "a list",
    "dict_type": "a table with keys",
    "model_type": "a table with keys",
}


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= VALUE_WIDTH else f"{text[:VALUE_WIDTH]}..."


def _key(values: Any, place: Iterable[Any], whole: str) -> str:
    """A place in words, such as `operations.ecdh.curves[2]`; an element of a list with a name has it beside its
    number. `whole` stands for the file."""
    text = ""
    for part in place:
        known = isinstance(values, dict | list) and part in (values if isinstance(values, dict) else range(len(values)))
        values = values[part] if known else None
        name = values.get("name") if isinstance(values, dict) else None
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
        text += f" ({name})" if isinstance(part, int) and isinstance(name, str) else ""
    return text or whole


def _kind(model: Any, place: Iterable[Any]) -> Any:
    """The kind of value at a place below a model."""
    kind = model
    for part in place:
        if part == "[key]":
            return None
        kind = _bare(kind)
        if _is_table(kind):
            field = kind.model_fields.get(part)
            kind = field.annotation if field else None
        else:
            kind = (typing.get_args(kind) or (None,))[-1]
    return _bare(kind)


def _bare(kind: Any) -> Any:
    """A kind without its limits and words, and without None beside it."""
    if typing.get_origin(kind) is Annotated:
        return _bare(typing.get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, pydantic.RootModel):
        return kind.model_fields["root"].annotation
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        return _bare(typing.get_args(kind)[0])
    return kind


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Table)


def _is_literal(kind: Any) -> bool:
    return typing.get_origin(kind) is typing.Literal


def _keys(kind: Any) -> list[str]:
    return [field.alias or name for name, field in kind.model_fields.items()] if _is_table(kind) else []


def _words(model: type[Table], place: tuple[Any, ...]) -> str:
    """The words of the field at a place; empty within a list or a table of any keys."""
    kind = _kind(model, place[:-1])
    if _is_table(kind) and place:
        field = kind.model_fields.get(place[-1])
        literal = field and _bare(field.annotation)
        choice = " or ".join(map(str, typing.get_args(literal))) if _is_literal(literal) else ""
        return (field and field.description) or choice
    return ""
