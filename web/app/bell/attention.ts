// Finds what needs attention in the panel's lists: repeated problems become one item with a count.
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import type { Backup } from "../../../server/contract/backups.ts";
import type { DiskRoom } from "../../../server/contract/health.ts";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { Subscription } from "../../../server/contract/subscriptions.ts";
import type { SystemDetails, UpdateCheck } from "../../../server/contract/system.ts";

/** The object of an item. */
export type Concern =
  | { kind: "run"; run: Run }
  | { kind: "login"; entry: LoginLogEntry }
  | { kind: "backup"; backup: Backup }
  | { kind: "delivery"; delivery: Delivery }
  | { kind: "update"; version: string }
  | { kind: "waiting"; subscription: Pick<Subscription, "id" | "name"> }
  | { kind: "crash" }
  | { kind: "factor"; isOn: boolean; by: string | null }
  | { kind: "disk"; disk: DiskRoom };

export interface AttentionItem {
  /** Key of the newest occurrence; distinguishes it from earlier ones. */
  key: string;
  /** What the occurrences have in common. */
  group: string;
  /** Time of the newest occurrence, ISO 8601. */
  at: string;
  /** Number of new occurrences, at least 1. */
  count: number;
  isNew: boolean;
  concern: Concern;
}

/** What the user has already seen. */
export interface SeenMark {
  /** ISO 8601, by the server's clock; empty when nothing has been seen. */
  until: string;
  /** The update version that was seen. */
  version: string;
}

export interface BellResponses {
  runs?: readonly Run[] | undefined;
  logins?: readonly LoginLogEntry[] | undefined;
  backups?: readonly Backup[] | undefined;
  update?: UpdateCheck | null | undefined;
  disk?: DiskRoom | null | undefined;
  deliveries?: readonly Delivery[] | undefined;
  subscriptions?: readonly Pick<Subscription, "id" | "name" | "waiting">[] | undefined;
  start?: Pick<SystemDetails, "startedAt" | "startedAfterCrash"> | undefined;
  factorChanges?: readonly AuditEntry[] | undefined;
}

type Happened = Pick<AttentionItem, "group" | "key" | "at" | "concern">;

/** Maximum age of a listed item, milliseconds. */
const displayMs = 7 * 86_400_000;

/** Returns the items that need attention, new ones first, then by time. `now` is in milliseconds. */
export function findAttention(results: BellResponses, mark: SeenMark, now: number): AttentionItem[] {
  const since = new Date(now - displayMs).toISOString();
  const happened = [
    ...(results.runs ?? []).flatMap(ofRun),
    ...(results.logins ?? []).flatMap(ofLogin),
    ...(results.backups ?? []).flatMap(ofBackup),
    ...(results.deliveries ?? []).flatMap(ofDelivery),
    ...(results.subscriptions ?? []).flatMap(ofSubscription),
    ...(results.factorChanges ?? []).map(ofFactorChange),
    ...(results.start ? ofStart(results.start) : []),
  ].filter(({ at }) => at > since);
  const items = [...groups(happened).values()].map((group) => itemOf(group, mark));
  const update = results.update?.state === "available" ? ofUpdate(results.update, mark) : [];
  const disk = results.disk && results.disk.room !== "ok" ? [ofDisk(results.disk, mark)] : [];
  return [...items, ...update, ...disk].sort((a, b) =>
    Number(b.isNew) - Number(a.isNew) || (a.at < b.at ? 1 : -1)
  );
}

/** Returns the mark that covers all items. */
export function markAll(items: readonly AttentionItem[], mark: SeenMark): SeenMark {
  const update = items.find(({ concern }) => concern.kind === "update")?.concern;
  const rest = items.filter(({ concern }) => concern.kind !== "update").map(({ at }) => at);
  return {
    until: [mark.until, ...rest].reduce((latest, at) => at > latest ? at : latest),
    version: update?.kind === "update" ? update.version : mark.version,
  };
}

/** Parses a stored mark; anything invalid counts as never seen. */
export function readMark(stored: unknown): SeenMark {
  const { until, version } = typeof stored === "object" && stored !== null ? stored as Partial<SeenMark> : {}; // checked below
  return {
    until: typeof until === "string" ? until : "",
    version: typeof version === "string" ? version : "",
  };
}

function groups(happened: readonly Happened[]): Map<string, Happened[]> {
  const found = new Map<string, Happened[]>();
  for (const one of happened) found.set(one.group, [...(found.get(one.group) ?? []), one]);
  return found;
}

function itemOf(group: readonly Happened[], { until }: SeenMark): AttentionItem {
  const newest = group.reduce((latest, one) => one.at > latest.at ? one : latest);
  const unseen = group.filter(({ at }) => at > until).length;
  return { ...newest, count: unseen || group.length, isNew: unseen > 0 };
}

function ofRun(run: Run): Happened[] {
  const { id, kind, taskId, subscriptionId, taskName, state, finishedAt, queuedAt } = run;
  // The user is already watching a debug run or a preview.
  if (kind === "debug" || kind === "subscription" && subscriptionId === null) return [];
  const group = `${kind} ${taskId ?? subscriptionId ?? taskName} ${state}`;
  return [{ group, key: `run ${id}`, at: finishedAt ?? queuedAt, concern: { kind: "run", run } }];
}

function ofLogin(entry: LoginLogEntry): Happened[] {
  if (entry.status === "succeeded") return [];
  return [{
    group: `login ${entry.ip}`,
    key: `login ${entry.id}`,
    at: entry.at,
    concern: { kind: "login", entry },
  }];
}

function ofBackup(backup: Backup): Happened[] {
  if (backup.state !== "failed") return [];
  const { id, createdAt } = backup;
  return [{ group: "backup", key: `backup ${id}`, at: createdAt, concern: { kind: "backup", backup } }];
}

function ofDelivery(delivery: Delivery): Happened[] {
  const { id, channelId, channelName, createdAt, finishedAt } = delivery;
  const group = `delivery ${channelId ?? channelName}`;
  return [{
    group,
    key: `delivery ${id}`,
    at: finishedAt ?? createdAt,
    concern: { kind: "delivery", delivery },
  }];
}

// Has no maximum age: it stays until there is space again.
function ofDisk(disk: DiskRoom, { until }: SeenMark): AttentionItem {
  const { room, since: at } = disk;
  const key = `disk ${room} ${at}`;
  return { group: "disk", key, at, count: 1, isNew: at > until, concern: { kind: "disk", disk } };
}

function ofSubscription({ id, name, waiting }: Pick<Subscription, "id" | "name" | "waiting">): Happened[] {
  if (!waiting) return [];
  return [{
    group: `waiting ${id}`,
    key: `waiting ${waiting.runId}`,
    at: waiting.at,
    concern: { kind: "waiting", subscription: { id, name } },
  }];
}

function ofStart(
  { startedAt, startedAfterCrash }: Pick<SystemDetails, "startedAt" | "startedAfterCrash">,
): Happened[] {
  if (!startedAfterCrash) return [];
  return [{ group: "crash", key: `crash ${startedAt}`, at: startedAt, concern: { kind: "crash" } }];
}

function ofFactorChange({ id, at, act: action, actor }: AuditEntry): Happened {
  const isOn = action === "account.second-factor.activate";
  return {
    group: `factor ${id}`,
    key: `factor ${id}`,
    at,
    concern: { kind: "factor", isOn, by: actor.name },
  };
}

function ofUpdate({ release, checkedAt }: UpdateCheck, mark: SeenMark): AttentionItem[] {
  if (!release) return [];
  const { version } = release;
  const [group, key] = ["update", `update ${version}`];
  return [{
    group,
    key,
    at: checkedAt,
    count: 1,
    isNew: version !== mark.version,
    concern: { kind: "update", version },
  }];
}
