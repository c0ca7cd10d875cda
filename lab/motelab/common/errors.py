"""Errors that a user can fix. Each message is one line: what was wrong, and what would be right."""

from motelab.common import plain


class MotecurveError(Exception):
    """Bad input or a broken environment; the command line prints it and exits with status 2."""

    @property
    def lines(self) -> list[str]:
        """The lines that the command line prints."""
        return [str(self)]


class FaultyFile(MotecurveError):
    """A file that its schema does not accept. It has a line for each fault, which names the file."""

    def __init__(self, faults: list[str]):
        super().__init__("; ".join(faults))
        self.faults = faults

    @property
    def lines(self) -> list[str]:
        return self.faults


class MissingTool(MotecurveError):
    """A compiler, simulator or other program is not installed."""

    def __init__(self, tool: str, package: str):
        super().__init__(f"{tool} is not installed; install it with: apt-get install {package}")


class ImageFailed(MotecurveError):
    """A firmware image did not build, crashed in the simulator or gave a wrong result. The message may quote somebody
    else's code or a compiler, so what would steer a terminal is escaped."""

    def __init__(self, message: str):
        super().__init__(plain.text(message))


class DoesNotFit(ImageFailed):
    """A firmware image needs more memory than its board has; its results would be right."""
