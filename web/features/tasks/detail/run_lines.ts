import type { Run } from "../../../../server/contract/runs.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import { skipText } from "../../../shared/run/run_messages.ts";

/** Says of a run in a few short lines which it was, how it went and when. */
export function runLines(run: Run, messages: Messages): string[] {
  const { t, format } = messages;
  const code = run.exitCode ? ` (${run.exitCode})` : "";
  const took = run.durationMs === null ? "" : ` · ${format.duration(run.durationMs)}`;
  const late = run.lagMs !== null && run.lagMs >= 1000
    ? ` · ${t("insight.lag", { lag: format.duration(run.lagMs) })}`
    : "";
  return [
    `#${run.id} · ${t(runStateStyles[run.state].word)}${code}${took}`,
    format.dateTime(run.startedAt ?? run.dueAt ?? run.queuedAt) + late,
    ...(run.state === "skipped" ? [skipText(run, messages)] : []),
  ];
}
