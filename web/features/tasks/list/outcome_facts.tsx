import type { Task } from "../../../../server/contract/tasks.ts";
import { runStateLooks } from "../../../ui/run/run_state.tsx";
import { useWords } from "../../../words/use_words.tsx";

/** What a mark of the strip stands for: outcome, exit code, duration, and when it was. */
export function OutcomeFacts({ id, state, at, durationMs, exitCode }: Task["recentOutcomes"][number]) {
  const { t, format } = useWords();
  const facts = [
    t(runStateLooks[state].word),
    exitCode ? t("runs.exitCodeIs", { code: exitCode }) : null,
    durationMs === null ? null : format.duration(durationMs),
  ];
  return (
    <>
      {`#${id} · ${facts.filter((fact) => fact !== null).join(" · ")}`}
      <br />
      {format.dateTime(at)}
    </>
  );
}
