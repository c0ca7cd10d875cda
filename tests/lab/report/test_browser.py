"""The site in a browser, opened from disk: no errors, working tables, filters and charts, legible and reachable by
keys, at any width, light and dark; the page of advice follows the rule."""

import itertools
import json
import random

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from motelab.report.site import writing

PAGES = [page.file for page in writing.PAGES if page.file not in ("study.html", "networks.html")]
WIDE, NARROW = 1180, 390
LEAST_CONTRAST = 4.5  # of text, WCAG 2 level AA
DRAWN_WITHIN_S = 60

# Contrast by WCAG of every text that is shown, but for those on coloured ground in charts: (ratio, text) of the worst.
CONTRAST = """
const ofCharts = ".legendtext, .xtick text, .ytick text, .xtitle, .ytitle";
const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const parsed = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
function behind(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = parsed(getComputedStyle(e).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
}
let worst = [99, ""];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
while (walker.nextNode()) {
  const text = walker.currentNode.textContent.trim();
  const element = walker.currentNode.parentElement;
  const inChart = element.closest("svg");
  const isHidden = element.closest("script, noscript, .unseen") || !element.getClientRects().length;
  if (!text || seen.has(element) || isHidden || (inChart && !element.closest(ofCharts))) continue;
  seen.add(element);
  const style = getComputedStyle(element);
  const colours = [parsed(inChart ? style.fill : style.color), behind(element)];
  const [a, b] = colours.map(light).sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < worst[0]) worst = [ratio, text.slice(0, 60)];
}
return worst;
"""


def check_page(browser, page: str, width: int, scheme: str) -> None:
    """What holds on every page."""
    browser.show(page, width, scheme)
    assert browser.run("return document.documentElement.scrollWidth") <= width
    loaded = browser.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert all(name.startswith(("file:", "data:")) for name in loaded)
    ratio, text = browser.run(CONTRAST)
    assert ratio >= LEAST_CONTRAST, text
    assert browser.errors() == []


def draw_all(browser) -> int:
    """Brings every chart that is not hidden into view and waits until it is drawn; returns their number."""
    plots = [plot for plot in browser.driver.find_elements(By.CSS_SELECTOR, ".plot") if plot.is_displayed()]
    for plot in plots:
        browser.run("arguments[0].scrollIntoView()", plot)
        WebDriverWait(browser.driver, DRAWN_WITHIN_S).until(
            lambda _, plot=plot: plot.find_elements(By.CSS_SELECTOR, ".main-svg")
        )
    return len(plots)


def cells(browser, table: str, column: int) -> list[str]:
    """The texts of a column, of the rows that are shown."""
    script = """return [...document.querySelectorAll(arguments[0] + ' tbody tr')].filter((row) => !row.hidden)
                .map((row) => row.cells[arguments[1]].textContent.trim())"""
    return browser.run(script, table, column)


@pytest.mark.parametrize("page", ["index.html", "advice.html"])
def test_a_page_opens_from_disk(browser, page):
    check_page(browser, page, WIDE, "light")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_page_at_every_width_in_every_scheme(browser, page):
    for width, scheme in itertools.product((WIDE, NARROW), ("light", "dark")):
        check_page(browser, page, width, scheme)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["boards.html", "curves.html", "algorithms.html", "libraries.html"])
def test_charts_are_drawn(browser, page):
    browser.show(page, NARROW, "dark")
    assert draw_all(browser) >= (0 if page == "libraries.html" else 3)
    assert browser.run("return document.documentElement.scrollWidth") <= NARROW
    ratio, text = browser.run(CONTRAST)
    assert ratio >= LEAST_CONTRAST, text
    assert browser.errors() == []


def test_tables_sort_and_filter(browser):
    browser.show("records.html")
    heads = browser.driver.find_elements(By.CSS_SELECTOR, "#records th button")
    (cycles,) = (head for head in heads if head.text == "Cycles")
    column = heads.index(cycles)
    cycles.click()
    up = [int(text.replace(",", "")) for text in cells(browser, "#records", column) if text != "–"]
    assert up == sorted(up) and len(set(up)) > 10
    cycles.send_keys(Keys.ENTER)  # by keyboard
    down = [text for text in cells(browser, "#records", column) if text != "–"]
    assert [int(text.replace(",", "")) for text in down] == sorted(up, reverse=True)
    assert browser.run("return arguments[0].parentElement.getAttribute('aria-sort')", cycles) == "descending"
    browser.driver.find_element(By.CSS_SELECTOR, "input[data-filters=records]").send_keys("TELOSB ecdh")
    shown = list(zip(cells(browser, "#records", 0), cells(browser, "#records", 1), strict=True))
    assert shown and set(shown) == {("telosb", "ecdh")}
    assert browser.driver.find_element(By.CSS_SELECTOR, "[data-count]").text.startswith(f"{len(shown)} of ")


def test_focus_is_visible_on_the_way_by_keyboard(browser):
    browser.show("advice.html", NARROW)
    stops = []
    for _ in range(14):
        browser.driver.switch_to.active_element.send_keys(Keys.TAB)
        style = """const e = document.activeElement, s = getComputedStyle(e);
                   return [e.textContent.trim() || e.name, s.outlineStyle, parseFloat(s.outlineWidth)]"""
        name, line, pixels = browser.run(style)
        assert line != "none" and pixels >= 2, name
        stops.append(name)
    assert stops[0] == "To the content" and {"Overview", "Records"} < set(stops)


def test_a_selection_shows_its_part_alone(browser):
    browser.show("curves.html")
    browser.driver.find_element(By.CSS_SELECTOR, "select[data-shows=security]").send_keys("ECDSA, v")
    parts = browser.driver.find_elements(By.CSS_SELECTOR, "[data-part=security]")
    assert [part.get_attribute("data-option") for part in parts if part.is_displayed()] == ["ECDSA, verification"]


def test_at_most_four_boards_that_the_reader_chooses(browser):
    """Panels of other boards are hidden, series of other boards are not drawn; a fifth cannot be chosen."""
    browser.show("curves.html")
    panels = "return [...document.querySelectorAll('[data-part=security]:not([hidden]) .chart:not([hidden])')]"
    shown = f"{panels}.map((one) => one.dataset.board)"
    first = browser.run(shown)
    boxes = browser.driver.find_elements(By.CSS_SELECTOR, ".boards-chooser input")
    assert len(first) == 4 and len(boxes) > 8
    assert [box.is_enabled() for box in boxes] == [box.is_selected() for box in boxes]
    boxes[0].click()
    boxes[-4].click()
    assert browser.run(shown) != first and len(browser.run(shown)) <= 4 and first[0] not in browser.run(shown)
    plot = browser.driver.find_element(By.CSS_SELECTOR, "[data-part=memory]:not([hidden]) .plot")
    browser.run("arguments[0].scrollIntoView()", plot)
    names = "return arguments[0].data?.map((trace) => trace.name)"
    WebDriverWait(browser.driver, DRAWN_WITHIN_S).until(lambda _: browser.run(names, plot))
    assert set(browser.run(names, plot)) == {box.get_attribute("value") for box in boxes if box.is_selected()}
    assert browser.errors() == []


def test_the_reader_chooses_field_and_board(browser):
    """One field on one board at a time; a pair without records says so."""
    browser.show("algorithms.html")
    titles = """return [...document.querySelectorAll('[data-part=fields]:not([hidden])')].map((one) => one.dataset)
                .map((names) => [names.field, names.place])"""
    fields = browser.driver.find_element(By.CSS_SELECTOR, "select[data-shows=fields][data-key=field]")
    places = browser.driver.find_element(By.CSS_SELECTOR, "select[data-shows=fields][data-key=place]")
    assert len(browser.run(titles)) == 1
    fields.send_keys("F_2^1")
    places.send_keys("mic")
    assert browser.run(titles) == [["F_2^163", "micaz"]]


def ranked(browser) -> list[str]:
    return cells(browser, "#choices", 2)


def test_demands_filter_live(browser):
    browser.show("advice.html#board=micaz")
    curves = ranked(browser)
    assert "secp256r1" in curves and not {"sect163k1 (weak)", "secp160r1"} & set(curves)
    flash = browser.driver.find_element(By.NAME, "flash")
    flash.send_keys("21000")
    fewer = ranked(browser)
    assert 0 < len(fewer) < len(curves) and all(
        int(text.replace(",", "")) <= 21_000 for text in cells(browser, "#choices", 5)
    )
    browser.run("document.querySelector('#excluded ~ details').open = true")
    assert any("above 21,000" in reason for reason in cells(browser, "#others", 6))
    assert "--flash 21000" in browser.driver.find_element(By.ID, "command").text
    assert "flash=21000" in browser.driver.current_url
    flash.clear()
    flash.send_keys("10")
    assert ranked(browser) == []
    answer = browser.driver.find_element(By.ID, "answer").text
    assert answer.startswith("No choice meets the demands. The nearest is ")


def test_weak_curves_only_if_asked(browser):
    browser.show("advice.html#board=micaz&security=0")
    assert "sect163k1 (weak)" not in ranked(browser)
    browser.driver.find_element(By.NAME, "allow-weak").click()
    assert "sect163k1 (weak)" in ranked(browser)
    assert "Weak curves" in browser.driver.find_element(By.ID, "warning").text
    assert browser.run("return Ranking.refusal({time: 5}, MOTECURVE.boards.rpi2)").startswith("This board counts")


def by_the_rule(choices: list[dict], wishes: dict) -> tuple[list[int], set[int]]:
    """The numbers of the choices that meet the wishes, the best first, and of the Pareto front among them."""

    def meets(c):
        return (
            (wishes["allow_weak"] or c["security_bits"] >= 80)
            and c["security_bits"] >= wishes["security"]
            and (not wishes["constant_time"] or c["constant_time"] or not c["takes_secret"])
            and (not wishes["field"] or c["field"] == wishes["field"])
            and c["flash_bytes"] <= (wishes["flash"] or 131_072)
            and c["ram_bytes"] <= (wishes["ram"] or 4096)
            and (not wishes["time"] or c["milliseconds"] <= wishes["time"])
            and (not wishes["energy"] or c["energy_mj"] <= wishes["energy"])
        )

    own = [(c["count"], c["flash_bytes"], c["ram_bytes"], -c["security_bits"]) for c in choices]
    met = [i for i, c in enumerate(choices) if meets(c)]
    met.sort(key=lambda i: (own[i], f"{choices[i]['curve']} {choices[i]['algorithm']}"))
    front = {
        i for i in met
        if not any(own[j] != own[i] and all(a <= b for a, b in zip(own[j], own[i], strict=True)) for j in met)
    }  # fmt: skip
    return met, front


def test_the_ranking_follows_the_rule(browser):
    """The page's own rule beside one written here, on random choices and demands."""
    browser.show("advice.html")
    draw = random.Random(18)
    for _ in range(40):
        choices = [
            {"curve": f"c{draw.randrange(6)}", "algorithm": f"a{i}", "operation": "ecdh", "count": draw.randrange(1, 9),
             "milliseconds": draw.randrange(1, 9) / 2, "energy_mj": draw.randrange(1, 9) / 4,
             "flash_bytes": 1000 * draw.randrange(1, 9), "ram_bytes": 100 * draw.randrange(1, 60),
             "security_bits": draw.choice([64, 79, 80, 111, 112, 128]), "constant_time": draw.random() < 0.7,
             "takes_secret": draw.random() < 0.7, "field": draw.choice(["binary", "prime"]), "standards": []}
            for i in range(draw.randrange(1, 25))
        ]  # fmt: skip
        for choice in choices:
            choice["level"] = "weak" if choice["security_bits"] < 80 else "fine"
        wishes = {
            "security": draw.choice([0, 80, 112]), "allow_weak": draw.random() < 0.4,
            "field": draw.choice(["", "prime"]), "constant_time": draw.random() < 0.5,
            "flash": draw.choice([0, 5000]), "ram": draw.choice([0, 2500]), "time": draw.choice([0, 3]),
            "energy": draw.choice([0, 1.5]),
        }  # fmt: skip
        script = """const [choices, wishes] = arguments, board = MOTECURVE.boards.micaz;
            const {ranked, front, excluded} = Ranking.advice(choices, Ranking.demands(wishes, board, 80));
            const number = (choice) => choices.indexOf(choice);
            return [ranked.map(number), [...front].map(number), excluded.map(([choice]) => number(choice))]"""
        found, front, excluded = browser.run(script, choices, wishes)
        expected = by_the_rule(choices, wishes)
        assert (found, set(front)) == expected, json.dumps([choices, wishes])
        assert sorted(found + excluded) == list(range(len(choices)))


def test_battery_life(browser):
    """2,400 mAh at 3 V are 25,920 J; at 10 J a day they last 2,592 days."""
    browser.show("advice.html")
    script = "return Ranking.lifeYears({energy_mj: 100}, {battery_mah: 2400, battery_volts: 3, per_day: 100})"
    assert browser.run(script) == pytest.approx(2592 / 365.25)


@pytest.mark.slow
def test_paper_is_light(browser):
    """In print the page is light, charts too, and the navigation is left out."""
    browser.show("boards.html", scheme="dark")
    draw_all(browser)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    assert browser.run("return getComputedStyle(document.querySelector('nav')).display") == "none"
    assert browser.run("return getComputedStyle(document.body).colorScheme") == "light"
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
