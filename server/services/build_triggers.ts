// What starts tasks besides time, other tasks and people.
import type { Duty } from "../engine/deciding.ts";
import type { Engine } from "../engine/engine.ts";
import { FileTriggers, type FileTriggersOptions } from "../features/tasks/triggers/file_triggers.ts";
import { SourceTriggers } from "../features/tasks/triggers/source_triggers.ts";
import type { TriggerFiles } from "../features/tasks/triggers/trigger_files.ts";
import type { Foundation } from "./foundation_shape.ts";
import { startLimits } from "./start_limits.ts";

/** Returns the duties of the panel that decides; none of a trial. */
export function buildTriggers(
  foundation: Foundation,
  { engine, triggerFiles: files }: { engine: Engine; triggerFiles: TriggerFiles },
): Duty[] {
  const { db, clock, bus, logger, zone, windows, disk, isTrial = false } = foundation;
  if (isTrial) return [];
  const options = {
    ...{ db, clock, bus, logger, engine },
    hasRoom: () => disk.hasRoomForRuns,
    limits: startLimits(foundation),
  } satisfies Omit<FileTriggersOptions, "files">;
  return [new FileTriggers({ ...options, files }), new SourceTriggers({ ...options, zone, loaded: windows })];
}
