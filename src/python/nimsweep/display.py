"""Progress of long work: a bar in notebooks, a line on terminals, nothing elsewhere. Pictures in notebooks."""
import base64
import sys
from html import escape


def _in_notebook():
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"


def _share(done, total):
    return done / total if total else 0.0


class _Silent:
    def __call__(self, what, done, total):
        pass

    def end(self):
        pass


class _Line:
    def __init__(self):
        self._shown = 0

    def __call__(self, what, done, total):
        text = f"{what} {100 * _share(done, total):5.1f}%"
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)

    def end(self):
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


class _Bar:
    """An HTML progress bar that is updated in place."""

    def __init__(self):
        self._handle = None

    def __call__(self, what, done, total):
        from IPython.display import HTML, display
        bar = HTML(f"{what} <progress max='1' value='{_share(done, total):.4f}'></progress> "
                   f"{100 * _share(done, total):.1f}%")
        if self._handle is None:
            self._handle = display(bar, display_id=True)
        else:
            self._handle.update(bar)

    def end(self):
        if self._handle is not None:
            from IPython.display import HTML
            self._handle.update(HTML(""))


class _Own:
    """What the caller gave."""

    def __init__(self, call):
        self._call = call

    def __call__(self, what, done, total):
        self._call(what, done, total)

    def end(self):
        pass


def progress_of(wanted):
    """`wanted` is a function of (what, done, total), True, False, or None: where somebody looks."""
    if callable(wanted):
        return _Own(wanted)
    if wanted is False:
        return _Silent()
    if _in_notebook():
        return _Bar()
    return _Line() if wanted or sys.stderr.isatty() else _Silent()


def picture_html(thing):
    """The picture of something that has one, for notebooks: as an image, because nbconvert empties SVG elements."""
    svg = thing._repr_svg_()
    if svg is None:
        return None
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{escape(repr(thing), quote=True)}" src="data:image/svg+xml;base64,{data}">'
