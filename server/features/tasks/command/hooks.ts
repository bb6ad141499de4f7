// The files in the configuration that apply to every run of a script or a command: which of them exist, and how an
// interpreter is made to evaluate one before the script it runs. When none exists, the only cost is checking for them.
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "./interpreters.ts";

/** Configuration files that the shell evaluates around a command; null for a file that does not exist. */
export interface ShellHooks {
  firstFile: string | null;
  beforeFile: string | null;
  afterFile: string | null;
}

/** Finds the files that the shell evaluates around any command. */
export function findShellHooks(config: string): ShellHooks {
  return {
    firstFile: findHook(config, "config.sh"),
    beforeFile: findHook(config, "task_before.sh"),
    afterFile: findHook(config, "task_after.sh"),
  };
}

/** Command line that starts a script, without the script's arguments. */
export interface HostedScript {
  command: readonly string[];
  /** Command to run afterwards with the same arguments; empty when there is none. */
  last: readonly string[];
}

const extensions: Record<Program["host"], string | null> = {
  node: "js",
  own: "js",
  python: "py",
  // Evaluated by the shell around the script.
  shell: null,
};

/** Returns how a program runs a script together with the before and after files of its language. */
export function hostScript({ argv, host }: Program, script: string, config: string): HostedScript {
  const extension = extensions[host];
  if (extension === null) return { command: [...argv, script], last: [] };
  const before = findHook(config, `task_before.${extension}`);
  const after = findHook(config, `task_after.${extension}`);
  return {
    command: before === null ? [...argv, script] : [...argv, ...preloading(host, before), script],
    last: after === null ? [] : [...argv, after],
  };
}

function preloading(host: Program["host"], file: string): string[] {
  switch (host) {
    case "node":
      // As a URL, because only a URL may contain any character.
      return ["--import", pathToFileURL(file).href];
    case "own":
      return ["--before", file];
    case "python":
      return ["-c", PYTHON_HOST, file];
    case "shell":
      return [];
  }
  return host satisfies never;
}

// Empty files are ignored, and so is anything that is not a regular file: a pipe would block every run.
function findHook(config: string, name: string): string | null {
  const file = join(config, name);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size > 0 ? file : null;
  } catch {
    return null;
  }
}

/**
 * Runs a Python file before a script, both in one interpreter: `python3 -c <this> <file> <script> [args…]`. The script sees
 * everything as if it had been started alone: its arguments, its directory on the search path, `__main__`, its tracebacks.
 * A `sitecustomize` on the search path would not do: every Python process started by the script would inherit it, and
 * `config.sh` could override it.
 */
const PYTHON_HOST = `
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
    except Exception as error:
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename == "<string>":
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(1)
_host()
`.trim();
