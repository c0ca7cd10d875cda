"""The manifests of the project, a manifest with faults, the way to the source, the committed records."""

import subprocess

import pytest

from motelab import DATA
from motelab.boards.implementations import answers, manifest, source
from motelab.common.errors import MotecurveError
from motelab.compare import committed, committed_implementations, peers
from motelab.compare.published import PEERS
from motelab.report import tables
from motelab.subjects import curves
from tools import peer_costs

NAMES = manifest.names()


def test_there_are_manifests_and_each_has_records():
    assert len(NAMES) >= 12
    assert set(committed_implementations.names()) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_manifests_of_the_project(name):
    found = manifest.find(name)
    assert found.title and found.licence and found.url.startswith("https://")
    assert found.debian or len(found.commit) == 40
    text = (found.folder / manifest.FILE).read_text()
    assert text.startswith("# "), "a line that says what it is"
    adapter = (found.folder / found.adapter).read_text()
    assert adapter.startswith("/* ") and len(adapter.splitlines()) < 150
    assert not {path.name for path in found.folder.iterdir()} & set(found.builds[0].files), "the code itself"


@pytest.mark.parametrize("name", NAMES)
def test_without_the_source_two_commands_fetch_it(name):
    found = manifest.find(name)
    with pytest.raises(MotecurveError, match="the project holds no code of") as caught:
        source.find(found, None)
    said = str(caught.value)
    assert found.commit in said and ("apt-get source" in said or f"git clone {found.url}" in said)
    assert "\n" not in said


@pytest.mark.parametrize("name", NAMES)
def test_committed_records_agree_with_the_manifest(name):
    assert committed_implementations.of(name)
    assert not committed_implementations.complaints(name)


def test_checked_claims_are_of_the_recorded_images():
    recorded = {record["elf_sha256"]: record for name in NAMES for record in committed_implementations.of(name)}
    rows = committed_implementations.checked()
    assert len(rows) > 30 and any(row["leaks"] for row in rows) and any(not row["leaks"] for row in rows)
    for row in rows:
        record = recorded[row["elf_sha256"]]
        assert (record["implementation"], *committed_implementations.key(record)) == (
            row["implementation"], row["board"], row["operation"], row["curve"],
        )  # fmt: skip
        assert bool(row["leaks"]) == (not row["equal_trace"])


def test_records_that_contradict_their_manifest_are_found(monkeypatch):
    (record,) = committed_implementations.of("x25519-cm0")
    for wrong in ({"implementation_commit": "0" * 40}, {"implementation_sha256": None}, {"board": "micaz"}):
        monkeypatch.setattr(committed_implementations, "of", lambda _, wrong=wrong: [record | wrong])
        assert len(committed_implementations.complaints("x25519-cm0")) == 1


def test_records_are_of_the_commit_of_the_manifest(tmp_path):
    with pytest.raises(MotecurveError, match="is no checked-out commit, and records of x25519-cm0 are of 75a53f2"):
        committed_implementations.planned("x25519-cm0", str(tmp_path))


def test_commits_of_a_checkout(tmp_path):
    git = ("git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org")
    assert source.commit_of(tmp_path) is None
    subprocess.run([*git, "init", "-q"], check=True)
    (tmp_path / "a.c").write_text("int a;\n")
    subprocess.run([*git, "add", "a.c"], check=True)
    subprocess.run([*git, "commit", "-qm", "a"], check=True)
    head = source.commit_of(tmp_path)
    assert len(head) == 40
    (tmp_path / "a.c").write_text("int b;\n")
    assert source.commit_of(tmp_path) == f"{head}+changed"


def test_the_version_of_a_debian_package(tmp_path):
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/changelog").write_text("bearssl (0.6+dfsg.1-3) unstable; urgency=medium\n\n  * A change\n")
    assert source.commit_of(tmp_path) == "0.6+dfsg.1-3"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('licence = "MIT"', "", "implementation.toml: it lacks the key licence: text"),
        ('licence = "MIT"', 'licence = "MIT"\ncolour = "red"', "implementation.toml: it has an unknown key colour; "),
        ('licence = "MIT"', "licence = ", "implementation.toml is no TOML: Invalid value"),
        ('"micaz", ', '"micas", ', "no simulated board 'micas'"),
        (
            "fb-mul-reduce",
            "fb-mul-reduces",
            "operations has a wrong key fb-mul-reduces; .* did you mean fb-mul-reduce ",
        ),
        ("sect163k1", "sect164k1", "sect164k1"),
        ('flags = ["-O2"]', 'language = "rust"', "language is \"rust\"; it must be 'c' or 'asm'"),
        ("constant_time = true", 'boards = ["telosb"]', "no board with a build 'telosb'"),
        ('licence = "MIT"', 'licence = "MIT"\nadapter = "other.c"', "names the adapter other.c"),
    ],
)
def test_faults_of_a_manifest_have_one_line(folder, old, new, said):
    folder.replace("implementation.toml", old, new)
    manifest.load.cache_clear()
    with pytest.raises(MotecurveError, match=said) as caught:
        manifest.find(str(folder))
    assert "\n" not in str(caught.value)


def test_known_answers_that_a_manifest_leaves_out():
    p256 = curves.find("secp256r1")
    key = {"d": p256.order - 2, "px": p256.generator[0]}
    texts = ("d = 2", "d = n - 2", "d = n - 1", "px = gx", "px = 1")
    assert [text for text in texts if answers.meets(key, text, p256)] == ["d = n - 2", "px = gx"]
    assert not answers.meets(key | {"px": 1}, "px = gx", p256)
    for text in ("px is gx", "d = gx", "qx = 1"):
        with pytest.raises(MotecurveError, match="is not such as"):
            answers.meets(key, text, p256)


def test_a_manifest_like_another_says_what_differs(folder):
    first, other = manifest.find("relic-avr"), manifest.find("relic-avr-ladder")
    assert (other.commit, other.builds[0].files) == (first.commit, first.builds[0].files)
    assert other.title != first.title and other.builds[0].flags != first.builds[0].flags
    folder.replace("implementation.toml", 'licence = "MIT"', 'licence = "MIT"\nlike = "nothing"')
    manifest.load.cache_clear()
    with pytest.raises(MotecurveError, match=r"implementation\.toml: like is 'nothing', and there is no .*nothing"):
        manifest.find(str(folder))


def test_a_folder_without_a_manifest(tmp_path):
    with pytest.raises(MotecurveError, match=r"has no implementation\.toml; docs/open-bench\.md"):
        manifest.find(f"{tmp_path}/nothing")
    with pytest.raises(MotecurveError, match="no implementation 'micro-eec'"):
        manifest.find("micro-eec")


def test_every_record_of_theirs_stands_beside_ours_with_both_commands():
    pairs = peers.paired()
    measured = [(row, match) for row, match in pairs if row.note.startswith("theirs: ")]
    titles = {manifest.find(name).title for name in NAMES if peers.records(name)}
    assert {row.table for row, _ in measured} == titles
    for row, match in measured:
        assert match.request and match.request.operation == row.operation
        assert "--implementation" in row.note and f"--op {row.operation}" in row.note
    assert len([row for row, _ in measured if row.metric == "cycles"]) == sum(
        len(peers.records(name)) for name in NAMES
    )


def test_public_scalars_stand_beside_public_scalars():
    for row, match in peers.paired():
        if row.note.startswith("theirs: ") and row.operation in ("ecdh", "ecdsa-sign"):
            record = committed.find(match.request)
            assert record is None or record["constant_time"]


def test_the_named_algorithm_of_ours_stands_beside_theirs():
    for name, operation, algorithm in (
        ("relic-avr", "fb-inv", "euclid"), ("relic-avr-ladder", "ecdh", "ladder"), ("micro-ecc", "ecdh", ""),
    ):  # fmt: skip
        records = [r for r in committed_implementations.of(name) if r["operation"] == operation]
        assert {peers.ours_beside(r).algorithm for r in records} == {algorithm}
        assert all(committed.find(peers.ours_beside(r)) for r in records)


def test_goals_name_the_figures_of_the_records():
    text = (DATA / "goals.toml").read_text()
    for record in (r for name in ("relic-avr", "relic-avr-ladder") for r in committed_implementations.of(name)):
        assert record["operation"] == "ecdh" or f"best other library {record['cycles']:,}" in text


def test_one_library_alone():
    rows = tables.source_rows(PEERS, "micro-ecc")
    assert rows and {row.table for row, _ in rows} == {"micro-ecc"}
    with pytest.raises(MotecurveError, match="no library 'micro'"):
        tables.source_rows(PEERS, "micro")


def test_the_page_has_the_figures_of_the_records():
    for page in peer_costs.PAGES:
        assert peer_costs.written(page.read_text()) == page.read_text()
    text = peer_costs.PAGES[0].read_text()
    wrong = text.replace("553,050", "537,332")
    assert wrong != text and peer_costs.written(wrong) == text
