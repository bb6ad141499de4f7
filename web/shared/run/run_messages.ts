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
};

/** Returns why a run started: a retry as its attempt, a debug run as such. */
export function causeText({ cause, attempt, kind, scriptPath }: Run, { t }: Messages): string {
  // Without a script, it is a command of a program.
  if (kind === "debug" && scriptPath !== null) return t("runs.causeDebug");
  return cause === "retry" ? t("runs.causeAttempt", { attempt }) : t(causeLabels[cause]);
}

/** Returns why due times were skipped, and how many when one row covers several. */
export function skipText(run: Run, { t, format }: Messages): string {
  const reason = run.skipReason === "overlap" && run.blockedBy !== null
    ? t("runs.skipOverlapBy", { run: run.blockedBy })
    : t(`runs.skip_${run.skipReason ?? "missed"}`);
  return run.dueCount > 1 ? t("runs.skipSeveral", { count: format.number(run.dueCount), reason }) : reason;
}
