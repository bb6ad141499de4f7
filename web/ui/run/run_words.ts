import type { Run, RunCause, SkipReason } from "../../../server/contract/runs.ts";
import type { WordKey } from "../../words/messages.ts";
import type { Words } from "../../words/create_words.ts";

const causes: Record<RunCause, WordKey> = {
  schedule: "runs.causeSchedule",
  person: "runs.causePerson",
  application: "runs.causeApplication",
  retry: "runs.causeRetry",
  startup: "runs.causeStartup",
  missed: "runs.causeMissed",
};

const reasons: Record<SkipReason, WordKey> = {
  overlap: "runs.skipOverlap",
  disabled: "runs.skipDisabled",
  missed: "runs.skipMissed",
  limit: "runs.skipLimit",
  deleted: "runs.skipDeleted",
};

/** Says why a run was made; of a retry also which try it is, and of an unsaved script that it is one. */
export function causeText({ cause, attempt, kind }: Run, { t }: Words): string {
  return kind === "debug" ? t("runs.causeDebug") : t(causes[cause], { attempt });
}

/** Says why due times were skipped, and how many when one row accounts for several. */
export function skipText(run: Run, { t, format }: Words): string {
  const reason = run.skipReason === "overlap" && run.blockedBy !== null
    ? t("runs.skipOverlapBy", { run: run.blockedBy })
    : t(reasons[run.skipReason ?? "missed"]);
  return run.dueCount > 1 ? t("runs.skipSeveral", { count: format.number(run.dueCount), reason }) : reason;
}
