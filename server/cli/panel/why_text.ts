// Why a task ran or did not, in one sentence.
import { runTexts } from "../../contract/messages/run_texts.ts";
import type { Why } from "../../contract/task_statistics.ts";
import type { Language } from "../../contract/settings.ts";
import { formatTime } from "./format_run.ts";

export function formatWhy({ at, answer, run, blockedBy, since }: Why, language: Language): string {
  const values: Record<string, string> = {
    time: formatTime(at),
    since: formatTime(since),
    run: String(run?.id ?? ""),
    blocker: blockedBy === null ? "" : ` (#${blockedBy.id})`,
  };
  return runTexts[language].why[answer].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
