// The command `task` on the search path of every task: runs a script in the foreground with the grammar, hooks and environment
// of a task. Inside a run it loads nothing but what the runtime includes.
import { runVariables } from "../platform/run_variables.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { RunSpecError } from "../engine/run_spec_error.ts";
import { readHeader } from "../features/subscriptions/pick/read_header.ts";
import { type CommandStart, startCommand } from "../features/tasks/command/command_start.ts";
import { ConfigFile } from "../features/tasks/command/config_switches.ts";
import { findShellHooks } from "../features/tasks/command/hooks.ts";
import { Interpreters } from "../features/tasks/command/interpreters.ts";
import type { PanelFolders } from "../features/tasks/command/old_paths.ts";
import { logFolderOf, parseTask } from "../features/tasks/command/parse_command.ts";
import { noPackages, type ScriptPackages, type StartContext } from "../features/tasks/command/script_spec.ts";
import { readOptions, type SharedOptions } from "../features/tasks/command/shared_options.ts";
import { ACCESS_VARIABLE, CONFIG_VARIABLE, libraryOf, SCRIPTS_VARIABLE } from "../platform/access_folder.ts";
import { quoted } from "../platform/access_programs.ts";
import { listProcesses } from "../platform/process/process_table.ts";
import { shells } from "../platform/process/spawn_session.ts";
import { wrap } from "../platform/process/wrapper.ts";
import { foldersIn } from "../platform/old_panel_folder.ts";
import { scriptHost } from "../platform/script_host.ts";
import { writeLine } from "./clean_output.ts";
import type { TerminalLog } from "./terminal_log.ts";
import { withRoom } from "./with_room.ts";
import { taskMessages } from "./task_program_messages.ts";
import { sleep, systemClock } from "../platform/clock.ts";

/** How deep tasks may start each other: one in `task_before.sh` would start itself without end. */
const MAX_LEVEL = 8;
const LEVEL_VARIABLE = runVariables.taskLevel;
/** Exit codes by convention: of `timeout`, of a shell for a command that does not exist, and of a wrong usage. */
const [TIMED_OUT, NOT_FOUND, USAGE] = [124, 127, 2];
const KILL_AFTER_MS = 10_000;
/** How long nothing may come after a script has ended until its output counts as complete. */
const IDLE_MS = 500;
/** Packages, and the notifiers that the panel puts beside scripts. */
const NO_SCRIPTS = new Set(["node_modules", "__pycache__", "notify.py", "sendNotify.js"]);
/** Longer lists are no help. */
const MAX_LISTED = 500;

/** Runs `task` with these arguments and returns the exit code of what it ran. */
export async function taskCommand(args: string[]): Promise<number> {
  const access = Deno.env.get(ACCESS_VARIABLE) ?? "";
  const data = dirname(access);
  const options = readOptions(access);
  const messages = taskMessages[options.language];
  const folders = findFolders(data);
  if (args.length === 0 || args[0] === "-h" || args[0] === "--help") {
    print([messages.usage, "", ...listScripts(folders.scripts, messages.scripts)].join("\n"));
    return 0;
  }
  const level = Number(Deno.env.get(LEVEL_VARIABLE) ?? 0) + 1;
  if (level > MAX_LEVEL) return complain(messages.tooDeep(MAX_LEVEL), 1);
  const parsed = parseTask(args, "");
  const command = parsed.kind === "shell" ? { ...parsed, line: quoted(parsed.program ?? []) } : parsed;
  try {
    const { environment, packages, secrets, variables } = await findEnvironment(data, options);
    const context: StartContext = {
      ...folders,
      packages,
      library: libraryOf(access),
      interpreters: new Interpreters(environment["PATH"] ?? "", { argv: scriptHost() }),
      runtime: () => options.javascriptRuntime,
      language: () => options.language,
    };
    const start = startCommand(command, { workingDirectory: null, args: [] }, context);
    const limitMs = command.kind === "wrong" ? null : command.timeLimitMs;
    return await run(start, {
      config: folders.config,
      environment: { ...environment, [LEVEL_VARIABLE]: String(level) },
      variables,
      onLarge: (name) => void complain(messages.tooLong(name), 0),
      limitMs: limitMs ?? new ConfigFile(folders.config).switches().timeLimitMs ?? options.timeLimitMs,
      timedOut: messages.timedOut,
      openLog: async () => {
        // In a run, the output is in the log of the run. Other programs may need the terminal itself.
        if (secrets === null || command.kind !== "script") return null;
        const { TerminalLog } = await import("./terminal_log.ts");
        const folder = logFolderOf(quoted(["task", ...args]), null);
        return TerminalLog.open({ logs: folders.logs, folder, secrets, settings: options });
      },
    });
  } catch (error) {
    if (!(error instanceof RunSpecError)) throw error;
    return complain(error.refusal.line[options.language], command.kind === "wrong" ? USAGE : NOT_FOUND);
  }
}

// On a worker, a run has copies of the files as they were when it was assigned.
function findFolders(data: string): PanelFolders {
  const given = (variable: string) => Deno.env.has(runVariables.run) ? Deno.env.get(variable) : undefined;
  const own = foldersIn(data);
  return {
    ...own,
    scripts: given(SCRIPTS_VARIABLE) ?? own.scripts,
    config: given(CONFIG_VARIABLE) ?? own.config,
  };
}

interface FoundEnvironment {
  environment: Record<string, string>;
  packages: ScriptPackages;
  /** Null in a run, whose output is masked outside of this program. */
  secrets: readonly string[] | null;
  /** Names of those of the user, which may be too long for an environment; none in a run, which has one already. */
  variables: readonly string[];
}

// A run has everything in its environment; a terminal or a program of the machine has nothing.
async function findEnvironment(data: string, options: SharedOptions): Promise<FoundEnvironment> {
  const environment = Deno.env.toObject();
  if (environment[runVariables.run]) {
    const modules = existsSync(join(data, "deps", "node", "node_modules"));
    const flags = modules ? ["--node-modules-dir=manual"] : [];
    return {
      environment,
      packages: { ...noPackages, runtimeFlags: () => flags },
      secrets: null,
      variables: [],
    };
  }
  const { loadEnvironment } = await import("./task_environment.ts");
  return await loadEnvironment(data, environment, options);
}

interface RunOptions {
  config: string;
  environment: Record<string, string>;
  /** Names of variables that may be too long for an environment. */
  variables: readonly string[];
  onLarge(name: string): void;
  limitMs: number | null;
  timedOut: string;
  /** Null to store no output. */
  openLog(): Promise<TerminalLog | null>;
}

async function run(start: CommandStart, options: RunOptions): Promise<number> {
  const { command, args, last, words, isSourced } = start;
  const { config, environment, variables: expendable, onLarge } = options;
  const around = { ...findShellHooks(config), before: null, after: null, last, words, isSourced };
  const tokens = wrap({ exitFile: "/dev/null", command, args, around }, shells);
  const room = { args: tokens, expendable, onLarge };
  return await withRoom(environment, room, (env) => spawnWrapped(tokens, { ...start, env }, options));
}

async function spawnWrapped(
  [file, ...rest]: [string, ...string[]],
  { directory, env }: { directory: string; env: Record<string, string> },
  { limitMs, timedOut, openLog }: RunOptions,
): Promise<number> {
  const log = await openLog();
  const stdio = log === null ? "inherit" as const : ["inherit" as const, "pipe" as const, "pipe" as const];
  const child = spawn(file, rest, { cwd: directory, env, stdio });
  const { pid } = child;
  let isStopped = false;
  // From a terminal, signals reach the whole group; a program that ends this process alone means everything it started.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => isStopped = true);
  process.on("SIGTERM", () => {
    isStopped = true;
    if (pid !== undefined) signalAll(pid, "SIGTERM");
  });
  const isCopied = log === null ? null : copyOutput(child, log);
  let isLate = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  if (limitMs !== null && limitMs > 0 && pid !== undefined) {
    // Timers take 32 bits.
    timers.push(setTimeout(() => {
      isLate = true;
      signalAll(pid, "SIGTERM");
      timers.push(setTimeout(() => signalAll(pid, "SIGKILL"), KILL_AFTER_MS));
    }, Math.min(limitMs, 2 ** 31 - 1)));
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    child.once("error", reject);
  });
  for (const timer of timers) clearTimeout(timer);
  await isCopied;
  const state = isLate ? "timed_out" : isStopped ? "stopped" : code === 0 ? "succeeded" : "failed";
  log?.end({ state, exitCode: code });
  return isLate ? complain(timedOut, TIMED_OUT) : code;
}

/** Copies the output to the terminal and to the log, until the script has ended and nothing more comes. */
async function copyOutput(child: ChildProcess, log: TerminalLog): Promise<void> {
  const ended = new Promise<"closed">((resolve) => child.once("close", () => resolve("closed")));
  const { stdout, stderr } = process;
  let lastAt = 0;
  for (const [from, to] of [[child.stdout, stdout], [child.stderr, stderr]] as const) {
    from?.on("data", (chunk: Uint8Array) => {
      lastAt = performance.now();
      log.write(chunk);
    });
    from?.pipe(to, { end: false });
    // As if the script wrote there itself: with `task a.js | head`, it gets the error.
    to.on("error", () => from?.destroy());
  }
  await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  // What the script left running in the background may keep its output open.
  const isIdle = () =>
    performance.now() - lastAt > IDLE_MS && !stdout.writableNeedDrain && !stderr.writableNeedDrain;
  for (;;) {
    const pause = sleep(systemClock, IDLE_MS);
    if (await Promise.race([ended, pause]) === "closed" || isIdle()) break;
  }
  for (const from of [child.stdout, child.stderr]) from?.destroy();
  // This program exits next, with what is still to be written.
  await Promise.all(
    [stdout, stderr].map((to) => new Promise<void>((resolve) => to.write("", () => resolve()))),
  );
}

function signalAll(root: number, signal: "SIGTERM" | "SIGKILL"): void {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const pids = [root];
  for (const pid of pids) pids.push(...(children.get(pid) ?? []).map((one) => one.pid));
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      continue; // has ended
    }
  }
}

function listScripts(folder: string, title: string): string[] {
  const paths = scriptsBelow(folder, "").slice(0, MAX_LISTED);
  const width = Math.max(0, ...paths.map((path) => path.length));
  return [
    title,
    ...paths.map((path) => {
      const name = nameOf(join(folder, path), path.split("/").at(-1) ?? "");
      return `  ${name === null ? path : `${path.padEnd(width)}  ${name}`}`;
    }),
  ];
}

function scriptsBelow(folder: string, prefix: string): string[] {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !NO_SCRIPTS.has(name));
  return entries.toSorted((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) return scriptsBelow(folder, path);
    return entry.isFile() && /\.(js|mjs|cjs|ts|mts|py|sh)$/.test(entry.name) ? [path] : [];
  });
}

function nameOf(file: string, fileName: string): string | null {
  try {
    return readHeader(readFileSync(file, "utf8"), fileName).name;
  } catch {
    return null;
  }
}

function print(text: string): void {
  writeLine(Deno.stdout, text);
}

function complain(text: string, code: number): number {
  writeLine(Deno.stderr, text);
  return code;
}
