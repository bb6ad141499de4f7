import type { Generated } from "kysely";
import type { TriggerEvent, TriggerType } from "../contract/triggers.ts";

/** The triggers of `triggers_json` of all tasks, each with what was last seen of its source. */
export interface TaskTriggerTable {
  id: Generated<number>;
  /** Not a foreign key: triggers stay while their task is in the trash. */
  task_id: number;
  type: TriggerType;
  /** Of a file, as it was entered. */
  file_path: string | null;
  settle_ms: number | null;
  /** The subscription, heartbeat or window; not a foreign key: a trigger stays when it is deleted. */
  source_id: number | null;
  /** What must happen to the source; null for a file. */
  event: TriggerEvent | null;
  /** Of a file, its version; of a window, JSON: `WindowSeen`. Null before anything was seen. */
  seen: string | null;
  /** Of a file that was seen, the mount point of its folder. */
  seen_mount: string | null;
  /** What happened before does not start the task. */
  created_at: number;
}

/** What has happened to sources that triggers name, and has not started tasks yet. */
export interface TriggerEventTable {
  id: Generated<number>;
  type: TriggerType;
  source_id: number;
  event: TriggerEvent;
  /** Name of the source. */
  name: string;
  at: number;
}
