"""Long calls: progress, Ctrl-C and exceptions while C is at work.

ctypes swallows what a callback raises, and a signal's exception may come up before the callback's first statement,
where nothing could catch it. So a long call runs in a thread of its own, where Python raises no signal, and its
callback does no more than leave the latest figures and hear whether to stop. The caller's thread waits, passes the
figures on and can be interrupted at any time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from ._library import NO_PROGRESS, ProgressFunction, status_message
from .errors import Cancelled
from .types import Progress

T = TypeVar("T")

#: ``True`` for a tqdm bar, ``False`` for nothing, or a function that receives a :class:`Progress` on the calling
#: thread; if it returns ``False`` the work is stopped, if it raises, that too, and the exception comes out.
ProgressLike: TypeAlias = bool | Callable[[Progress], object]

#: Calls C with a progress function and raises what goes wrong.
Work: TypeAlias = Callable[[Any], T]

#: Seconds between two looks at the figures.
_INTERVAL = 0.05


def run(work: Work[T], progress: ProgressLike, *, short: bool, what: str) -> T:
    """Runs ``work``; a ``short`` one without progress is simply called, it ends before anyone could interrupt it."""
    if callable(progress):
        return _Watched(work).run(progress)
    if progress:
        with _Bar(what) as bar:
            return _Watched(work).run(bar)
    if short:
        return work(NO_PROGRESS)
    return _Watched(work).run(lambda _: None)


class _Watched(Generic[T]):
    """A call in a thread of its own, and the thread that waits for it."""

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self._latest: Progress | None = None
        self._stop = False
        self._done = threading.Event()
        self._result: list[T] = []
        self._failure: BaseException | None = None

    def run(self, report: Callable[[Progress], object]) -> T:
        thread = threading.Thread(target=self._call, name="pursuit")
        try:
            thread.start()
            reported = None
            while True:
                done = self._done.wait(_INTERVAL)
                latest = self._latest
                if latest is not reported and self._failure is None:
                    reported = latest
                    if latest is not None and report(latest) is False:
                        raise Cancelled(status_message(Cancelled.status))
                if done:
                    break
        except BaseException:
            self._stop = True
            if thread.ident is not None:
                self._done.wait()
            raise
        if self._failure is not None:
            try:
                raise self._failure
            finally:
                # The exception's traceback leads back to this object: cut the circle.
                self._failure = None
        return self._result[0]

    def _call(self) -> None:
        try:
            self._result.append(self._work(ProgressFunction(self._progress)))
        except BaseException as failure:
            self._failure = failure
        finally:
            self._done.set()

    def _progress(self, _: object, round: int, resolved: int, total: int) -> int:
        self._latest = Progress(round, resolved, total)
        return not self._stop


class _Bar:
    """A tqdm bar that follows the figures."""

    def __init__(self, what: str) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True draws its bar with tqdm, which is not installed") from None
        self._bar = tqdm(desc=what, unit=" positions", unit_scale=True)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def __call__(self, now: Progress) -> None:
        self._bar.total = now.total
        self._bar.update(now.resolved - self._bar.n)
