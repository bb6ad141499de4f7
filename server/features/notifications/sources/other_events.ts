// Builds the events that are not about runs.
import type { DependencyState } from "../../../contract/dependencies.ts";
import type { LiveEvent } from "../../../contract/events.ts";
import type { LoginLogEntry } from "../../../contract/login_log.ts";
import type { NotificationEvent } from "../../../contract/notification_events.ts";
import type { Language } from "../../../contract/settings.ts";
import type { Event } from "../event.ts";

type Counts = NonNullable<LiveEvent["counts"]>;

/** Returns the event of a pull that changed tasks; null if it changed none. */
export function pulledTasks(
  { id, name }: { id: number; name: string },
  { added, changed, removed }: Counts,
  { names, at }: { names: LiveEvent["names"]; at: number },
): Event | null {
  const events: NotificationEvent[] = [
    ...(added > 0 ? ["subscription_added" as const] : []),
    ...(changed > 0 ? ["subscription_changed" as const] : []),
    ...(removed > 0 ? ["subscription_removed" as const] : []),
  ];
  if (events.length === 0) return null;
  const counts = { added: String(added), changed: String(changed), removed: String(removed) };
  return {
    events,
    at,
    subject: `subscription:${id}`,
    task: null,
    page: `/subscription/logModal?id=${id}`,
    fields: ({ messages }) => ({
      subscription: name,
      ...counts,
      tasks: [
        messages.pulled("added", added, names?.added ?? []),
        messages.pulled("changed", changed, names?.changed ?? []),
        messages.pulled("removed", removed, names?.removed ?? []),
      ].filter(Boolean).join("\n"),
    }),
  };
}

/** Package states that are worth a notification. */
export const failedStates: readonly DependencyState[] = ["install_failed", "delete_failed"];

/** Returns the event of a package that could not be installed or deleted. */
export function failedPackage(
  { id, name, reason }: { id: number; name: string; reason: string | null },
  at: number,
): Event {
  return {
    events: ["dependency_failed"],
    at,
    subject: `dependency:${id}`,
    task: null,
    page: `/dependence/logModal?id=${id}`,
    fields: () => ({ dependency: name, reason: reason ?? "" }),
  };
}

/** Returns the event of a login attempt. */
export function loginAt({ status, ip, address, device, at }: LoginLogEntry): Event {
  const isIn = status === "succeeded";
  return {
    events: [isIn ? "login" : "login_failed"],
    at: Date.parse(at),
    subject: "login",
    task: null,
    page: "/setting/loginLog",
    fields: ({ messages }) => ({
      ip,
      place: address ?? "",
      device,
      reason: isIn ? "" : messages.loginReasons[status],
    }),
  };
}

/** Returns the event of a second factor that was turned on or off. */
export function changedFactor(accountId: number, isOn: boolean, at: number): Event {
  return {
    events: ["second_factor_changed"],
    at,
    subject: `account:${accountId}`,
    task: null,
    page: "/setting/security",
    fields: ({ messages }) => ({ reason: messages.factor[isOn ? "on" : "off"] }),
  };
}

/** A finished backup. */
export interface EndedBackup {
  bytes: number | null;
  /** Why the backup failed; null if it succeeded. */
  reason(language: Language): string | null;
}

/** Returns the event of a backup. */
export function endedBackup({ bytes, reason }: EndedBackup, at: number): Event {
  const isMade = reason("en") === null;
  return {
    events: [isMade ? "backup_done" : "backup_failed"],
    at,
    subject: "backups",
    task: null,
    page: "/setting/other",
    fields: ({ language }) => ({
      size: bytes === null ? "" : sizeText(bytes),
      reason: reason(language) ?? "",
    }),
  };
}

/** Returns the event of a newer version. */
export function foundUpdate(version: string, at: number): Event {
  return {
    events: ["update_available"],
    at,
    subject: "update",
    task: null,
    page: "/setting/about",
    fields: () => ({ version }),
  };
}

/** Returns the event of a nearly full disk. */
export function fullDisk({ free, size }: { free: number; size: number }, at: number): Event {
  return {
    events: ["disk_nearly_full"],
    at,
    subject: "disk",
    task: null,
    page: "/setting/other",
    fields: () => ({ free: sizeText(free), size: sizeText(size) }),
  };
}

/** Returns the event of a start after an unclean shutdown. */
export function startedAfterCrash(interrupted: number, at: number): Event {
  return {
    events: ["panel_crashed"],
    at,
    subject: "panel",
    task: null,
    page: "/crontab",
    fields: ({ messages }) => ({ reason: messages.interruptedRuns(interrupted) }),
  };
}

// The same in every language.
function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
