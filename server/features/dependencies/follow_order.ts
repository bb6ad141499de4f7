// Decides what a node has to do so that it has the packages of the list. A package is ordered on one panel; once that is done, the
// other nodes follow.
import type { NodeDependencyRow } from "../../migrations/node_tables.ts";
import { isBusy } from "./states.ts";
import type { DependencyRow } from "./store.ts";

/** A failed installation or removal is tried again after this time (ms): a registry or a mirror may have been unreachable. */
export const RETRY_MS = 6 * 3_600_000;

export interface Followed {
  row: Pick<DependencyRow, "state" | "act" | "run_id">;
  /** What this node has done for it so far. */
  record: Pick<NodeDependencyRow, "state" | "installed_version" | "order_run_id" | "updated_at"> | undefined;
  /** Version that is on this node now. */
  found: string | null;
  now: number;
  /** Whether the node has just started: what failed is tried again. */
  isStart: boolean;
}

/**
 * - `note`: it is there, and that is to be recorded.
 * - `forget`: it is gone, as it should be.
 */
export type Step = "none" | "install" | "remove" | "note" | "forget";

export function nextStep({ row, record, found, now, isStart }: Followed): Step {
  if (record && isBusy(record.state)) return "none";
  const isDue = isStart || record === undefined || record.updated_at <= now - RETRY_MS;
  if (row.state === "deleted") {
    // What this node did not install is not removed either: the machine may need it.
    if (!record) return "none";
    if (found === null) return "forget";
    return record.state !== "delete_failed" || isDue ? "remove" : "none";
  }
  const isWanted = row.state === "installed" || row.state === "install_failed" && row.act === "install";
  // Also while the panel that was asked is at work: it may be cancelled, or fail for a reason that concerns all.
  if (!isWanted) return "none";
  if (record?.order_run_id !== row.run_id) return record === undefined && found !== null ? "note" : "install";
  if (record === undefined) return found === null ? "install" : "note";
  if (found === null) {
    const isLeftAlone = record.state === "cancelled" || record.state === "install_failed" && !isDue;
    return isLeftAlone ? "none" : "install";
  }
  return record.state === "installed" && record.installed_version !== found ? "note" : "none";
}
