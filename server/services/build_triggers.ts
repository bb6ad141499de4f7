// What starts tasks besides time, other tasks and people.
import type { Duty } from "../engine/deciding.ts";
import type { Engine } from "../engine/engine.ts";
import { FileTriggers, type FileTriggersOptions } from "../features/tasks/triggers/file_triggers.ts";
import { SourceTriggers } from "../features/tasks/triggers/source_triggers.ts";
import type { TriggerFiles } from "../features/tasks/triggers/trigger_files.ts";
import { scopedTask } from "../features/windows/window_spans.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Returns the duties of the panel that decides; none of a trial. */
export function buildTriggers(
  { db, clock, bus, logger, zone, windows, disk, isTrial = false }: Foundation,
  { engine, triggerFiles: files }: { engine: Engine; triggerFiles: TriggerFiles },
): Duty[] {
  if (isTrial) return [];
  const options = {
    ...{ db, clock, bus, logger, engine },
    hasRoom: () => disk.hasRoomForRuns,
    heldAt: (task, at) => windows.heldAt(scopedTask(task), at),
    windowsOf: (task, span) => windows.of(scopedTask(task), span),
  } satisfies Omit<FileTriggersOptions, "files">;
  return [new FileTriggers({ ...options, files }), new SourceTriggers({ ...options, zone, loaded: windows })];
}
