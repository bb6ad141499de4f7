import type { LinkReason } from "../../../contract/flows.ts";
import type { SkipReason } from "../../../contract/runs.ts";
import type { RunRow } from "../../../engine/store.ts";

/** What the links say of a start that was skipped. */
const reasons: Partial<Record<SkipReason, LinkReason>> = {
  calendar: "calendar",
  deleted: "deleted",
  disabled: "disabled",
  expired: "expired",
  limit: "replaced",
  list: "list",
  no_node: "no_node",
  overlap: "overlap",
  window: "window",
};

/** Returns why links were not followed that would have started a run, from how that was skipped; stopped if it was not. */
export function reasonOfSkip(
  { skip_reason: reason, merged_into: other }: Pick<RunRow, "skip_reason" | "merged_into">,
): LinkReason {
  if (reason === "window" && other !== null) return "merged";
  return (reason && reasons[reason]) ?? "stopped";
}
