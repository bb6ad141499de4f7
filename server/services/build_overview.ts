// What the overview reads from the other services.
import { OverviewService } from "../features/overview/service.ts";
import { readTimetable } from "../features/tasks/task_timetable.ts";
import type { PerCaller } from "../http/route.ts";
import type { Clock } from "../platform/clock.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import { storedInstant } from "../platform/stored_json.ts";
import type { BackupParts } from "./build_backups.ts";
import type { Notifications } from "./build_notifications.ts";
import type { SystemParts } from "./build_system.ts";
import { perCaller } from "./per_caller.ts";
import type { Foundation } from "./foundation_shape.ts";

/** How long the overview waits for the size of the logs; on a slow disk it comes with a later request. */
const SIZE_WAIT_MS = 50;

export function buildOverview(
  { db: whole, clock, zone, disk, settings, findCalendar }: Foundation,
  { reads, backups, notifications, system }: {
    reads: HeavyReads;
    backups: BackupParts;
    notifications: Notifications;
    system: SystemParts;
  },
): PerCaller<OverviewService> {
  return perCaller(whole, (db, isWhole) =>
    new OverviewService({
      db,
      reads,
      clock,
      limit: () => settings.current().concurrency,
      zone,
      timetable: (task) => readTimetable(task, { zone: zone(), findCalendar }),
      logTail: notifications.logTail,
      disk: () => isWhole ? disk.room : null,
      logsSize: () =>
        isWhole
          ? inTime(
            clock,
            system.sizes.measure().then(({ parts, complete }) => ({
              bytes: sizeOf(parts, "logs"),
              complete,
            })),
          )
          : Promise.resolve(null),
      async lastBackupAt() {
        if (!isWhole) return null;
        const verified = (await backups.store.list()).find((backup) => backup.verified);
        return verified ? storedInstant(verified.id) : null; // a backup is named by the time at which it began
      },
      update: () => isWhole ? system.checks.last?.release?.version ?? null : null,
    }));
}

function sizeOf(parts: readonly { name: string; bytes: number }[], name: string): number {
  return parts.find((part) => part.name === name)?.bytes ?? 0;
}

/** Returns the value, or null if it fails or takes too long. */
function inTime<T>(clock: Clock, value: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = clock.after(SIZE_WAIT_MS, () => resolve(null));
    value.then(resolve, () => resolve(null)).finally(() => timer.cancel());
  });
}
