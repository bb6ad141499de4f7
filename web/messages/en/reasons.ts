/** Causes of runs, and reasons for skipped runs. */
export const reasons = {
  causeApplication: "Application",
  causeBoot: "Host boot",
  causeDebug: "Debugging",
  causeMissed: "Missed run",
  causePerson: "Manual",
  causeRetry: "Retry {attempt}",
  causeSchedule: "Schedule",
  causeStartup: "Panel start",
  skipDeleted: "The task was deleted",
  skipDisabled: "The task was disabled",
  skipLimit: "Replaced in the queue by a newer run",
  skipMissed: "The panel was not running",
  skipOverlap: "The previous run had not ended",
  skipOverlapBy: "Run #{run} had not ended",
  skipSeveral: "{count} runs skipped: {reason}",
};
