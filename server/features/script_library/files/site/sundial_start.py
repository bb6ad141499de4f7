# -*- coding: utf-8 -*-
"""Prepares a Python process of a run: ``QLAPI``, and where modules are found. Loads nothing else, because every script
pays for it. Also runs in processes that a script starts, with any version of Python, so it must not fail."""

import os
import sys

try:
    import builtins
except ImportError:
    import __builtin__ as builtins

_site = os.path.dirname(os.path.abspath(__file__))
_library = os.path.dirname(_site)
#: ``SourceFileLoader``, without the import that costs a millisecond. Absent in Python 2.
_loader_type = type(globals().get("__loader__"))


def load_client():
    """Returns the module of the client. It is found by its path, because a script may have a module of its name."""
    if "sundial_qlapi" not in sys.modules:
        from importlib.util import module_from_spec, spec_from_loader

        loader = _loader_type("sundial_qlapi", os.path.join(_library, "qlapi.py"))
        module = module_from_spec(spec_from_loader(loader.name, loader))
        loader.exec_module(module)
        builtins.QLAPI = sys.modules.setdefault(loader.name, module).QLAPI
    return sys.modules["sundial_qlapi"]


class _Qlapi(object):
    """Loads the client at the first use."""

    def __getattr__(self, name):
        return getattr(load_client().QLAPI, name)


class _Notifier(object):
    """Finds the module ``notify`` here if that of the script needs a package that is not installed: the files that other
    panels put beside scripts rely on packages of these panels."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "notify":
            return None
        from importlib.machinery import PathFinder
        from importlib.util import find_spec, spec_from_file_location

        found = PathFinder.find_spec(name)
        included = os.path.join(_library, "notify.py")
        if found is None or not found.origin or not found.origin.startswith(_scripts + os.sep):
            return found
        import re

        source = _text(found.origin)
        # One that the panel put beside the script makes room for that of the user.
        for folder in (os.path.join(_scripts, "deps"), _scripts):
            other = os.path.join(folder, "notify.py")
            if _PUT_BY_PANEL in source and os.path.isfile(other):
                found, source = spec_from_file_location(name, other), _text(other)
        names = re.findall(r"^(?:import|from)[ ]+(\w+)", source, re.MULTILINE)
        missing = [one for one in names if one != name and find_spec(one) is None]
        if not missing:
            return found
        print("%s needs the package %s, which is not installed; the panel sends the message instead"
              % (found.origin, missing[0]))
        print("%s 需要的依赖 %s 未安装，改由面板发送消息" % (found.origin, missing[0]))
        return spec_from_file_location(name, included)


#: In the notifiers that the panel puts beside scripts.
_PUT_BY_PANEL = "SUNDIAL_ACCESS_DIR"


def _text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _append(folder):
    if folder not in sys.path:
        sys.path.append(folder)


def _read_large_variables(path):
    """Reads the variables that the environment has no room for. They are not passed on to ``putenv``: a process that the
    script starts could not start with them, and reads the file itself."""
    import json

    try:
        with open(path, encoding="utf-8") as file:
            values = json.load(file)
    except (OSError, ValueError):
        return
    environment = os.environ
    for name, value in values.items():
        if name not in environment:
            environment._data[environment.encodekey(name)] = environment.encodevalue(value)


if os.environ.get("SUNDIAL_VARIABLES_FILE"):
    _read_large_variables(os.environ["SUNDIAL_VARIABLES_FILE"])
builtins.QLAPI = _Qlapi()
# Last, so that no file of the user hides a module of Python or of a package.
_scripts = os.path.join(os.path.dirname(os.path.dirname(_library)), "scripts")
_append(os.path.join(_scripts, "deps"))
_append(_scripts)
_append(_library)
if sys.prefix != getattr(sys, "base_prefix", sys.prefix):
    # The virtual environment does not contain what Debian's packages provide.
    _append(os.path.join(sys.base_prefix, "lib", "python3", "dist-packages"))
if sys.version_info[0] > 2:
    sys.meta_path.insert(0, _Notifier)
_given = os.environ.get("PYTHONPATH", "")
if _site not in _given.split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join([_site, _given] if _given else [_site])


def _read_compiled(content):
    import marshal
    from importlib.util import MAGIC_NUMBER

    if content[:4] != MAGIC_NUMBER:
        raise RuntimeError("Bad magic number in .pyc file")
    return marshal.loads(content[16:])


def run():
    """Runs ``sys.argv[3]`` as the main program, and ``sys.argv[2]`` before it unless it is empty, both in this interpreter.
    The script sees everything as if it had been started alone: its arguments, its directory on the search path,
    ``__main__``, its tracebacks. The other file is not loaded by ``sitecustomize``, because every Python process started by
    the script would inherit that, and ``config.sh`` could override it."""
    folder, before, script = sys.argv[1:4]
    del sys.argv[:3]
    while folder in sys.path:
        sys.path.remove(folder)
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(os.path.realpath(script))
    main = sys.modules["__main__"]
    del main.sys, main.sundial_start

    def load(path, module):
        module.__file__ = path
        module.__loader__ = _loader_type(module.__name__, path)
        with open(path, "rb") as file:
            content = file.read()
        is_compiled = path.endswith(".pyc")
        code = _read_compiled(content) if is_compiled else compile(content, path, "exec", dont_inherit=True)
        exec(code, module.__dict__)

    try:
        if before:
            hook = type(sys)("task_before")
            sys.modules["task_before"] = hook
            load(before, hook)
        main.__cached__ = None
        load(script, main)
    except Exception as error:
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename in ("<string>", run.__code__.co_filename):
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(1)
