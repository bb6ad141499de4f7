/** Why there is a run, and why there is none. */
export const reasons = {
  causeApplication: "Application",
  causeBoot: "Host boot",
  causeDebug: "Debugged in the editor",
  causeMissed: "Catching up",
  causePerson: "By hand",
  causeRetry: "Retry {attempt}",
  causeSchedule: "Schedule",
  causeStartup: "Panel start",
  skipDeleted: "The task was deleted",
  skipDisabled: "The task was disabled",
  skipLimit: "A newer run took its place in the queue",
  skipMissed: "panel not running",
  skipOverlap: "An earlier run had not ended",
  skipOverlapBy: "Run #{run} had not ended",
  skipSeveral: "{count} due times skipped: {reason}",
};
