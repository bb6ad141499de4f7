import type { Why } from "../../../../server/contract/task_statistics.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import type { Tone } from "../../../ui/tones.ts";

type Result = Why["answer"];

const sentences: Record<Result, MessageKey> = {
  ran: "statistics.whyRan",
  waiting: "statistics.whyWaiting",
  running: "statistics.whyRunning",
  skipped_overlap: "statistics.whyOverlap",
  skipped_limit: "statistics.whyLimit",
  skipped_disabled: "statistics.whySkippedDisabled",
  skipped_deleted: "statistics.whySkippedDeleted",
  skipped_no_node: "statistics.whyNoNode",
  skipped_missed: "statistics.whyMissed",
  cancelled: "statistics.whyCancelled",
  not_due: "statistics.whyNotDue",
  not_scheduled: "statistics.whyUnscheduled",
  disabled: "statistics.whyDisabled",
  in_future: "statistics.whyFuture",
  before_task: "statistics.whyBefore",
  changed_since: "statistics.whyChanged",
  forgotten: "statistics.whyForgotten",
  nothing_missed: "statistics.whyNothing",
};

/** Tones of the results: success, in progress, missed run, or neutral. */
export const resultTones: Record<Result, Tone> = {
  ran: "success",
  waiting: "warning",
  running: "accent",
  skipped_overlap: "orange",
  skipped_limit: "orange",
  skipped_disabled: "orange",
  skipped_deleted: "orange",
  skipped_no_node: "orange",
  skipped_missed: "orange",
  cancelled: "orange",
  not_due: "neutral",
  not_scheduled: "neutral",
  disabled: "neutral",
  in_future: "neutral",
  before_task: "neutral",
  changed_since: "neutral",
  forgotten: "neutral",
  nothing_missed: "success",
};

/** Formats the result as one sentence, with times in the task's zone; `asked` is the queried moment. */
export function whyText(
  why: Why,
  { t, format }: Messages,
  { zone, asked }: { zone: string; asked: string | null },
): string {
  const { answer, at, run, blockedBy, since } = why;
  const time = (instant: string | null | undefined) => instant ? format.dayAndTime(instant, zone) : "—";
  const values = {
    time: time(at ?? asked),
    end: time(run?.dueThrough),
    since: time(since),
    run: run?.id ?? "—",
    blocker: blockedBy?.id ?? "—",
    count: format.number(run?.dueCount ?? 1),
  };
  if (answer === "skipped_overlap" && blockedBy) return t("statistics.whyOverlapBy", values);
  if (answer === "skipped_missed" && (run?.dueCount ?? 1) > 1) return t("statistics.whyMissedMany", values);
  if (answer === "disabled" && !(at ?? asked)) {
    return since ? t("statistics.whyDisabledOnly", values) : t("task.nextDisabled");
  }
  if (answer === "disabled" && since) return t("statistics.whyDisabledSince", values);
  if (answer === "changed_since" && since) return t("statistics.whyChangedAt", values);
  return t(sentences[answer], values);
}
