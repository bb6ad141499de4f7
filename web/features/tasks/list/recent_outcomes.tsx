import { useState } from "react";
import type { RunState } from "../../../../server/contract/runs.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { classNames } from "../../../ui/class_names.ts";
import { toneBorder, toneDot } from "../../../ui/tones.ts";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";

type Outcome = Task["recentOutcomes"][number];

// Failures differ in shape too, because color must not be the only difference (WCAG 1.4.1).
const shapes: Partial<Record<RunState, string>> = {
  succeeded: "h-2.5 rounded-[2px]",
  failed: "h-4 rounded-[2px]",
  timed_out: "h-4 rounded-t-full",
  interrupted: "h-4 rounded-b-full",
  lost: "h-4 rounded-full",
};

/** Renders the outcomes of a task's last runs, newest last: one mark each, by color and shape. */
export function RecentOutcomes(
  { task: { id, recentOutcomes }, max = 12 }: { task: Task; max?: number },
) {
  const { t, format } = useMessages();
  const { links } = useTaskActions();
  const [pointed, setPointed] = useState<Outcome | null>(null);
  const visible = recentOutcomes.slice(-max);
  const details = pointed ?? visible.at(-1);
  if (!details) return null;
  const failed = visible.filter(({ state }) => state !== "succeeded" && state !== "skipped").length;
  // One tooltip for all marks, because a dozen in each row would make long lists slow.
  return (
    <Tooltip
      text={<OutcomeDetails {...details} />}
    >
      <span
        role="img"
        aria-label={t("runs.recentSummary", { count: format.number(visible.length), failed })}
        className="-mx-px inline-flex h-5 items-center align-middle"
      >
        {visible.map((run) => (
          <span
            key={run.id}
            onPointerEnter={() => setPointed(run)}
            onClick={() => links.log(id, run.id)}
            className="flex h-5 cursor-pointer items-center px-px hover:opacity-70"
          >
            <Mark state={run.state} />
          </span>
        ))}
      </span>
    </Tooltip>
  );
}

function Mark({ state }: { state: RunState }) {
  const { tone, hollow } = runStateStyles[state];
  return (
    <span
      className={classNames(
        "w-1.5",
        shapes[state] ?? "h-1.5 rounded-full",
        hollow ? `border ${toneBorder[tone]}` : toneDot[tone],
      )}
    />
  );
}

/** Renders the details of one mark: outcome, exit code, duration and time. */
function OutcomeDetails({ id, state, at, durationMs, exitCode }: Task["recentOutcomes"][number]) {
  const { t, format } = useMessages();
  const details = [
    t(runStateStyles[state].label),
    exitCode ? t("runs.exitCodeIs", { code: exitCode }) : null,
    durationMs === null ? null : format.duration(durationMs),
  ];
  return (
    <>
      {`#${id} · ${details.filter((detail) => detail !== null).join(" · ")}`}
      <br />
      {format.dateTime(at)}
    </>
  );
}
