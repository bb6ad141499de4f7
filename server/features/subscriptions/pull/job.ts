// What the panel and the process of a pull tell each other: files in a folder of the pull's own, so that either may die and the
// other still knows. Secrets are files beside them and are gone once they were used.
import type { Requester } from "../../../contract/scopes.ts";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { LeftOutReason, SubscriptionType } from "../../../contract/subscriptions.ts";
import type { Language } from "../../../contract/settings.ts";
import type { PullPart } from "../../../engine/pulls.ts";
import type { PickRules } from "../pick/pick_files.ts";

/** Limits of one pull. */
export interface PullLimits {
  /** Milliseconds that fetching may take. */
  fetchMs: number;
  /** Bytes of address space of each process of git. */
  memoryBytes: number;
  /** Bytes of what is fetched. */
  packBytes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files that are taken. */
  totalBytes: number;
  /** Things in a repository. */
  entries: number;
  /** Files that are taken. */
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

/** What is to be pulled. */
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
  /** The administrator's file of settings for the shell; null when there is none. */
  configFile: string | null;
  alias: string;
  /** Folder of the scripts. */
  scripts: string;
  /** Name of the folder below the scripts that what was pulled is laid out in. */
  staging: string;
  /** File of the host keys. */
  knownHosts: string;
  allowNetworks: readonly string[];
  /** On whose behalf it is pulled, which decides those networks. */
  requester: Requester;
  gitProtocols: readonly string[];
  /** Environment of the lines people wrote. */
  environment: Readonly<Record<string, string>>;
  /** Words that start this program again to connect through a proxy; the folder, a host and a port follow them. */
  connect: readonly string[];
  limits: PullLimits;
}

/** A file of what was pulled. */
export interface PulledFile {
  path: string;
  /** SHA-256, hex. */
  hash: string;
  size: number;
  /** What its header says, when it is to be a task. */
  script: { name: string | null; cron: string | null } | null;
}

/** What was pulled and laid out. */
export interface Pulled {
  commit: string;
  files: PulledFile[];
  /** The rule of scripts that say none; null: one of the panel's making. */
  defaultCron: string | null;
  leftOut: { path: string; reason: LeftOutReason }[];
}

/** What the panel did with it. */
export interface Applied {
  outcome: "applied" | "waiting" | "previewed" | "refused";
  /** Lines for the log. */
  lines: string[];
}

export const jobFile = "job.json";
export const pulledFile = "pulled.json";
export const appliedFile = "applied.json";
/** Files that hold one secret each. */
export const secretFiles = { password: "password", key: "key", proxy: "proxy" } as const;
export type SecretName = keyof typeof secretFiles;

/** Writes a message whole or not at all. */
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

/** Reads a message; null when it is not there. */
export function readMessage<T extends object>(folder: string, name: string): T | null {
  try {
    // Written above, by this very program.
    return JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
