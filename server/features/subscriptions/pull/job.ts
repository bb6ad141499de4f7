// The messages between the panel and the process of a pull: files in a folder of that pull, so that either
// can restart without losing state. Secrets are files next to them, deleted after use.
import type { Requester } from "../../../contract/scopes.ts";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { MissingPackage } from "../../../contract/dependencies.ts";
import type { LeftOutReason, SubscriptionType } from "../../../contract/subscriptions.ts";
import type { Language } from "../../../contract/settings.ts";
import type { PullPart } from "../run_type.ts";
import type { PickRules } from "../pick/pick_files.ts";

export interface PullLimits {
  /** Maximum time for fetching, in ms. */
  fetchMs: number;
  /** Maximum address space of each git process, in bytes. */
  memoryBytes: number;
  /** Maximum size of the fetched data, in bytes. */
  packBytes: number;
  fileBytes: number;
  /** Maximum total size of the selected files, in bytes. */
  totalBytes: number;
  entries: number;
  files: number;
}

export const usualLimits: PullLimits = {
  fetchMs: 15 * 60_000,
  memoryBytes: 384 * 1024 * 1024,
  packBytes: 1024 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  entries: 200_000,
  files: 10_000,
};

export interface PullJob {
  runId: number;
  part: PullPart;
  language: Language;
  type: SubscriptionType;
  url: string;
  branch: string;
  pinnedCommit: string | null;
  username: string;
  rules: PickRules;
  before: string | null;
  after: string | null;
  /** The administrator's shell configuration file; null if there is none. */
  configFile: string | null;
  alias: string;
  /** Directory of the scripts. */
  scripts: string;
  /** Name of the staging folder, relative to the scripts. */
  staging: string;
  /** Path to which the whole repository is written; null for none. */
  repository: string | null;
  knownHosts: string;
  allowNetworks: readonly string[];
  /** On whose behalf the pull runs, which determines those networks. */
  requester: Requester;
  gitProtocols: readonly string[];
  /** Environment of the commands that users wrote. */
  environment: Readonly<Record<string, string>>;
  /** Command that starts this program to connect through a proxy; the folder, a host and a port are appended. */
  connect: readonly string[];
  limits: PullLimits;
}

export interface PulledFile {
  path: string;
  /** SHA-256, hex. */
  hash: string;
  size: number;
  /** The values of its header, if it becomes a task. */
  script: { name: string | null; cron: string | null } | null;
}

/** The result of a pull in its staging folder. */
export interface Pulled {
  commit: string;
  files: PulledFile[];
  /** Rule for scripts without one; null to generate a rule. */
  defaultCron: string | null;
  leftOut: { path: string; reason: LeftOutReason }[];
  /** The packages that the repository asks for; absent in pulls stored by earlier versions. */
  packages?: MissingPackage[];
}

/** What the panel did with the result. */
export interface Applied {
  outcome: "applied" | "waiting" | "previewed" | "refused";
  lines: string[];
}

export const jobFile = "job.json";
export const pulledFile = "pulled.json";
export const appliedFile = "applied.json";
/** Names of files that contain one secret each. */
export const secretFiles = { password: "password", key: "key", proxy: "proxy" } as const;
export type SecretName = keyof typeof secretFiles;

/** Writes a message atomically. */
export function writeMessage(folder: string, name: string, message: object): void {
  const unfinished = join(folder, `${name}.new`);
  const descriptor = openSync(unfinished, "w", 0o600);
  try {
    writeSync(descriptor, JSON.stringify(message));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, join(folder, name));
}

/** Reads a message; null if it does not exist. */
export function readMessage<T extends object>(folder: string, name: string): T | null {
  try {
    // Written above, by this program.
    return JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
