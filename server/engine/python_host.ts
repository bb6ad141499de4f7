/**
 * Runs a Python file before a script, both in one interpreter: `python3 -c <this> <file> <script> [args…]`. The script finds
 * everything as if it had been started alone: its arguments, its folder on the search path, `__main__`, its tracebacks. Not by a
 * `sitecustomize` on the search path, which every Python started by the script would take over, and `config.sh` could undo.
 */
export const PYTHON_HOST = `
def _host():
    import os, sys, types
    from importlib.machinery import SourceFileLoader
    before, script = sys.argv[1:3]
    del sys.argv[:2]
    main = sys.modules["__main__"]
    del main._host
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(os.path.realpath(script))
    def load(path, module):
        module.__file__ = path
        module.__loader__ = SourceFileLoader(module.__name__, path)
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, module.__dict__)
    try:
        hook = types.ModuleType("task_before")
        sys.modules["task_before"] = hook
        load(before, hook)
        main.__cached__ = None
        load(script, main)
    except Exception as fault:
        trace = fault.__traceback__
        while trace and trace.tb_frame.f_code.co_filename == "<string>":
            trace = trace.tb_next
        sys.excepthook(type(fault), fault.with_traceback(trace), trace)
        sys.exit(1)
_host()
`.trim();
