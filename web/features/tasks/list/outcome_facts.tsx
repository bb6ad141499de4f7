import type { Task } from "../../../../server/contract/tasks.ts";
import { useWords } from "../../../words/use_words.tsx";
import { runStateLooks } from "../show/run_state.tsx";
import { useRun } from "../show/use_runs.ts";

/** What a mark of the strip stands for: outcome, duration, and when it was, which is asked for when first shown. */
export default function OutcomeFacts({ id, state, durationMs }: Task["recentOutcomes"][number]) {
  const { t, format } = useWords();
  const { data: run } = useRun(id);
  const at = run && (run.startedAt ?? run.dueAt ?? run.queuedAt);
  const code = run?.exitCode ? t("runs.exitCodeIs", { code: run.exitCode }) : null;
  const facts = [
    t(runStateLooks[state].word),
    code,
    durationMs === null ? null : format.duration(durationMs),
  ];
  return (
    <>
      {`#${id} · ${facts.filter((fact) => fact !== null).join(" · ")}`}
      <br />
      {at ? format.dateTime(at) : "…"}
    </>
  );
}
