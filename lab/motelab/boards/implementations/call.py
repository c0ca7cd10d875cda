"""A function of an adapter, as the bench calls it."""

import dataclasses

from motelab.subjects.layouts import Layout


@dataclasses.dataclass(frozen=True)
class Call:
    """A function of an adapter: its result, then its arguments, each a layout of octets. A function without a result
    only accepts or refuses."""

    function: str
    arguments: tuple[Layout, ...]
    result: Layout = ()
