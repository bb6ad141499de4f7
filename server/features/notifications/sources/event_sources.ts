// What is reported besides runs: for each source, the live events that trigger it and the notification event that
// it creates.
import type { EventType, LiveEvent } from "../../../contract/events.ts";
import type { LoginLogEntry } from "../../../contract/login_log.ts";
import type { NotificationEvent } from "../../../contract/notification_events.ts";
import type { Language } from "../../../contract/settings.ts";
import type { DependencyState } from "../../../contract/dependencies.ts";
import type { Base } from "../../../engine/base.ts";
import { isLow } from "../../../platform/storage/disk_space.ts";
import type { Notifier } from "../notifier.ts";
import { approvalOf } from "./run_events.ts";
import { reportHeartbeat } from "./heartbeat_events.ts";
import { forgetNotified, readState, recordChange, writeState } from "../store.ts";

/** Data of other features, which live events do not carry. */
export interface FeatureQueries {
  login(id: number): Promise<LoginLogEntry | null>;
  backup(id: number): Promise<EndedBackup | null>;
  /** A newer version that was found; null for none. */
  update(): string | null;
  disk(): { free: number; size: number } | null;
  /** Returns the name of a calendar and the last date of its data; null without one. */
  calendar(id: number): { name: string; until: string } | null;
}

export interface EndedBackup {
  outcome: "succeeded" | "failed" | "interrupted";
  bytes: number | null;
  /** Why it failed; empty if it did not. */
  reason(language: Language): string;
}

export interface SourceContext extends Pick<Base, "db" | "clock"> {
  notifier: Notifier;
  queries: FeatureQueries;
  /** Returns the last lines of a run's log. */
  logTail(runId: number): Promise<string>;
}

interface EventSource {
  on: readonly EventType[];
  /** Reports what a live event is about. `at` is when it was published, in ms since the epoch. */
  report(context: SourceContext, live: LiveEvent, at: number): Promise<void>;
}

const pulls: EventSource = {
  on: ["subscription:pulled"],
  async report({ db, notifier }, { id, counts, names }, at) {
    if (!counts) return;
    const { added, changed, removed } = counts;
    const events: NotificationEvent[] = [
      ...(added > 0 ? ["subscription_added" as const] : []),
      ...(changed > 0 ? ["subscription_changed" as const] : []),
      ...(removed > 0 ? ["subscription_removed" as const] : []),
    ];
    const row = await db.selectFrom("subscription").select("name").where("id", "=", id).executeTakeFirst();
    if (!row || events.length === 0) return;
    await notifier.notify({
      events,
      at,
      subject: `subscription:${id}`,
      task: null,
      page: `/subscription/logModal?id=${id}`,
      fields: ({ messages }) => ({
        subscription: row.name,
        ...{ added: String(added), changed: String(changed), removed: String(removed) },
        tasks: [
          messages.pulled("added", added, names?.added ?? []),
          messages.pulled("changed", changed, names?.changed ?? []),
          messages.pulled("removed", removed, names?.removed ?? []),
        ].filter(Boolean).join("\n"),
      }),
    });
  },
};

const waitingChanges: EventSource = {
  on: ["subscription:waiting"],
  async report({ db, notifier }, { id }, at) {
    const row = await db.selectFrom("subscription").select("name").where("id", "=", id).executeTakeFirst();
    if (!row) return;
    await notifier.notify({
      events: ["subscription_waiting"],
      at,
      subject: `subscription:${id}`,
      task: null,
      page: `/subscription?waiting=${id}`,
      fields: () => ({ subscription: row.name }),
    });
  },
};

const failedStates: readonly DependencyState[] = ["install_failed", "delete_failed"];

const dependencies: EventSource = {
  on: ["dependency:changed"],
  async report({ db, notifier, logTail }, { id }, at) {
    // Without an id, the whole list has changed.
    if (id === 0) return;
    const row = await db.selectFrom("dependency").select(["id", "name", "state", "reason", "run_id"])
      .where("id", "=", id).executeTakeFirst();
    const subject = `dependency:${id}`;
    const stateKey = `package ${subject}`; // stored: never rename the prefix
    if (row?.state === "installed") await forgetNotified(db, subject);
    if (!row || !failedStates.includes(row.state)) {
      return void await recordChange(db, stateKey, { state: row?.state ?? "gone", since: at });
    }
    const { run_id, name, reason } = row;
    const state = `${row.state} ${run_id}`;
    await notifier.notify({
      events: ["dependency_failed"],
      at,
      subject,
      task: null,
      page: `/dependence/logModal?id=${id}`,
      fields: () => ({ dependency: name, reason: reason ?? "" }),
      log: () => run_id === null ? Promise.resolve("") : logTail(run_id),
    }, (tx) => recordChange(tx, stateKey, { state, since: at }));
  },
};

const logins: EventSource = {
  on: ["login:succeeded", "login:failed"],
  async report({ notifier, queries }, { id }, at) {
    const login = await queries.login(id);
    if (!login) return;
    const { status, ip, address, device } = login;
    await notifier.notify({
      events: [status === "succeeded" ? "login" : "login_failed"],
      at,
      subject: "login",
      task: null,
      page: "/setting/loginLog",
      fields: ({ messages }) => ({
        ip,
        place: address ?? "",
        device,
        reason: status === "succeeded" ? "" : messages.loginReasons[status],
      }),
    });
  },
};

/**
 * Compares the second factors with their last known state, so that a change by the command line is reported at
 * the next start.
 */
export async function checkSecondFactors({ db, clock, notifier }: SourceContext): Promise<void> {
  const accounts = await db.selectFrom("account").select(["id", "factor_secret", "factor_since"]).execute();
  for (const { id, factor_secret, factor_since } of accounts) {
    const stateKey = `factor account:${id}`;
    const isOn = factor_secret !== null;
    const now = { state: isOn ? `on ${factor_since}` : "off", since: clock.now() };
    if (!await readState(db, stateKey)) {
      await writeState(db, stateKey, now);
      continue;
    }
    await notifier.notify({
      events: ["second_factor_changed"],
      at: now.since,
      subject: `account:${id}`,
      task: null,
      page: "/setting/security",
      fields: ({ messages }) => ({ reason: messages.secondFactor[isOn ? "on" : "off"] }),
    }, (tx) => recordChange(tx, stateKey, now));
  }
}

const backups: EventSource = {
  on: ["backup:done", "backup:failed"],
  async report({ db, notifier, queries }, { id }, at) {
    const backup = await queries.backup(id);
    if (!backup || backup.outcome === "interrupted") return;
    const { outcome, bytes, reason } = backup;
    if (outcome === "succeeded") await forgetNotified(db, "backups");
    await notifier.notify({
      events: [outcome === "succeeded" ? "backup_done" : "backup_failed"],
      at,
      subject: "backups",
      task: null,
      page: "/setting/backups",
      fields: ({ language }) => ({ size: bytes === null ? "" : formatSize(bytes), reason: reason(language) }),
    });
  },
};

const updates: EventSource = {
  on: ["system:changed"],
  async report({ notifier, queries }, _live, at) {
    const version = queries.update();
    if (version === null) return;
    await notifier.notify({
      events: ["update_available"],
      at,
      subject: "update",
      task: null,
      page: "/setting/about",
      fields: () => ({ version }),
    }, (tx) => recordChange(tx, "update", { state: version, since: at }));
  },
};

const calendars: EventSource = {
  on: ["calendar:ending"],
  async report({ notifier, queries }, { id }, at) {
    const calendar = queries.calendar(id);
    if (calendar === null) return;
    const { name, until } = calendar;
    await notifier.notify({
      events: ["calendar_ends"],
      at,
      subject: `calendar:${id}`,
      task: null,
      page: `/calendar/calendars?id=${id}`,
      fields: () => ({ calendar: name, until }),
    }, (tx) => recordChange(tx, `calendar ${id} ends`, { state: until, since: at }));
  },
};

/** Checks the disk and reports when it becomes nearly full. */
export async function checkDisk({ db, clock, notifier, queries }: SourceContext): Promise<void> {
  const disk = queries.disk();
  if (disk === null) return;
  const { free, size } = disk;
  const since = clock.now();
  const known = await readState(db, "disk");
  if (!isLow({ totalBytes: size, freeBytes: free }, known?.state === "full")) {
    if (known) await writeState(db, "disk", { state: "fine", since });
    return;
  }
  await notifier.notify({
    events: ["disk_nearly_full"],
    at: since,
    subject: "disk",
    task: null,
    page: "/setting/storage",
    fields: () => ({ free: formatSize(free), size: formatSize(size) }),
  }, (tx) => recordChange(tx, "disk", { state: "full", since }));
}

/** Reports that the panel was not shut down before it started at `startedAt` (ms since the epoch). */
export async function reportCrash({ db, notifier }: SourceContext, startedAt: number): Promise<void> {
  const { total } = await db.selectFrom("run").select(({ fn }) => fn.countAll<number>().as("total"))
    .where("state", "=", "interrupted").where("finished_at", ">=", startedAt).executeTakeFirstOrThrow();
  await notifier.notify({
    events: ["panel_crashed"],
    at: startedAt,
    subject: "panel",
    task: null,
    page: "/crontab",
    fields: ({ messages }) => ({ reason: messages.interruptedRuns(Number(total)) }),
  });
}

const approvals: EventSource = {
  on: ["run:approval_needed"],
  async report({ db, notifier }, { id }) {
    const run = await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
    // It may have been decided meanwhile.
    if (run?.state === "waiting_for_approval") await notifier.notify(await approvalOf(db, run));
  },
};

const heartbeats: EventSource = { on: ["heartbeat:down", "heartbeat:up"], report: reportHeartbeat };

/** The sources that live events trigger while there is a channel. */
export const eventSources: readonly EventSource[] = [
  pulls,
  waitingChanges,
  dependencies,
  logins,
  backups,
  updates,
  calendars,
  heartbeats,
  approvals,
  { on: ["health:changed"], report: checkDisk },
];

// The same in every language.
function formatSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
