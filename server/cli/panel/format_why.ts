import { runTexts } from "../../contract/messages/run_texts.ts";
import type { Language } from "../../contract/settings.ts";
import type { Why } from "../../contract/task_statistics.ts";
import { fillText, formatTime, formatTrigger } from "./format_run.ts";

/** Formats why a task ran or did not, in one sentence. */
export function formatWhy({ at, answer, run, blockedBy, since, flowRunId }: Why, language: Language): string {
  const { why: sentences, whyTrigger, skipReasons } = runTexts[language];
  const values: Record<string, string> = {
    time: formatTime(at),
    since: formatTime(since),
    run: String(run?.id ?? ""),
    flow: String(flowRunId ?? ""),
    blocker: blockedBy === null ? "" : ` (#${blockedBy.id})`,
    trigger: run?.trigger ? formatTrigger(run.trigger, language) : "",
    reason: run?.skipReason ? skipReasons[run.skipReason] : "",
  };
  const isTrigger = run?.state === "skipped" && run.cause === "trigger";
  return fillText(isTrigger ? whyTrigger : sentences[answer], values);
}
