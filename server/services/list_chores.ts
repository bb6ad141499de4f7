import type { FilesHouse } from "../features/files/files_house.ts";
import { keepFiles } from "../features/files/upkeep.ts";
import { removeOldRuns, removeSurplusRuns } from "../features/runs/retention.ts";
import type { Entry } from "./build_entry.ts";
import type { Foundation } from "./foundation.ts";

const DAY_MS = 86_400_000;

/** Lists the panel's own chores. */
export function listChores(
  foundation: Foundation,
  { sessions, files }: Pick<Entry, "sessions"> & { files: FilesHouse },
) {
  const { db, clock } = foundation;
  const pause = () => new Promise<void>((resolve) => clock.after(0, resolve));
  return [
    { name: "log-retention", schedule: "17 * * * *", act: () => removeLogs(foundation, pause) },
    {
      name: "kept-files",
      schedule: "37 3 * * *",
      act: () => keepFiles({ db, clock, house: files, pause }),
    },
    { name: "expired-sessions", schedule: "*/10 * * * *", act: () => sessions.endExpired() },
  ];
}

async function removeLogs(
  { db, bus, clock, folder, settings }: Foundation,
  pause: () => Promise<void>,
): Promise<void> {
  const kept = { db, logs: folder.logs, pause };
  const { logRetentionDays, logKeepRuns } = settings.current();
  const old = await removeOldRuns({ ...kept, before: clock.now() - logRetentionDays * DAY_MS });
  const surplus = await removeSurplusRuns({ ...kept, keepRuns: logKeepRuns });
  if (old + surplus === 0) return;
  const at = new Date(clock.now()).toISOString();
  bus.publish({ topic: "logs", type: "log:removed", id: 0, version: 0, at });
}
