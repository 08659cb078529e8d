"""The exceptions of nimsweep. Messages are those of the command line: what is wrong, where, and what is expected."""


class Error(Exception):
    """Anything that nimsweep refuses or cannot do."""


class InputError(Error, ValueError):
    """A position, a matrix, an argument or the contents of a file are wrong."""


class JobError(Error, ValueError):
    """A job is wrong; if it is a file, the message begins with its name, line and column."""


class DamageError(Error):
    """A file is damaged, or something that was looked for does not exist within the limits."""


class FileError(Error, OSError):
    """Files, other programs or the machine failed."""


class Interrupted(Error):
    """The work was stopped; what was finished is kept."""
