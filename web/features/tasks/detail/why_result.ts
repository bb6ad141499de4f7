import type { Why } from "../../../../server/contract/task_statistics.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import type { Tone } from "../../../ui/tones.ts";

type Result = Why["answer"];

const sentences: Record<Result, MessageKey> = {
  ran: "insight.whyRan",
  waiting: "insight.whyWaiting",
  running: "insight.whyRunning",
  skipped_overlap: "insight.whyOverlap",
  skipped_limit: "insight.whyLimit",
  skipped_disabled: "insight.whySkippedDisabled",
  skipped_deleted: "insight.whySkippedDeleted",
  skipped_missed: "insight.whyMissed",
  cancelled: "insight.whyCancelled",
  not_due: "insight.whyNotDue",
  not_scheduled: "insight.whyUnscheduled",
  disabled: "insight.whyDisabled",
  in_future: "insight.whyFuture",
  before_task: "insight.whyBefore",
  changed_since: "insight.whyChanged",
  forgotten: "insight.whyForgotten",
  nothing_missed: "insight.whyNothing",
};

/** How an answer looks: good news, something going on, a run that did not happen, or nothing to it. */
export const resultTones: Record<Result, Tone> = {
  ran: "success",
  waiting: "warning",
  running: "accent",
  skipped_overlap: "late",
  skipped_limit: "late",
  skipped_disabled: "late",
  skipped_deleted: "late",
  skipped_missed: "late",
  cancelled: "late",
  not_due: "neutral",
  not_scheduled: "neutral",
  disabled: "neutral",
  in_future: "neutral",
  before_task: "neutral",
  changed_since: "neutral",
  forgotten: "neutral",
  nothing_missed: "success",
};

/** Says the ledger's answer in one sentence, its times on the clock of the task; `asked` is the moment that was asked about. */
export function whyText(
  why: Why,
  { t, format }: Messages,
  { zone, asked }: { zone: string; asked: string | null },
): string {
  const { answer: result, at, run, blockedBy, since } = why;
  const time = (instant: string | null | undefined) => instant ? format.dayAndTime(instant, zone) : "—";
  const values = {
    time: time(at ?? asked),
    end: time(run?.dueThrough),
    since: time(since),
    run: run?.id ?? "—",
    blocker: blockedBy?.id ?? "—",
    count: format.number(run?.dueCount ?? 1),
  };
  if (result === "skipped_overlap" && blockedBy) return t("insight.whyOverlapBy", values);
  if (result === "skipped_missed" && (run?.dueCount ?? 1) > 1) return t("insight.whyMissedMany", values);
  if (result === "disabled" && !(at ?? asked)) {
    return since ? t("insight.whyDisabledOnly", values) : t("task.nextDisabled");
  }
  if (result === "disabled" && since) return t("insight.whyDisabledSince", values);
  if (result === "changed_since" && since) return t("insight.whyChangedAt", values);
  return t(sentences[result], values);
}
