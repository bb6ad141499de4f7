import type { Task } from "../../../../server/contract/tasks.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** What a mark of the strip stands for: outcome, exit code, duration, and when it was. */
export function OutcomeDetails({ id, state, at, durationMs, exitCode }: Task["recentOutcomes"][number]) {
  const { t, format } = useMessages();
  const details = [
    t(runStateStyles[state].word),
    exitCode ? t("runs.exitCodeIs", { code: exitCode }) : null,
    durationMs === null ? null : format.duration(durationMs),
  ];
  return (
    <>
      {`#${id} · ${details.filter((fact) => fact !== null).join(" · ")}`}
      <br />
      {format.dateTime(at)}
    </>
  );
}
