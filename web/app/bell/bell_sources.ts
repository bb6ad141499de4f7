// What the bell lists. To add a source, add an entry to the table: its names, what to request, which live events
// can bring new items, and the items to make of the response.
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import type { BackupList } from "../../../server/contract/backups.ts";
import { failedStates } from "../../../server/contract/failed_states.ts";
import type { Calendar } from "../../../server/contract/calendars.ts";
import type { EventType } from "../../../server/contract/events.ts";
import type { Heartbeat } from "../../../server/contract/heartbeats.ts";
import type { DiskRoom, Health } from "../../../server/contract/health.ts";
import type { LoginLogEntry } from "../../../server/contract/login_log.ts";
import { failedLoginStatuses } from "../../../server/contract/login_statuses.ts";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { PulseState } from "../../../server/contract/pulse.ts";
import type { Run } from "../../../server/contract/runs.ts";
import { hasBackupFailed } from "../../../server/contract/limits/backups.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type { Subscription } from "../../../server/contract/subscriptions.ts";
import type { SystemDetails } from "../../../server/contract/system.ts";
import type { MaintenanceWindow } from "../../../server/contract/windows.ts";
import type { Permission } from "../../api/use_permissions.ts";
import type { Api } from "../../api/request.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { paths } from "../../paths.ts";
import type { BellEntry } from "./bell_entry.ts";
import { ofRun, ofWaitingRun } from "./run_entries.ts";

interface BellSource<Data> {
  /** What a person needs to see it, or to do something about it. */
  needs: Permission;
  /** Keys of the names of what it lists, which an empty bell shows. */
  nameKeys: readonly MessageKey[];
  request: (api: Api, signal: AbortSignal) => Promise<Data>;
  /** No other live events can bring new items. */
  refreshedBy: readonly EventType[];
  find: (data: Data) => readonly BellEntry[];
}

const maxEntries = 30;
const secondFactorOn = "account.second-factor.activate";

/** What the bell lists, by name; the name is part of the key of the query. */
export const bellSources = {
  // Includes pulls, and runs that install or remove dependencies.
  runs: bellSource({
    needs: "tasks:read",
    nameKeys: ["eventNames.run_failed", "eventNames.subscription_failed", "eventNames.dependency_failed"],
    request: async (api, signal) => {
      const query = { state: failedStates.join(), pageSize: maxEntries };
      return (await api.get<List<Run>>("/runs", { query, signal })).items;
    },
    refreshedBy: ["run:finished"],
    // The user is already watching a debug run or a preview.
    find: (runs) =>
      runs.filter(({ kind, subscriptionId }) =>
        kind !== "debug" && (kind !== "subscription" || subscriptionId !== null)
      ).map(ofRun),
  }),

  approvals: bellSource({
    needs: "tasks:run",
    nameKeys: ["eventNames.approval_needed"],
    request: async (api, signal) => {
      const query = { state: "waiting_for_approval", pageSize: maxEntries };
      return (await api.get<List<Run>>("/runs", { query, signal })).items;
    },
    refreshedBy: ["run:approval_needed", "run:approved", "run:skipped", "run:finished"],
    find: (runs) => runs.map(ofWaitingRun),
  }),

  heartbeats: bellSource({
    needs: "heartbeats:read",
    nameKeys: ["eventNames.heartbeat_down"],
    request: async (api, signal) => {
      const query = { state: "down", pageSize: maxEntries };
      return (await api.get<List<Heartbeat>>("/heartbeats", { query, signal })).items;
    },
    refreshedBy: ["heartbeat:down", "heartbeat:up", "heartbeat:changed"],
    find: (heartbeats) =>
      heartbeats.map(({ id, name, downAt, updatedAt }) => ({
        group: `heartbeat ${id}`,
        key: `heartbeat ${id} ${downAt}`,
        at: downAt ?? updatedAt,
        title: ({ t }) => t("heartbeats.bellDown", { name }),
        tone: "danger",
        href: paths.heartbeat(id),
        untilResolved: true,
      })),
  }),

  logins: bellSource({
    needs: "system:read",
    nameKeys: ["eventNames.login_failed"],
    request: async (api, signal) => {
      const query = { status: failedLoginStatuses.join(), pageSize: maxEntries };
      return (await api.get<List<LoginLogEntry>>("/login-logs", { query, signal })).items;
    },
    refreshedBy: ["login:failed"],
    find: (logins) =>
      logins.map(({ id, ip, at }) => ({
        group: `login ${ip}`,
        key: `login ${id}`,
        at,
        title: ({ t }) => t("notifications.bellLogin", { ip }),
        tone: "warning",
        href: paths.loginLog(),
      })),
  }),

  backups: bellSource({
    needs: "administrator",
    nameKeys: ["eventNames.backup_failed"],
    request: async (api, signal) => (await api.get<BackupList>("/backups", { signal })).items,
    refreshedBy: ["backup:done", "backup:failed"],
    find: (backups) =>
      backups.filter(hasBackupFailed).map(({ id, createdAt }) => ({
        group: "backup",
        key: `backup ${id}`,
        at: createdAt,
        title: ({ t }) => t("eventNames.backup_failed"),
        tone: "danger",
        href: paths.backups(),
      })),
  }),

  deliveries: bellSource({
    needs: "notifications:read",
    nameKeys: ["notifications.bellDeliveries"],
    request: async (api, signal) => {
      const query = { state: "failed", pageSize: maxEntries };
      return (await api.get<List<Delivery>>("/notifications/deliveries", { query, signal })).items;
    },
    refreshedBy: ["delivery:changed"],
    find: (deliveries) =>
      deliveries.map(({ id, channelId, channelName, title, createdAt, finishedAt }) => ({
        group: `delivery ${channelId ?? channelName}`,
        key: `delivery ${id}`,
        at: finishedAt ?? createdAt,
        title: ({ t }) => t("notifications.bellDelivery", { title }),
        tone: "danger",
        href: paths.notifications({ state: "failed" }),
      })),
  }),

  subscriptions: bellSource({
    needs: "subscriptions:write",
    nameKeys: ["eventNames.subscription_waiting"],
    request: async (api, signal) =>
      (await api.get<List<Subscription>>("/subscriptions", { query: { pageSize: 500 }, signal })).items,
    refreshedBy: ["subscription:waiting", "subscription:updated", "subscription:deleted"],
    find: (subscriptions) =>
      subscriptions.flatMap(({ id, name, waiting }) =>
        waiting === null ? [] : [{
          group: `waiting ${id}`,
          key: `waiting ${waiting.runId}`,
          at: waiting.at,
          title: ({ t }) => t("notifications.bellWaiting", { name }),
          tone: "accent",
          href: paths.subscriptionChanges(id),
          untilResolved: true,
        }]
      ),
  }),

  secondFactorChanges: bellSource({
    needs: "system:read",
    nameKeys: ["eventNames.second_factor_changed"],
    request: async (api, signal) => {
      const query = { act: `${secondFactorOn},account.second-factor.deactivate`, pageSize: maxEntries };
      return (await api.get<List<AuditEntry>>("/audit-log", { query, signal })).items;
    },
    refreshedBy: ["account:factor_changed"],
    find: (entries) =>
      entries.map(({ id, at, act, actor }) => ({
        group: `factor ${id}`,
        key: `factor ${id}`,
        at,
        title({ t }) {
          const name = actor.name ?? t("notifications.bellCommandLine");
          return act === secondFactorOn
            ? t("notifications.bellSecondFactorOn", { name })
            : t("notifications.bellSecondFactorOff", { name });
        },
        tone: act === secondFactorOn ? "neutral" : "warning",
        href: paths.security(),
      })),
  }),

  system: bellSource({
    needs: "system:read",
    nameKeys: ["eventNames.panel_crashed", "eventNames.update_available", "notifications.bellZones"],
    request: (api, signal) => api.get<SystemDetails>("/system", { signal }),
    refreshedBy: ["system:changed"],
    find: (system) => [...ofCrash(system), ...ofUpdate(system), ...ofZoneRules(system)],
  }),

  calendars: bellSource({
    needs: "tasks:read",
    nameKeys: ["eventNames.calendar_ends"],
    request: async (api, signal) => (await api.get<List<Calendar>>("/calendars", { signal })).items,
    refreshedBy: ["calendar:changed", "calendar:ending"],
    find: (calendars) =>
      calendars.flatMap(({ id, name, isEnding, knownUntil, updatedAt }) =>
        !isEnding || knownUntil === null ? [] : [{
          group: `calendar ${id}`,
          key: `calendar ${id} ${knownUntil}`,
          at: updatedAt,
          title: ({ t }) => t("notifications.bellCalendar", { name, until: knownUntil }),
          tone: "warning",
          href: paths.calendars({ id }),
          untilResolved: true,
        }]
      ),
  }),

  pulse: bellSource({
    needs: "system:read",
    nameKeys: ["notifications.bellPulses"],
    request: (api, signal) => api.get<PulseState>("/system/pulse", { signal }),
    refreshedBy: ["pulse:changed"],
    find: ({ host, downAt }) =>
      host === null || downAt === null ? [] : [{
        group: "pulse",
        key: `pulse ${downAt}`,
        at: downAt,
        title: ({ t }) => t("notifications.bellPulse", { host }),
        tone: "danger",
        href: `${paths.networkSettings()}#pulseUrl`,
        untilResolved: true,
      }],
  }),

  windows: bellSource({
    needs: "tasks:read",
    nameKeys: ["windows.title", "windows.bellFiles"],
    request: async (api, signal) => (await api.get<List<MaintenanceWindow>>("/windows", { signal })).items,
    refreshedBy: ["window:created", "window:updated", "window:deleted"],
    find: (windows) => windows.flatMap((window) => [...ofOpenWindow(window), ...ofWindowFile(window)]),
  }),

  disk: bellSource({
    needs: "system:read",
    nameKeys: ["eventNames.disk_nearly_full"],
    request: async (api, signal) => (await api.get<Health>("/health", { signal })).disk ?? null,
    refreshedBy: ["health:changed"],
    find: (disk) => disk === null || disk.room === "ok" ? [] : [ofDisk(disk)],
  }),
};

export type BellSourceName = keyof typeof bellSources;
export const bellSourceNames = Object.keys(bellSources) as BellSourceName[]; // the keys of a constant

/** Returns the keys of the names of what a person can see. */
export function listedNames(may: (needed: Permission) => boolean): MessageKey[] {
  return Object.values(bellSources).flatMap(({ needs, nameKeys }) => may(needs) ? nameKeys : []);
}

export type Responses = {
  [Name in BellSourceName]: Awaited<ReturnType<(typeof bellSources)[Name]["request"]>>;
};

/** Returns everything that needs attention in the responses received so far. */
export function findEntries(responses: Partial<Responses>): BellEntry[] {
  return bellSourceNames.flatMap((name) => findIn(name, responses[name]));
}

// Typed by name, so that a source can only be given its own response.
const sources: { [Name in BellSourceName]: BellSource<Responses[Name]> } = bellSources;

function findIn<Name extends BellSourceName>(name: Name, response: Responses[Name] | undefined) {
  return response === undefined ? [] : sources[name].find(response);
}

// Infers what `find` receives from what `request` returns.
function bellSource<Data>(source: BellSource<Data>): BellSource<Data> {
  return source;
}

function ofCrash({ startedAt, startedAfterCrash }: SystemDetails): BellEntry[] {
  if (!startedAfterCrash) return [];
  return [{
    group: "crash",
    key: `crash ${startedAt}`,
    at: startedAt,
    title: ({ t }) => t("eventNames.panel_crashed"),
    tone: "violet",
    href: paths.systemLog(),
  }];
}

function ofUpdate({ update: { lastCheck } }: SystemDetails): BellEntry[] {
  if (lastCheck?.state !== "available" || !lastCheck.release) return [];
  const { version } = lastCheck.release;
  return [{
    group: "update",
    key: `update ${version}`,
    at: lastCheck.checkedAt,
    title: ({ t }) => t("notifications.bellUpdate", { version }),
    tone: "accent",
    href: paths.about(),
    untilResolved: true,
    version,
  }];
}

function ofZoneRules({ zoneRules: { warning, release }, startedAt }: SystemDetails): BellEntry[] {
  if (warning === null) return [];
  return [{
    group: "zones",
    key: `zones ${warning} ${release}`,
    at: startedAt,
    title: ({ t }) => t("notifications.bellZones"),
    tone: "warning",
    href: paths.about(),
    untilResolved: true,
  }];
}

function ofOpenWindow({ id, name, active, nextFrom }: MaintenanceWindow): BellEntry[] {
  if (!active || nextFrom === null) return [];
  return [{
    group: `window ${id}`,
    key: `window ${id} ${nextFrom}`,
    at: nextFrom,
    title: ({ t }) => t("windows.bellOpen", { name }),
    tone: "accent",
    href: paths.windows(),
    untilResolved: true,
  }];
}

function ofWindowFile({ id, name, copy }: MaintenanceWindow): BellEntry[] {
  if (!copy || copy.failingSince === null) return [];
  return [{
    group: `window file ${id}`,
    key: `window file ${id} ${copy.failingSince}`,
    at: copy.failingSince,
    title: ({ t }) => t("windows.bellFile", { name }),
    tone: "warning",
    href: paths.windows(),
    untilResolved: true,
  }];
}

function ofDisk({ room, since, freeBytes }: DiskRoom): BellEntry {
  const isFull = room === "full";
  return {
    group: "disk",
    key: `disk ${room} ${since}`,
    at: since,
    title: ({ t, format }) =>
      isFull
        ? t("notifications.bellDiskFull")
        : t("notifications.bellDiskLow", { free: format.bytes(freeBytes) }),
    tone: isFull ? "danger" : "warning",
    href: paths.about(),
    untilResolved: true,
  };
}
