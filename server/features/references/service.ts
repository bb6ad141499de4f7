import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type {
  CommandCheck,
  CommandCheckBody,
  ScriptTasks,
  TaskReference,
  VariableMentions,
} from "../../contract/references.ts";
import type { Base } from "../../engine/base.ts";
import { parseCommand } from "../tasks/command/parse_command.ts";
import type { FolderSearches } from "../../platform/files/folder_searches.ts";
import { assignedVariables, isAlwaysDefined, usedVariables, wholeName } from "./command_variables.ts";
import { firstScriptOf, namesScript } from "./script_in_command.ts";
import { findDefinedNames, findTasksWithText, findVariableName } from "./store.ts";

/** Maximum number of tasks in a response. */
const MAX_TASKS = 200;
/** Larger scripts (in bytes) are not searched for a variable. */
const MAX_SCRIPT_BYTES = 2 * 1024 * 1024;
/** Files that are read before every task, and may set variables. */
const CONFIG_FILES = ["config.sh", "task_before.sh"];
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_NAMES = 100;

export interface ReferencesOptions extends Pick<Base, "db"> {
  searches: FolderSearches;
  /** Directory of the scripts. */
  scripts: string;
  /** Directory of the configuration. */
  config: string;
  /** What every run inherits of the environment. */
  inherited: Readonly<Record<string, string>>;
}

/** What the client may read. */
export interface Readable {
  scripts: boolean;
  tasks: boolean;
  variables: boolean;
}

/** Finds which tasks and scripts mention a variable or a script, and what a command mentions. */
export class References {
  constructor(private readonly options: ReferencesOptions) {}

  /**
   * Returns where the name of a variable occurs. Throws `not_found`, `too_many_requests`, and the signal's reason when it
   * aborts.
   */
  async variableMentions(id: number, may: Readable, signal: AbortSignal): Promise<VariableMentions> {
    const { db, scripts: root, searches } = this.options;
    const name = await findVariableName(db, id);
    if (name === undefined) throw new AppError("not_found");
    const order = { root, path: "", q: name, in: "contents", isName: true } as const;
    const [found, tasks] = await Promise.all([
      may.scripts
        ? searches.search({ ...order, perFile: 1, largest: MAX_SCRIPT_BYTES }, signal)
        : { hits: [], complete: true },
      may.tasks ? findTasksWithText(db, name) : [],
    ]);
    const pattern = wholeName(name);
    const matches = tasks.filter((task) =>
      [task.command, task.before_command, task.after_command].some((line) =>
        line !== null && pattern.test(line)
      )
    );
    return {
      tasks: referencesTo(matches),
      scripts: found.hits.map(({ path, line, text }) => ({ path, line: line ?? 1, text: text ?? "" })),
      complete: found.complete && matches.length <= MAX_TASKS,
    };
  }

  /** Returns the tasks that run a script, or name it in one of their commands. */
  async scriptTasks(path: string): Promise<ScriptTasks> {
    const { db, scripts } = this.options;
    const tasks = await findTasksWithText(db, path.slice(path.lastIndexOf("/") + 1));
    const matches = tasks.filter(({ working_directory: workingDirectory, ...task }) =>
      [task.command, task.before_command, task.after_command].some((command) =>
        command !== null && namesScript({ command, workingDirectory, scripts }, path)
      )
    );
    return { tasks: referencesTo(matches), complete: matches.length <= MAX_TASKS };
  }

  /** Returns what a command mentions: its script, and variables that nothing defines. */
  async checkCommand(body: Parsed<CommandCheckBody>, may: Readable): Promise<CommandCheck> {
    const { command, workingDirectory } = body;
    const { scripts } = this.options;
    const path = may.scripts ? firstScriptOf({ command, workingDirectory, scripts }) : null;
    return {
      script: path === null ? null : { path, exists: await isFile(join(scripts, path)) },
      undefinedVariables: may.variables ? await this.#undefinedVariables(body) : [],
    };
  }

  async #undefinedVariables({ command, before }: Parsed<CommandCheckBody>): Promise<string[]> {
    const { inherited } = this.options;
    const parsed = parseCommand(command);
    const account = parsed.kind === "script" && parsed.accounts ? parsed.accounts.variable : "";
    const used = [...usedVariables(command), ...(/^[A-Za-z_]\w*$/.test(account) ? [account] : [])]
      .filter((name) => !isAlwaysDefined(name) && !Object.hasOwn(inherited, name)).slice(0, MAX_NAMES);
    if (used.length === 0) return [];
    const defined = await findDefinedNames(this.options.db, used);
    const unknown = [...new Set(used)].filter((name) => !defined.has(name));
    if (unknown.length === 0) return [];
    const texts = [command, before ?? "", ...await this.#configTexts()];
    const assigned = texts.map(assignedVariables);
    return unknown.filter((name) => assigned.every((names) => names !== null && !names.has(name)));
  }

  async #configTexts(): Promise<string[]> {
    const texts: string[] = [];
    for (const name of CONFIG_FILES) {
      const file = join(this.options.config, name);
      try {
        if ((await stat(file)).size <= MAX_CONFIG_BYTES) {
          texts.push(withoutComments(await readFile(file, "utf8")));
        }
      } catch {
        // One that does not exist or cannot be read sets nothing.
      }
    }
    return texts;
  }
}

function withoutComments(text: string): string {
  return text.split("\n").filter((line) => !/^\s*#/.test(line)).join("\n");
}

function referencesTo(tasks: readonly { id: number; name: string; enabled: number }[]): TaskReference[] {
  return tasks.slice(0, MAX_TASKS).map(({ id, name, enabled }) => ({ id, name, enabled: enabled === 1 }));
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then((stats) => stats.isFile(), () => false);
}
