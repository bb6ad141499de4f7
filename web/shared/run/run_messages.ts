import type { Run, RunCause } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";

export const causeLabels: Record<RunCause, MessageKey> = {
  schedule: "runs.causeSchedule",
  person: "runs.causePerson",
  application: "runs.causeApplication",
  retry: "runs.causeRetry",
  startup: "runs.causeStartup",
  boot: "runs.causeBoot",
  missed: "runs.causeMissed",
  upstream: "runs.causeUpstream",
  trigger: "runs.causeTrigger",
  webhook: "runs.causeWebhook",
};

/** Returns why a run started: a retry as its attempt, a debug run as such. */
export function causeText({ cause, attempt, kind, scriptPath }: Run, { t }: Messages): string {
  // Without a script, it is a command of a program.
  if (kind === "debug" && scriptPath !== null) return t("runs.causeDebug");
  return cause === "retry" ? t("runs.causeAttempt", { attempt }) : t(causeLabels[cause]);
}

/** Returns who else started a run by hand; null for runs of one's own, and those that nobody started. */
export function starterOf({ cause, requestedBy }: Run, ownName: string): string | null {
  return cause === "person" && requestedBy !== ownName ? requestedBy : null;
}

/** Returns why due times were skipped, and how many when one row covers several. */
export function skipText(run: Run, { t, format }: Messages): string {
  const reason = skipReasonText(run, t);
  return run.dueCount > 1 ? t("runs.skipSeveral", { count: format.number(run.dueCount), reason }) : reason;
}

function skipReasonText({ skipReason, blockedBy, mergedInto, detail }: Run, t: Messages["t"]): string {
  if (mergedInto !== null) return t("runs.skipMerged", { run: mergedInto });
  if (skipReason === "overlap" && blockedBy !== null) return t("runs.skipOverlapBy", { run: blockedBy });
  if (skipReason === "calendar" && detail !== null) return t("runs.skipDayOff", { day: detail });
  return t(`runs.skip_${skipReason ?? "missed"}`);
}
