"""The folder with somebody else's code: where it comes from, its commit, its files."""

import dataclasses
import re
import subprocess
from pathlib import Path

from motelab.boards.implementations.manifest import Build, Manifest
from motelab.common.errors import MotecurveError
from motelab.common.files import digest

SUFFIXES = {".c", ".h", ".s", ".S", ".inc", ".cpp", ".hpp", ".def"}


@dataclasses.dataclass(frozen=True)
class Source:
    """A folder with the code of an implementation. `commit` is the checked-out one, or the version of Debian's source
    package, with "+changed" behind it if tracked files differ from it; None for a folder that is neither."""

    folder: Path
    commit: str | None


def fetching(manifest: Manifest) -> str:
    """The commands that bring the source to a folder in the current one."""
    if manifest.debian:
        return f"apt-get source {manifest.debian}={manifest.commit}"
    return f"git clone {manifest.url} {manifest.name} && git -C {manifest.name} checkout {manifest.commit}"


def find(manifest: Manifest, folder: Path | None) -> Source:
    """The source in a folder; without one, the manifest's own folder holds the code if it names no URL. MotecurveError
    with the commands that fetch it if no folder was given, and for a folder without the files of a build."""
    if folder is None and manifest.url:
        example = f"{manifest.debian}-VERSION" if manifest.debian else manifest.name
        raise MotecurveError(
            f"the project holds no code of {manifest.name}; fetch it with: {fetching(manifest)} "
            f"(then: --source {example})"
        )
    found = (folder or manifest.folder).resolve()
    if not found.is_dir():
        raise MotecurveError(f"--source {folder} is no folder; fetch the code with: {fetching(manifest)}")
    return Source(found, commit_of(found))


def commit_of(folder: Path) -> str | None:
    """The commit that a folder was checked out from, or the version of its Debian package; None without either."""
    changelog = folder / "debian/changelog"
    if (folder / ".git").exists():
        head = git(folder, "rev-parse", "HEAD").strip()
        return head + ("+changed" if git(folder, "status", "--porcelain", "--untracked-files=no").strip() else "")
    if changelog.is_file():
        version = re.match(r"\S+ \(([^)]+)\)", changelog.read_text(errors="replace"))
        return version.group(1) if version else None
    return None


def git(folder: Path, *words: str) -> str:
    """Output of git in a folder; MotecurveError if it fails, which it does in folders of other users."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True)
    except FileNotFoundError as error:
        raise MotecurveError("git is not installed; install it with: apt-get install git") from error
    if done.returncode:
        raise MotecurveError(f"git cannot read {folder}: {(done.stderr.splitlines() or ['no reason given'])[0]}")
    return done.stdout


def files(manifest: Manifest, build: Build, source: Source) -> list[Path]:
    """The files of a build, whose names may be patterns such as "src/*.c"; MotecurveError for one that the source does
    not have."""
    found: list[Path] = []
    for name in build.files:
        paths = sorted(source.folder.glob(name))
        if not paths:
            raise MotecurveError(
                f"{manifest.name} names {name}, and {source.folder} has no such file; "
                f"the manifest is for {fetching(manifest) if manifest.url else 'files beside it'}"
            )
        found += paths
    return found


def state(source: Source) -> str:
    """Digest of everything in the source that a compiler may read."""
    texts = (path for path in sorted(source.folder.rglob("*")) if path.suffix in SUFFIXES and path.is_file())
    return digest(*(part for path in texts for part in (str(path.relative_to(source.folder)), path.read_bytes())))
