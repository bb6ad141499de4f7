import type { ReactNode } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { ExactTime, RunningTime } from "../../ui/data/time_text.tsx";
import { RunPicker } from "./run_picker.tsx";
import { isActive, RunStateDot } from "./run_state.tsx";
import { causeText } from "./run_messages.ts";

interface RunBarProps {
  /** The newest runs, newest first. */
  runs: readonly Run[];
  run: Run;
  /** Null for the newest. */
  onChoose: (run: number | null) => void;
  /** What can be done to it. */
  children: ReactNode;
}

/** Which run this is, the ways to its neighbours, and what can be done to it. */
export function RunBar({ runs, run, onChoose, children }: RunBarProps) {
  const messages = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pb-3 text-sm sm:gap-x-4">
      <RunPicker {...{ runs, run, onChoose }} />
      <RunStateDot state={run.state} />
      <span className="text-muted tabular-nums">
        {run.durationMs !== null
          ? messages.format.duration(run.durationMs)
          : run.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
      </span>
      <span className="text-muted max-sm:hidden">{causeText(run, messages)}</span>
      {run.startedAt && (
        <span className="text-muted max-sm:hidden">
          <ExactTime at={run.startedAt} />
        </span>
      )}
      <span className="ms-auto flex items-center gap-1">{children}</span>
    </div>
  );
}
