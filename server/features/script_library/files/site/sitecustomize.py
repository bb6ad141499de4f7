"""Loaded by the Python processes that a script starts; see ``sundial_start``. Then loads the file of this name that the
machine itself may have."""

import sys

try:
    import sundial_start
except Exception:
    sundial_start = None
if sundial_start is not None:
    sys.path[:] = [folder for folder in sys.path if folder != sundial_start._site]
    _this = sys.modules.pop("sitecustomize", None)
    try:
        import sitecustomize
    except ImportError:
        if _this is not None:
            sys.modules["sitecustomize"] = _this
