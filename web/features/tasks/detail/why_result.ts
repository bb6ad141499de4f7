import type { Why, WhyResult } from "../../../../server/contract/task_statistics.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { triggerText } from "../../../shared/triggers/trigger_texts.ts";
import type { Tone } from "../../../ui/tones.ts";

const tones: Partial<Record<WhyResult, Tone>> = {
  ran: "success",
  waiting: "warning",
  waiting_for_approval: "warning",
  running: "accent",
  cancelled: "orange",
  nothing_missed: "success",
  not_followed: "orange",
};

/** Returns the tone of a result: success, in progress, missed run, or neutral. */
export function toneOf(result: WhyResult): Tone {
  return tones[result] ?? (result.startsWith("skipped_") ? "orange" : "neutral");
}

/** Formats the result as one sentence, with times in the task's zone; `asked` is the queried moment. */
export function whyText(
  why: Why,
  { t, format }: Messages,
  { zone, asked }: { zone: string; asked: string | null },
): string {
  const { answer, at, run, blockedBy, window, since, flowRunId } = why;
  const time = (instant: string | null | undefined) => instant ? format.dayAndTime(instant, zone) : "—";
  const values = {
    time: time(at ?? asked),
    end: time(run?.dueThrough),
    since: time(since),
    run: run?.id ?? "—",
    flow: flowRunId ?? "—",
    blocker: blockedBy?.id ?? "—",
    count: format.number(run?.dueCount ?? 1),
    day: run?.detail ?? "—",
    merged: run?.mergedInto ?? "—",
    window: window?.name ?? "—",
    by: window?.createdBy ?? "—",
    until: time(run?.heldUntil),
    trigger: run?.trigger ? triggerText(run.trigger, t) : "—",
    reason: run?.skipReason ? t(`runDetails.skip_${run.skipReason}`) : "—",
  };
  if (run?.state === "skipped" && run.cause === "trigger") return t("statistics.whyTrigger", values);
  if (answer === "waiting" && window) return t("statistics.whyHeld", values);
  if (answer === "skipped_window" && window && !run?.mergedInto) {
    return t(window.createdBy === null ? "statistics.whyWindow" : "statistics.whyWindowBy", values);
  }
  if (run?.mergedInto) return t("statistics.whyMerged", values);
  if (answer === "skipped_calendar" && run?.detail) return t("statistics.whyDayOff", values);
  if (answer === "skipped_overlap" && blockedBy) return t("statistics.whyOverlapBy", values);
  if (answer === "skipped_missed" && (run?.dueCount ?? 1) > 1) return t("statistics.whyMissedMany", values);
  if (answer === "disabled" && !(at ?? asked)) {
    return since ? t("statistics.whyDisabledOnly", values) : t("task.nextDisabled");
  }
  if (answer === "disabled" && since) return t("statistics.whyDisabledSince", values);
  if (answer === "changed_since" && since) return t("statistics.whyChangedAt", values);
  return t(`statistics.why_${answer}`, values);
}
