"""Made-up measurements for the site, the site itself, and a browser that shows it."""

import dataclasses
import shutil
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from motelab.boards.footprint import CODE, CONSTANT, LIBRARY, REST, Part
from motelab.measure.bench import Request
from motelab.measure.call_tree import ordered
from motelab.measure.records import identity, new_record
from motelab.report import overview, side_by_side, tables
from motelab.report.overview import Flame, Footprint, Overview
from motelab.report.site import writing
from motelab.report.tables import Measured
from motelab.subjects import curves

ROUTINES = [{"routine": "mc_fb163_mul", "calls": 9, "cycles_self": 900, "cycles_total": 1000},
            {"routine": "mc_fb163_add", "calls": 99, "cycles_self": 100, "cycles_total": 100}]  # fmt: skip
TREE = ordered({("ecdh",): [1, 10], ("ecdh", "mc_fp_mul"): [9, 80], ("ecdh", "mc_fp_inv"): [1, 10]})
PARTS = [Part("mc_fp_mul", CODE, 60, 0, "src/fp/mul.c"), Part("mc_prime", CONSTANT, 32, 0, "src/fp/prime.c"),
         Part("memset", CODE, 6, 0, LIBRARY), Part(REST, "", 2, 0, None)]  # fmt: skip
INPUTS = {"scalar-mult": "random scalar and point"}  # as committed records have it
BROWSER, DRIVER = "chromium", "chromedriver"
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")


def made_up(request: Request, cycles: int):
    """A record that answers a request with so many cycles."""
    on_curve = request.operation == "scalar-mult"
    field = curves.find(request.curve).field_notation if request.curve in curves.load() else "F_2^163"
    return new_record(
        board=request.board, device="ATmega128", clock_hz=7_372_800, profile="fast", operation=request.operation,
        curve=request.curve if on_curve else None, field=field,
        implementation="motecurve", algorithm=request.algorithm,
        window=request.window, backend=request.backend, kernel="k" if request.backend == "asm" else None,
        constant_time=request.algorithm == "ladder", cycles=cycles, microseconds=cycles / 7.3728,
        energy_mj=cycles / 3e5, flash_bytes=2000, flash_const_bytes=0, ram_static_bytes=0, stack_bytes=300,
        loads=100, stores=50, xors=20, verified=True, compiler="avr-gcc 5.4.0", simulator="simavr 1.6",
        median=cycles, unit="cycles", flash_wait_states=0, choices=dict(request.choices),
        input=INPUTS.get(request.operation), blinding="none",
    )  # fmt: skip


@pytest.fixture(scope="session")
def everything() -> Overview:
    """Made-up measurements of everything that the papers' tables request."""
    paired = {source: tables.source_rows(source) for source in ("aranha2008", "tinyecck2008")}
    wanted = list(dict.fromkeys(request for rows in paired.values() for request in tables.requests(rows)))
    places = {identity(made_up(request, 0)): i for i, request in enumerate(wanted)}  # with cases or not: one figure
    records = {request: made_up(request, 1000 + 10 * places[identity(made_up(request, 0))]) for request in wanted}
    measured = {request: Measured(made) for request, made in records.items()}
    shown = {source: tables.compare(rows, measured) for source, rows in paired.items()}
    best = overview.fastest(records, "scalar-mult")
    flames = [Flame(Request("micaz", "ecdh", curve="secp256r1"), TREE)]
    footprints = [Footprint(Request("micaz", "ecdh", curve="secp256r1", profile="small"), PARTS)]
    failures = {Request(algorithm="broken"): "it crashed"}
    groups = side_by_side.groups()
    return Overview(records, shown, failures, best, ROUTINES, flames=flames, footprints=footprints, on_boards=groups)


@pytest.fixture(scope="session")
def little() -> Overview:
    """One measurement, quick to show."""
    request = Request(operation="fb-mul", algorithm="lopez-dahab")
    return Overview({request: made_up(request, 5000)}, {}, {}, None, [])


@pytest.fixture(scope="session")
def files(everything) -> dict[str, str]:
    """Every file of the site of `everything`."""
    return writing.files(everything)


@pytest.fixture(scope="session")
def pages(files) -> dict[str, str]:
    """The pages among them."""
    return {name: text for name, text in files.items() if name.endswith(".html")}


@pytest.fixture(scope="session")
def folder(files, tmp_path_factory) -> Path:
    """The site on disk."""
    made = tmp_path_factory.mktemp("site")
    for name, text in files.items():
        (made / name).write_text(text)
    return made


@dataclasses.dataclass(frozen=True)
class Browser:
    """A browser and the folder of the site."""

    driver: webdriver.Chrome
    folder: Path

    def show(self, page: str, width: int = 1180, scheme: str = "light", height: int = 900) -> None:
        """Opens a page in a window of that width, with the colour scheme light or dark."""
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get(f"{self.folder.as_uri()}/{page}")

    def run(self, script: str, *arguments):
        """The value that a script returns."""
        return self.driver.execute_script(script, *arguments)

    def errors(self) -> list[str]:
        """Messages of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def browser(folder):
    """Chromium without a window."""
    for program in (BROWSER, DRIVER):
        assert shutil.which(program), f"{program} is not installed; tools/setup.sh test installs it"
    options = webdriver.ChromeOptions()
    for option in OPTIONS:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which(DRIVER)))
    yield Browser(driver, folder)
    driver.quit()
