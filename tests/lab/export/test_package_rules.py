"""The descriptions of packages keep the rules of their systems. Written from these schemas, not copied:

Arduino     arduino-lint, etc/schemas/arduino-library-properties-definitions-schema.json
CMSIS       Open-CMSIS-Pack-Spec, schema/PACK.xsd
ESP-IDF     idf-component-manager, its documentation of idf_component.yml
PlatformIO  platformio-core, platformio/package/manifest/schema.py
RIOT        RIOT, doc of external modules: the folder of a module is known while its Makefile.include is read
Zephyr      zephyr, scripts/zephyr_module.py (METADATA_SCHEMA), doc of modules"""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from motelab.boards import board as boards
from motelab.export import calls, packages, writing
from motelab.export.drop import Drop
from motelab.subjects import curves

VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")  # semantic versioning, without what is optional
Packaged = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def packaged() -> Packaged:
    """A function of a package's name; all are of one drop, C for a Cortex-M4."""
    drop = Drop(boards.load("cortex-m4"), curves.find("secp256r1"), calls.parsed("ecdh"), "size")
    return lambda name: packages.files(drop, name)


def of_yaml(text: str) -> dict[str, str]:
    """Lines `key: value` of one level, or two, and lists of words; all that these files have."""
    found, above = {}, ""
    for line in text.splitlines():
        if listed := re.fullmatch(r"  - ([\w.-]+)", line):
            found[above[:-1]] = f"{found.get(above[:-1], '')} {listed[1]}".strip()
            continue
        name, value = re.fullmatch(r"(  )?([\w-]+):(?: (.+))?", line).group(2, 3)
        above = above if line.startswith(" ") else ""
        if value is None:
            above = f"{name}."
        else:
            found[f"{above}{name}"] = value.strip('"')
    return found


def test_arduino():
    """The library manager demands a URL besides, which whoever publishes a library has."""
    drop = Drop(boards.load("micaz"), curves.find("Curve25519"), calls.parsed("ecdh"), "speed")
    files = packages.files(drop, "arduino")
    properties = dict(line.split("=", 1) for line in files["library.properties"].splitlines())
    assert re.fullmatch(r"[a-zA-Z][a-zA-Z0-9 _.\-]*", properties["name"]) and len(properties["name"]) <= 16
    assert not re.search("arduino|library", properties["name"], re.I)
    assert VERSION.fullmatch(properties["version"])
    assert all(properties[name] for name in ("author", "maintainer", "sentence", "paragraph"))
    assert properties["category"] in (
        "Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
        "Data Processing", "Other",
    )  # fmt: skip
    assert properties["architectures"] == "avr" and f"src/{properties['includes']}" in files


def test_platformio(packaged):
    files = packaged("platformio")
    manifest = json.loads(files["library.json"])
    assert re.fullmatch(r"[^:;/,@<>]{1,100}", manifest["name"]) and VERSION.fullmatch(manifest["version"])
    assert 1 <= len(manifest["description"]) <= 1000
    assert all(re.fullmatch(r"[a-z\d\-+. ]{1,50}", word) for word in manifest["keywords"].split(", "))
    assert all(re.fullmatch(r"[a-z\d\-_]+", name) for name in manifest["platforms"]) and manifest["platforms"]
    assert manifest["frameworks"] == "*"
    assert set(manifest["authors"]) <= {"name", "email", "maintainer", "url"}
    assert f"{manifest['build']['includeDir']}/{manifest['headers']}" in files


def test_zephyr(packaged):
    files = packaged("zephyr")
    module = of_yaml(files["zephyr/module.yml"])
    assert set(module) == {"name", "build.cmake", "build.kconfig"}
    assert module["build.cmake"] == "." and "CMakeLists.txt" in files
    options = [text.splitlines() for text in files[module["build.kconfig"]].split("\n\n")]
    for lines in options:
        assert re.fullmatch(r"config [A-Z_]+", lines[0]) and re.fullmatch(r'\tbool "[^"]+"', lines[1])
        words = lines.index("\thelp") + 1
        assert all(line.startswith("\t  ") for line in lines[words:])
    assert f"if(CONFIG_{options[0][0].split()[1]})" in files["CMakeLists.txt"]
    assert f"CONFIG_{options[1][0].split()[1]}" in files["src/motecurve.c"]
    assert set(re.findall(r"src/[\w/]+\.[cS]\b", files["CMakeLists.txt"])) <= set(files)


def test_esp_idf():
    """Targets and dependencies as components of Espressif's registry have them."""
    drop = Drop(boards.load("ESP32-C6"), curves.find("Curve25519"), ("ecdh",), "fast")
    files = packages.files(drop, "esp-idf")
    manifest = of_yaml(files["idf_component.yml"])
    assert VERSION.fullmatch(manifest["version"]) and manifest["license"] == "MIT" and manifest["description"]
    assert set(manifest) == {"version", "description", "license", "targets", "tags", "dependencies.idf"}
    assert all(re.fullmatch(r"esp32([a-z]\d+)?", target) for target in manifest["targets"].split())
    assert all(re.fullmatch(r"[a-z\d_-]{3,32}", tag) for tag in manifest["tags"].split())
    assert re.fullmatch(r">=\d+\.\d+", manifest["dependencies.idf"])
    sources = set(re.findall(r"src/[\w/]+\.[cS]\b", files["CMakeLists.txt"]))
    beside = {f"src/{name}" for name in packages.BESIDE}
    assert sources == {path for path in files if path.startswith("src/units/")} | beside


def test_cmsis(packaged):
    root = ElementTree.fromstring(packaged("cmsis")["Motecurve.pdsc"])
    assert re.fullmatch(r"1\.7\.\d+", root.get("schemaVersion"))
    assert all(re.fullmatch(r"[\-_A-Za-z0-9]+", root.findtext(name)) for name in ("name", "vendor"))
    assert root.find("url") is not None and 1 <= len(root.findtext("description")) <= 256
    assert all(VERSION.fullmatch(release.get("version")) for release in root.iter("release"))
    assert {accept.get("Dcore") for accept in root.iter("accept")} == {"Cortex-M4"}
    conditions = {condition.get("id") for condition in root.iter("condition")}
    for component in root.iter("component"):
        assert component.get("condition") in conditions and VERSION.fullmatch(component.get("Cversion"))
        assert all(2 <= len(component.get(name)) <= 31 for name in ("Cclass", "Cgroup"))
    for file in root.iter("file"):
        assert file.get("category") in ("include", "sourceC", "sourceAsm")
        assert file.get("attr") is None or VERSION.fullmatch(file.get("version"))


def of_make(folder: Path, text: str, *variables: str) -> list[list[str]]:
    """The words of variables after a makefile has been read, and another after it."""
    (folder / "later").mkdir()
    (folder / "later/other.mk").write_text("")
    shown = "".join(f"$(info $({name}))\n" for name in variables)
    (folder / "Makefile").write_text(f"{text}include later/other.mk\n{shown}all: ;\n")
    done = subprocess.run(["make", "-s"], cwd=folder, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_riot(packaged, tmp_path):
    writing.write(tmp_path / "motecurve", packaged("riot"))
    text = "LAST_MAKEFILEDIR = $(dir $(lastword $(MAKEFILE_LIST)))\ninclude motecurve/Makefile.include\n"
    text += "include motecurve/Makefile.dep\n"
    (folder,), features = of_make(tmp_path, text, "USEMODULE_INCLUDES", "FEATURES_REQUIRED")
    assert (tmp_path / folder / "motecurve.h").exists() and features == ["arch_arm"]


def test_contiki_ng(packaged, tmp_path):
    writing.write(tmp_path / "motecurve", packaged("contiki-ng"))
    folders, flags = of_make(tmp_path, "include motecurve/Makefile.motecurve\n", "MODULES_REL", "CFLAGS")
    found = [path.name for folder in folders for path in (tmp_path / folder).glob("*.c")]
    assert len(set(found)) == len(found) > 10  # objects of all folders lie in one
    assert (tmp_path / flags[0].removeprefix("-I") / "motecurve.h").exists()
