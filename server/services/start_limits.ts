import { isDayOff, type StartLimits } from "../features/tasks/start_limits.ts";
import { scopedTask } from "../features/windows/window_spans.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Returns what keeps tasks from starting at an instant that no rule of them names. */
export function startLimits(
  { windows, findCalendar }: Pick<Foundation, "windows" | "findCalendar">,
): StartLimits {
  return {
    heldAt: (task, at) => windows.heldAt(scopedTask(task), at),
    droppedAt: (task, at) => {
      const windowId = windows.skippedAt(scopedTask(task), at);
      if (windowId !== null) return { reason: "window", windowId };
      return isDayOff(task, at, findCalendar) ? { reason: "calendar" } : null;
    },
  };
}
