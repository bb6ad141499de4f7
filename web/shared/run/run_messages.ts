import type { Run, RunCause } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";

export const causeLabels: Record<RunCause, MessageKey> = {
  schedule: "runDetails.causeSchedule",
  person: "runDetails.causePerson",
  application: "runDetails.causeApplication",
  retry: "runDetails.causeRetry",
  startup: "runDetails.causeStartup",
  boot: "runDetails.causeBoot",
  missed: "runDetails.causeMissed",
  upstream: "runDetails.causeUpstream",
  trigger: "runDetails.causeTrigger",
  webhook: "runDetails.causeWebhook",
};

/** Returns why a run started: a retry as its attempt, a debug run as such. */
export function causeText({ cause, attempt, kind, scriptPath }: Run, { t }: Messages): string {
  // Without a script, it is a command of a program.
  if (kind === "debug" && scriptPath !== null) return t("runDetails.causeDebug");
  return cause === "retry" ? t("runDetails.causeAttempt", { attempt }) : t(causeLabels[cause]);
}

/** Returns who else started a run by hand; null for runs of one's own, and those that nobody started. */
export function starterOf({ cause, requestedBy }: Run, ownName: string): string | null {
  return cause === "person" && requestedBy !== ownName ? requestedBy : null;
}

/** Returns why due times were skipped, and how many when one row covers several. */
export function skipText(run: Run, { t, format }: Messages): string {
  const reason = skipReasonText(run, t);
  return run.dueCount > 1
    ? t("runDetails.skipSeveral", { count: format.number(run.dueCount), reason })
    : reason;
}

function skipReasonText({ skipReason, blockedBy, mergedInto, detail }: Run, t: Messages["t"]): string {
  if (mergedInto !== null) return t("runDetails.skipMerged", { run: mergedInto });
  if (skipReason === "overlap" && blockedBy !== null) {
    return t("runDetails.skipOverlapBy", { run: blockedBy });
  }
  if (skipReason === "calendar" && detail !== null) return t("runDetails.skipDayOff", { day: detail });
  return t(`runDetails.skip_${skipReason ?? "missed"}`);
}
