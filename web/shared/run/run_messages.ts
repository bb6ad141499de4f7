import type { Run, RunCause, SkipReason } from "../../../server/contract/runs.ts";
import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";

const causes: Record<RunCause, MessageKey> = {
  schedule: "reasons.causeSchedule",
  person: "reasons.causePerson",
  application: "reasons.causeApplication",
  retry: "reasons.causeRetry",
  startup: "reasons.causeStartup",
  boot: "reasons.causeBoot",
  missed: "reasons.causeMissed",
};

const reasons: Record<SkipReason, MessageKey> = {
  overlap: "reasons.skipOverlap",
  disabled: "reasons.skipDisabled",
  missed: "reasons.skipMissed",
  limit: "reasons.skipLimit",
  deleted: "reasons.skipDeleted",
};

/** Returns why a run started, including the attempt of a retry; a debug run is named as such. */
export function causeText({ cause, attempt, kind }: Run, { t }: Messages): string {
  return kind === "debug" ? t("reasons.causeDebug") : t(causes[cause], { attempt });
}

/** Returns why due times were skipped, and how many when one row covers several. */
export function skipText(run: Run, { t, format }: Messages): string {
  const reason = run.skipReason === "overlap" && run.blockedBy !== null
    ? t("reasons.skipOverlapBy", { run: run.blockedBy })
    : t(reasons[run.skipReason ?? "missed"]);
  return run.dueCount > 1 ? t("reasons.skipSeveral", { count: format.number(run.dueCount), reason }) : reason;
}
