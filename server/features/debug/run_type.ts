import { dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { isReservedName } from "../../platform/files/path_names.ts";
import { debugLogFolderOf } from "../../engine/command/parse_command.ts";
import { findShellHooks } from "../../engine/hooks.ts";
import { readRequest } from "../../engine/run_request.ts";
import { type RunSpec, RunSpecError } from "../../engine/run_spec.ts";
import { type Environment, environmentOf, scriptCommand, type SpecContext } from "../../engine/spec_parts.ts";
import type { RunRow } from "../../engine/store.ts";
import type { RunSource, RunType } from "../../engine/run_type.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** The source of a debug run; both paths are relative to the scripts directory. */
export interface DebugSubject {
  /** The script being edited, which may not exist yet. */
  script: string;
  /** The text from the editor, stored beside the script so that relative imports work. */
  copy: string;
}

/** Runs of scripts as they are in the editor, saved or not. */
export const scriptDebug: RunType = {
  find: (_, runs) =>
    Promise.resolve(
      new Map(runs.flatMap((run) => {
        const subject = readDebugSubject(run);
        return subject ? [[run.id, subjectOf(subject)] as const] : [];
      })),
    ),
  followUp: () => Promise.resolve(null),
};

/** Reads the source of a debug run; null when it cannot be parsed. */
export function readDebugSubject({ subject_json }: Pick<RunRow, "subject_json">): DebugSubject | null {
  const { script, copy } = storedJson<Partial<DebugSubject>>(subject_json, {});
  return typeof script === "string" && typeof copy === "string" ? { script, copy } : null;
}

function subjectOf({ script, copy }: DebugSubject): RunSource {
  return {
    logFolder: debugLogFolderOf(script),
    maxAtOnce: Infinity,
    timeLimitMs: null,
    variableLabels: null,
    spec: (run, context, variables) => specOf(copy, run, { context, variables }),
  };
}

function specOf(
  copy: string,
  run: RunRow,
  { context, variables }: { context: SpecContext; variables: Environment },
): RunSpec {
  const { arguments: args, variables: given } = readRequest(run.request_json, context.sealer);
  const file = findCopy(copy, context.scripts);
  const { command, last } = scriptCommand(file, context);
  return {
    ...{ command, args, directory: dirname(file) },
    around: {
      ...findShellHooks(context.config),
      ...{ before: null, after: null, last: last.length === 0 ? last : [...last, ...args] },
    },
    environment: environmentOf(run, { variables, given }, context),
    // What runs is the copy; the script it stands for was recorded when it was enqueued.
    script: null,
  };
}

// The panel creates the copy under a name that nobody else can choose; the row that names it may have been edited.
function findCopy(copy: string, scripts: string): string {
  const names = copy.split("/");
  const name = names.pop() ?? "";
  try {
    using folder = new FilesRoot(scripts).folder(names.join("/")).folder;
    if (isReservedName(name) && folder.find(name)?.isFile()) return join(scripts, copy);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw new RunSpecError({ code: "script_missing", script: copy, places: [scripts] });
}
