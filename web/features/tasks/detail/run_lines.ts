import type { Run } from "../../../../server/contract/runs.ts";
import type { Words } from "../../../words/create_words.ts";
import { runStateLooks } from "../../../ui/run/run_state.tsx";
import { skipText } from "../../../ui/run/run_words.ts";

/** Says of a run in a few short lines which it was, how it went and when. */
export function runLines(run: Run, words: Words): string[] {
  const { t, format } = words;
  const code = run.exitCode ? ` (${run.exitCode})` : "";
  const took = run.durationMs === null ? "" : ` · ${format.duration(run.durationMs)}`;
  const late = run.lagMs !== null && run.lagMs >= 1000
    ? ` · ${t("insight.lag", { lag: format.duration(run.lagMs) })}`
    : "";
  return [
    `#${run.id} · ${t(runStateLooks[run.state].word)}${code}${took}`,
    format.dateTime(run.startedAt ?? run.dueAt ?? run.queuedAt) + late,
    ...(run.state === "skipped" ? [skipText(run, words)] : []),
  ];
}
