"""Schemas of manifests: implementations/NAME/implementation.toml. A manifest that is `like` another one leaves keys to
it; `WholeManifest` is what both make together."""

from typing import Literal

from motelab.boards.implementations.claims import CLAIMS
from motelab.boards.implementations.operations import OPERATIONS
from motelab.common.schema_types import AnyText, Flag, Names, Table, Text, Texts, one_of


class Build(Table):
    boards: Names = None
    files: Names = None
    include: Texts = None
    flags: Texts = None
    assembly_flags: Texts = None
    language: Literal["c", "asm"] = None


class Work(Table):
    """What the adapter does of an operation."""

    curves: Names
    boards: Texts = None
    constant_time: Flag = None
    validates_keys: Flag = None
    nonce: Text = None
    remark: AnyText = None
    fails_for: Texts = None
    not_on: Texts = None
    algorithm: AnyText = None
    set_up: AnyText = None
    resists_faults: Literal[CLAIMS] = None
    resists_probes: Literal[CLAIMS] = None
    random_variable: Text = None


class ManifestFile(Table):
    like: Text = None
    title: Text = None
    licence: Text = None
    url: AnyText = None
    commit: AnyText = None
    debian: AnyText = None
    adapter: Text = None
    builds: list[Build] = None
    operations: dict[one_of("an operation of adapters", lambda: OPERATIONS), Work] = None


class WholeBuild(Build):
    boards: Names
    files: Names


class WholeManifest(ManifestFile):
    """A manifest with what it takes from the one that it is like."""

    title: Text
    licence: Text
    builds: list[WholeBuild]
    operations: dict[str, Work]


FILES = {"implementations/*/implementation.toml": ManifestFile}
