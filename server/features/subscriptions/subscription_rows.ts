// Converts between a subscription of the API and its row.
import type { MissingPackage } from "../../contract/dependencies.ts";
import type { Requester } from "../../contract/scopes.ts";
import {
  readSubscriptionAddress,
  type SubscriptionAddress,
  subscriptionAlias,
} from "../../contract/subscription_address.ts";
import type { Subscription, SubscriptionPatch, SubscriptionStatus } from "../../contract/subscriptions.ts";
import { readSchedule } from "./plan_source.ts";
import type { RunRow } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { maskedProxy } from "../../platform/outbound/proxy.ts";
import type { Sealer } from "../../platform/seal.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Tree, Waiting } from "./store.ts";
import type { Draft } from "./subscription_rules.ts";

const unsaid: Omit<SubscriptionRow, "id" | "name" | "url" | "type" | "schedule_json" | "alias"> = {
  branch: "",
  pull_method: null,
  username: "",
  whitelist: "",
  blacklist: "",
  dependency_words: "",
  extensions: "",
  before_command: null,
  after_command: null,
  time_zone: null,
  password_sealed: null,
  private_key_sealed: null,
  proxy_sealed: null,
  auto_add: 1,
  require_header: 0,
  apply_folder: null,
  auto_delete: 1,
  on_change: "keep",
  own_python: 0,
  review: "automatic",
  enabled: 1,
  pinned_commit: null,
  rejected_commit: null,
  cursor_at: 0,
  planned_at: 0,
  next_due_at: null,
  by_application: 0,
  missed_usual: "last",
  created_at: 0,
  updated_at: 0,
  version: 1,
};

export interface DraftOptions {
  /** The current subscription; null for a new one. */
  before: SubscriptionRow | null;
  sealer: Sealer;
  requester: Requester;
}

/** Builds the row for a form whose private key is already unlocked. Throws `SealError`. */
export function draftOf(patch: SubscriptionPatch, { before, sealer, requester }: DraftOptions): Draft {
  const old = before ?? {
    ...unsaid,
    name: "",
    url: "",
    type: "public_repository" as const,
    schedule_json: '{"kind":"manual"}',
    alias: "",
  };
  const proxy = newProxy(patch.proxy, before, sealer);
  const row = { ...old, ...columnsOf(patch), ...secretColumns(patch, proxy, sealer) };
  if (row.type !== "private_repository" && row.type !== "file") row.pull_method = null;
  if (row.review !== "pinned") row.pinned_commit = null;
  const isFile = row.type === "file";
  const alias = row.alias === "" ? subscriptionAlias(row.url, { branch: row.branch, isFile }) : row.alias;
  const isMoved = before === null || row.url !== before.url || proxy !== undefined;
  if (requester === "application" && isMoved) row.by_application = 1;
  // A user who submits the address has seen it.
  if (requester === "person" && (patch.url ?? patch.proxy) !== undefined) row.by_application = 0;
  const isPasswordMoved = before?.password_sealed != null && patch.password === undefined &&
    leadsElsewhere(before.url, row.url, proxy);
  // Deletes a password that is no longer used, or a later change would bring it back.
  const needsPassword = isPasswordMoved && usesPassword(row);
  if (isPasswordMoved && !needsPassword) row.password_sealed = null;
  return { row: { ...row, alias }, proxy, needsPassword };
}

export function usesPassword({ type, pull_method }: Pick<SubscriptionRow, "type" | "pull_method">): boolean {
  return type !== "public_repository" && pull_method !== "ssh_key";
}

// Returns whether a password entered for one address would be sent to another server, or unencrypted through
// a new proxy.
function leadsElsewhere(before: string, after: string, proxy: string | undefined): boolean {
  const [old, now] = [before, after].map(readSubscriptionAddress);
  const originOf = (one: SubscriptionAddress | null | undefined) =>
    one &&
    `${one.protocol}://${one.host}:${one.port ?? { https: 443, http: 80, ssh: 22, file: 0 }[one.protocol]}`;
  return originOf(old) !== originOf(now) || now?.protocol === "http" && Boolean(proxy);
}

/** Converts form fields to columns, except secrets and the proxy. */
export function columnsOf(patch: SubscriptionPatch): Partial<SubscriptionRow> {
  const { name, type, url, branch, pullMethod, username, schedule, timeZone, before, after } = patch;
  const {
    whitelist,
    blacklist,
    dependencyWords,
    extensions,
    autoAdd,
    requireHeader,
    autoDelete,
    onChange,
    ownPython,
    review,
    applyFolder,
  } = patch;
  const { pinnedCommit, alias, enabled } = patch;
  return defined({
    name: name?.trim(),
    type,
    url: url?.trim(),
    branch: branch?.trim(),
    pull_method: pullMethod,
    username: username?.trim(),
    schedule_json: schedule && JSON.stringify(schedule),
    time_zone: timeZone,
    whitelist,
    blacklist,
    dependency_words: dependencyWords,
    extensions,
    before_command: blankToNull(before),
    after_command: blankToNull(after),
    auto_add: bit(autoAdd),
    require_header: bit(requireHeader),
    auto_delete: bit(autoDelete),
    on_change: onChange,
    own_python: bit(ownPython),
    review,
    apply_folder: applyFolder === undefined ? undefined : applyFolder?.trim() || null,
    pinned_commit: pinnedCommit,
    alias: alias?.trim(),
    enabled: bit(enabled),
  });
}

type Columns = { [K in keyof SubscriptionRow]?: SubscriptionRow[K] | undefined };

function defined(columns: Columns): Partial<SubscriptionRow> {
  // Only undefined values are removed.
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    SubscriptionRow
  >;
}

function bit(flag: boolean | undefined): 0 | 1 | undefined {
  return flag === undefined ? undefined : flag ? 1 : 0;
}

function blankToNull(text: string | null | undefined): string | null | undefined {
  return typeof text === "string" && text.trim() === "" ? null : text;
}

// Undefined means unchanged. The client sees the proxy with its password masked; the masked value coming back
// means the stored one.
function newProxy(
  sent: string | undefined,
  before: SubscriptionRow | null,
  sealer: Sealer,
): string | undefined {
  if (sent === undefined) return undefined;
  return before !== null && sent.includes("***") && sent === redactedProxy(before, sealer)
    ? undefined
    : sent.trim();
}

function secretColumns(
  { password, privateKey }: SubscriptionPatch,
  proxy: string | undefined,
  sealer: Sealer,
): Partial<SubscriptionRow> {
  const sealed = (text: string | null | undefined) =>
    text === undefined ? undefined : text ? sealer.seal(text, "subscription") : null;
  return defined({
    password_sealed: sealed(password),
    private_key_sealed: sealed(privateKey),
    proxy_sealed: sealed(proxy),
  });
}

/** Returns the proxy of a row with its password masked. */
function redactedProxy({ proxy_sealed }: SubscriptionRow, sealer: Sealer): string {
  if (proxy_sealed === null) return "";
  try {
    return maskedProxy(sealer.open(proxy_sealed, "subscription"));
  } catch {
    return "***";
  }
}

/** What is known about a subscription besides its row. */
export interface Surroundings {
  active: RunRow | undefined;
  last: RunRow | undefined;
  tree: Omit<Tree, "files"> | undefined;
  waiting: Waiting | undefined;
  taskCount: number;
  /** Whether a package is among the dependencies. */
  isListed: (one: MissingPackage, subscriptionId: number | null) => boolean;
  sealer: Sealer;
}

export function toSubscription(row: SubscriptionRow, around: Surroundings): Subscription {
  const { active, last, tree, waiting, taskCount, isListed, sealer } = around;
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    url: row.url,
    branch: row.branch,
    pullMethod: row.pull_method,
    username: row.username,
    passwordSet: row.password_sealed !== null,
    privateKeySet: row.private_key_sealed !== null,
    schedule: readSchedule(row),
    timeZone: row.time_zone,
    whitelist: row.whitelist,
    blacklist: row.blacklist,
    dependencyWords: row.dependency_words,
    extensions: row.extensions,
    before: row.before_command,
    after: row.after_command,
    proxy: redactedProxy(row, sealer),
    autoAdd: row.auto_add === 1,
    requireHeader: row.require_header === 1,
    autoDelete: row.auto_delete === 1,
    onChange: row.on_change,
    ownPython: row.own_python === 1,
    applyFolder: row.apply_folder,
    review: row.review,
    pinnedCommit: row.pinned_commit,
    alias: row.alias,
    enabled: row.enabled === 1,
    status: statusOf(row, active),
    activeRun: active ? { id: active.id, state: active.state, startedAt: isoTime(active.started_at) } : null,
    nextRunAt: isoTime(row.next_due_at),
    lastRun: last
      ? {
        id: last.id,
        startedAt: isoTime(last.started_at),
        durationMs: last.duration_ms,
        outcome: last.state,
        exitCode: last.exit_code,
      }
      : null,
    lastPull: tree
      ? { runId: tree.runId, at: isoTime(tree.at), commit: tree.commit, counts: tree.counts }
      : null,
    commit: tree?.commit ?? null,
    waiting: waiting
      ? {
        runId: waiting.runId,
        at: isoTime(waiting.at),
        commit: waiting.commit,
        counts: waiting.changes.counts,
      }
      : null,
    taskCount,
    packages: (tree?.packages ?? []).map((one) => {
      const owner = one.type === "python" && row.own_python === 1 ? row.id : null;
      return { ...one, listed: isListed(one, owner) };
    }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
}

function statusOf({ enabled }: SubscriptionRow, active: RunRow | undefined): SubscriptionStatus {
  if (active) return active.state === "queued" ? "queued" : "running";
  return enabled === 1 ? "idle" : "disabled";
}
