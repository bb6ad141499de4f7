// Runs the system's git on untrusted repositories: it sees no settings of the machine, asks no questions, and executes
// nothing from a repository. Secrets and settings are passed in its environment, not in its arguments.
import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { Readable } from "node:stream";
import { limitedCommand } from "../process/limited_command.ts";

export interface GitOptions {
  /** Directory used as the home directory. */
  home: string;
  path: string;
  /** Program that answers git's prompts for user name and password; it fails when there is no answer. */
  askpass: string;
  /** Program that makes SSH connections. */
  ssh: string;
  /** Allowed protocols, by their git names. */
  protocols: readonly string[];
  config: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string>>;
  /** Maximum size in bytes of a file it writes. */
  maxFileBytes: number;
  /** Maximum address space of each of its processes, in bytes. */
  memoryBytes: number;
  /** Receives its error output. */
  onOutput(text: string): void;
  signal: AbortSignal;
}

export class GitError extends Error {
  override readonly name = "GitError";
  readonly output: string;

  constructor(readonly code: number | null, output: string) {
    super(`git ended with ${code}`);
    this.output = output;
  }

  /** Whether the memory limit ended it. */
  get isOutOfMemory(): boolean {
    return /out of memory|cannot allocate memory|mmap failed/i.test(this.output);
  }
}

/** Thrown when git is too old to respect all its settings. */
export class GitTooOldError extends Error {
  override readonly name = "GitTooOldError";
  /** As reported by git; `?` when it cannot be parsed. */
  readonly version: string;

  constructor(version: string) {
    super(`git ${version} is too old`);
    this.version = version;
  }
}

/**
 * Oldest version that supports every setting below and those of its callers: an older one ignores unknown settings, and
 * would resolve a host name again whose address was already checked (`http.curloptResolve`).
 */
export const OLDEST_GIT = "2.37";

const FIXED: Record<string, string> = {
  "core.hooksPath": "/dev/null",
  "core.symlinks": "false",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.bigFileThreshold": "16m",
  "credential.helper": "",
  "protocol.ext.allow": "never",
  "submodule.recurse": "false",
  "fetch.recurseSubmodules": "false",
  // One pack, so that the file size limit applies to everything.
  "transfer.unpackLimit": "1",
  "fetch.unpackLimit": "1",
  "transfer.bundleURI": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "pack.threads": "1",
  // Packs are mapped in pieces, so that a large one needs no more memory than a small one.
  "core.packedGitWindowSize": "16m",
  "core.packedGitLimit": "64m",
  "core.deltaBaseCacheLimit": "32m",
  "init.defaultBranch": "main",
  "http.followRedirects": "false",
  "http.sslVerify": "true",
  // A server that sends less than this is considered gone.
  "http.lowSpeedLimit": "1000",
  "http.lowSpeedTime": "60",
};

const MAX_OUTPUT = 8_000;

/** Checks that git is recent enough. Throws `GitTooOldError`, and `GitError` when git is not installed. */
export async function checkGitVersion(options: GitOptions): Promise<void> {
  let output = "";
  for await (const chunk of readGit(["--version"], options)) output = (output + chunk).slice(0, MAX_OUTPUT);
  const [, version = "?"] = /^git version (\d+\.\d+[\w.]*)/.exec(output) ?? [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_GIT.split(".").map(Number);
  const isRecent = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  // Comparisons with NaN are false, so an unreadable version is not recent.
  if (!isRecent) throw new GitTooOldError(version);
}

/** Runs git to its end and discards its output. Throws `GitError`. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<void> {
  for await (const _ of readGit(args, options)) { /* discarded */ }
}

/** Runs git and yields its output as it arrives. Git is ended when the reader stops. Throws `GitError`. */
export async function* readGit(
  args: readonly string[],
  options: GitOptions,
  input?: Iterable<string>,
): AsyncGenerator<Buffer, void> {
  const { memoryBytes, maxFileBytes: fileBytes } = options;
  const [program, ...rest] = limitedCommand(["git", ...args], { memoryBytes, fileBytes });
  const child = spawn(program, rest, {
    cwd: options.home,
    env: environmentOf(options),
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A separate process group, so that it ends together with its helpers.
    detached: true,
  });
  const end = () => killGroup(child);
  options.signal.addEventListener("abort", end, { once: true });
  const output = listen(child, options);
  const exit = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  if (input !== undefined && child.stdin) {
    Readable.from(input).on("error", end).pipe(child.stdin).on("error", end);
  }
  try {
    // Piped above.
    for await (const chunk of child.stdout!) yield chunk as Buffer;
    const code = await exit;
    options.signal.throwIfAborted();
    if (code !== 0) throw new GitError(code, output());
  } finally {
    options.signal.removeEventListener("abort", end);
    end();
  }
}

function listen(child: ChildProcess, { onOutput }: GitOptions): () => string {
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
    onOutput(text);
  });
  return () => output;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function environmentOf({ home, path, askpass, ssh, protocols, config, environment }: GitOptions) {
  const settings = Object.entries({ ...FIXED, ...config });
  return {
    ...environment,
    // Otherwise each thread would reserve much of the available memory.
    MALLOC_ARENA_MAX: "1",
    HOME: home,
    XDG_CONFIG_HOME: home,
    PATH: path,
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: askpass,
    SSH_ASKPASS: askpass,
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
    GIT_SSH: ssh,
    GIT_SSH_VARIANT: "ssh",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ])),
  };
}
