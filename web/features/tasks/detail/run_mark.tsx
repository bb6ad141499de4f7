import type { RunState } from "../../../../server/contract/runs.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { Tone } from "../../../ui/tones.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";

export const toneFill: Record<Tone, string> = {
  neutral: "fill-neutral",
  accent: "fill-accent",
  success: "fill-success",
  warning: "fill-warning",
  danger: "fill-danger",
  late: "fill-late",
  broken: "fill-broken",
};

const toneStroke: Record<Tone, string> = {
  neutral: "stroke-neutral",
  accent: "stroke-accent",
  success: "stroke-success",
  warning: "stroke-warning",
  danger: "stroke-danger",
  late: "stroke-late",
  broken: "stroke-broken",
};

interface Mark {
  /** Centered at the origin, 8 × 8. */
  path: string;
  filled: boolean;
}

// Color must not be the only difference (WCAG 1.4.1): every outcome but success has a shape too.
const marks: Record<RunState, Mark | null> = {
  succeeded: null,
  failed: { path: "M-3 -3L3 3M3 -3L-3 3", filled: false },
  timed_out: { path: "M0 -3.5L3.8 3H-3.8Z", filled: true },
  stopped: { path: "M-2.8 -2.8H2.8V2.8H-2.8Z", filled: true },
  interrupted: { path: "M0 -4L4 0L0 4L-4 0Z", filled: true },
  skipped: { path: "M3 0A3 3 0 1 1 -3 0A3 3 0 1 1 3 0", filled: false },
  queued: { path: "M-3 0H3M0 -3V3", filled: false },
  starting: { path: "M-2.5 -3.5L3.5 0L-2.5 3.5Z", filled: true },
  running: { path: "M-2.5 -3.5L3.5 0L-2.5 3.5Z", filled: true },
};

/** Renders the shape of an outcome, centered at the origin; success has none. */
export function RunMark({ state }: { state: RunState }) {
  const mark = marks[state];
  const { tone } = runStateStyles[state];
  if (!mark) return null;
  return (
    <path
      d={mark.path}
      className={classNames(mark.filled ? toneFill[tone] : `fill-transparent ${toneStroke[tone]}`)}
      strokeWidth={mark.filled ? 0 : 1.8}
      strokeLinecap="round"
    />
  );
}

/** Renders the shape of an outcome as an icon, for legends. */
export function RunMarkIcon({ state }: { state: RunState }) {
  return (
    <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden className="shrink-0">
      {marks[state] ? <RunMark state={state} /> : (
        <rect
          x={-2.5}
          y={-5}
          width={5}
          height={10}
          rx={1}
          className={toneFill[runStateStyles[state].tone]}
        />
      )}
    </svg>
  );
}
