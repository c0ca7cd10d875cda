"""Measurements that are planned and not in the store yet. Their results are kept as they come, so that an interrupted
run goes on where it was."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from motelab.boards import board as boards
from motelab.common.errors import ImageFailed
from motelab.study import hypotheses, measuring, names, store, trade
from motelab.study.hypotheses import OPENSSL
from motelab.study.store import Line

Progress = Callable[[int, int, str], None]


@dataclasses.dataclass(frozen=True)
class Task:
    """Measurements that belong together: on a simulated board one, on a host all that take turns."""

    board: str
    what: str
    path: Path
    lines: int
    measure: Callable[[], list[Line]]


def tasks(board: str | None = None, again: bool = False) -> list[Task]:
    """Every missing measurement, or those of one board: states first, then rows, by board. `again`: on simulated boards
    all, kept or not; of hosts, whose times vary, only what is missing."""
    return [task for task in (*_states(again), *_rows(again), *_trades(again)) if board in (None, task.board)]


def count(board: str | None = None) -> int:
    """How many lines are missing."""
    return sum(task.lines for task in tasks(board))


def measured(found: Sequence[Task], jobs: int, progress: Progress) -> list[str]:
    """Measures tasks, `jobs` at a time, and keeps their lines; the reasons of those that failed."""
    reasons = []
    simulated = [task for task in found if task.board not in boards.hosts()]
    hosts = [task for task in found if task.board in boards.hosts()]  # alone, one after the other
    done = 0
    for group, at_once in ((simulated, jobs), (hosts, 1)):
        with ThreadPoolExecutor(max_workers=at_once) as pool:
            waiting = {pool.submit(task.measure): task for task in group}
            try:
                for future in as_completed(waiting):
                    done, task = done + 1, waiting[future]
                    try:
                        store.keep(task.path, future.result())
                    except ImageFailed as error:
                        reasons.append(f"{task.board}: {task.what}: {error}")
                    progress(done, len(found), f"{task.board}: {task.what}")
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    return reasons


def _one(measure: Callable[..., Line], *words: object) -> list[Line]:
    """The line of a measurement that has but one."""
    return [measure(*words)]


def _states(again: bool) -> Iterator[Task]:
    kept, hosts = store.states(), boards.hosts()
    absent = [state for state in hypotheses.states() if state not in kept or (again and state.board not in hosts)]
    for state in absent:
        if state.board not in hosts:
            what = " ".join((state.implementation, state.name, state.formulas, state.reduction, state.point))
            yield Task(state.board, what, store.STATES, 1, partial(_one, measuring.measured_state, state))
    for board, base in dict.fromkeys((state.board, state.base) for state in absent if state.board in hosts):
        # Sides of one run take turns, so none is measured without the others.
        together = [state for state in hypotheses.states() if (state.board, state.base) == (board, base)]
        measure = partial(measuring.measured_states_of_host, together)
        yield Task(board, f"{OPENSSL} {base}", store.STATES, len(together), measure)


def _rows(again: bool) -> Iterator[Task]:
    kept = {tuple(line[name] for name in store.ROW_KEY) for line in store.rows()}
    hosts = boards.hosts()
    for implementation, named in measuring.BOARDS.items():
        for board in named:
            is_wanted = again and board not in hosts
            absent = [one for one in names.load() if is_wanted or (board, implementation, one.name) not in kept]
            if board in hosts and absent:
                everyone = len(names.load())
                yield Task(board, f"{OPENSSL} key generation", store.ROWS, everyone, measuring.measured_rows_of_host)
            for one in absent if board not in hosts else ():
                measure = partial(_one, measuring.measured_row, board, implementation, one)
                yield Task(board, f"{implementation} {one.name}", store.ROWS, 1, measure)


def _trades(again: bool) -> Iterator[Task]:
    kept = {tuple(line[name] for name in store.TRADE_KEY) for line in store.trades()}
    for one in trade.planned():
        if again or (one.board, one.algorithm, one.form) not in kept:
            yield Task(one.board, f"{one.algorithm} {one.form}", store.TRADES, 1, partial(_one, trade.measured, one))
