import { type FocusEvent, useState } from "react";
import type { Run, RunState } from "../../../../server/contract/runs.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { isActive, runStateStyles } from "../../../shared/run/run_state.tsx";
import { type DurationAxis, durationAxis, heightOf } from "./duration_axis.ts";
import { useRoving } from "./use_roving.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { skipText } from "../../../shared/run/run_messages.ts";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { changeNames } from "./change_texts.ts";
import type { changesBefore } from "./run_changes.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { Tone } from "../../../ui/tones.ts";

type Change = TaskStatistics["changes"][number];

const fewestSlots = 24;
export const phoneRuns = 30;

interface RunChartProps {
  taskId: number;
  /** The oldest first. */
  runs: readonly Run[];
  /** The usual duration; null if unknown. */
  usualMs: number | null;
  /** What changed before each run, by its ID. */
  marks: ReturnType<typeof changesBefore>;
}

/** Renders runs as bars, newest last: height by duration, color and shape by outcome. */
export function RunChart({ taskId, runs: all, usualMs, marks }: RunChartProps) {
  const messages = useMessages();
  const { t } = messages;
  const { links } = useTaskActions();
  const runs = useNarrow() ? all.slice(-phoneRuns) : all;
  const [marked, setMarked] = useState<number | null>(null);
  const { active, setActive, onKeyDown } = useRoving({
    count: runs.length,
    columns: runs.length,
    start: runs.length - 1,
  });
  const axis = durationAxis([...runs.map(lengthOf), usualMs ?? 0]);
  const linesOf = (run: Run) => runLines(run, marks.get(run.id) ?? [], messages);
  const slots = Math.max(runs.length, fewestSlots);
  const offset = slots - runs.length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2">
        <Axis axis={axis} />
        <div
          role="group"
          aria-label={t("statistics.chartKeys")}
          className="relative min-w-0 flex-1"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setMarked(null)}
          onBlur={() => setMarked(null)}
        >
          <svg width="100%" height={plot.height} className="block overflow-visible">
            <Lines axis={axis} />
            {usualMs !== null && (
              <line
                aria-hidden
                className="stroke-accent"
                x1={0}
                x2="100%"
                y1={topOf(usualMs, axis)}
                y2={topOf(usualMs, axis)}
                strokeDasharray="6 4"
              />
            )}
            {runs.map((run, index) => (
              <RunSlot
                key={run.id}
                {...{ run, index }}
                from={(index + offset) / slots}
                width={1 / slots}
                height={heightOf(lengthOf(run), axis.top)}
                label={linesOf(run).join(", ")}
                isChanged={marks.has(run.id)}
                entry={index === active}
                marked={index === marked}
                onShow={() => {
                  setMarked(index);
                  setActive(index);
                }}
                onOpen={() => links.log(taskId, run.id)}
              />
            ))}
          </svg>
          {marked !== null && runs[marked] && (
            <Readout at={(marked + offset + 0.5) / slots} lines={linesOf(runs[marked])} />
          )}
        </div>
      </div>
      <Legend runs={runs} usualMs={usualMs} isMarked={runs.some(({ id }) => marks.has(id))} />
    </div>
  );
}

/** Returns the duration of a run, so far if it is active, in milliseconds. */
function lengthOf({ durationMs, startedAt, state }: Run): number {
  if (durationMs !== null || !startedAt || !isActive(state)) return durationMs ?? 0;
  return Math.max(0, Date.now() - new Date(startedAt).getTime());
}

function topOf(tick: number, { top }: DurationAxis): number {
  return plot.height - heightOf(tick, top) * (plot.height - plot.above);
}

function Axis({ axis }: { axis: DurationAxis }) {
  const { format } = useMessages();
  return (
    <div
      aria-hidden
      className="relative w-12 shrink-0 text-end text-xs whitespace-nowrap text-faint tabular-nums"
    >
      {axis.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute end-0 -translate-y-1/2 whitespace-nowrap"
          style={{ top: topOf(tick, axis) }}
        >
          {format.duration(tick)}
        </span>
      ))}
    </div>
  );
}

function Lines({ axis }: { axis: DurationAxis }) {
  return (
    <g aria-hidden className="stroke-line">
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          x1={0}
          x2="100%"
          y1={topOf(tick, axis)}
          y2={topOf(tick, axis)}
          strokeDasharray="2 3"
        />
      ))}
      <line x1={0} x2="100%" y1={plot.height} y2={plot.height} />
    </g>
  );
}

/** Renders the details of the focused or hovered item above the chart, within its edges. */
export function Readout({ at, lines }: { at: number; lines: readonly string[] }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-20 mb-1 w-max max-w-64 rounded-md bg-log-bg px-2 py-1 text-xs whitespace-pre-line text-log-text tabular-nums shadow-float"
      style={{ left: `${at * 100}%`, transform: `translateX(${-at * 100}%)` }}
    >
      {lines.join("\n")}
    </div>
  );
}

function Legend(
  { runs, usualMs, isMarked }: { runs: readonly Run[]; usualMs: number | null; isMarked: boolean },
) {
  const { t, format } = useMessages();
  const there = new Set(runs.map(({ state }) => state));
  const states = (Object.keys(runStateStyles) as RunState[]).filter((state) => there.has(state)); // its keys are all states
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 ps-14 text-xs text-muted">
      {states.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <RunMarkIcon state={state} />
          {t(runStateStyles[state].label)}
        </li>
      ))}
      {usualMs !== null && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t border-dashed border-accent" />
          {t("statistics.usual", { time: format.duration(usualMs) })}
        </li>
      )}
      {isMarked && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-0 border-s-2 border-violet" />
          {t("statistics.trendChanges")}
        </li>
      )}
    </ul>
  );
}

/** Formats a run in a few short lines: which run, its outcome, when, and what changed before it. */
function runLines(run: Run, changes: readonly Change[], messages: Messages): string[] {
  const { t, format } = messages;
  const code = run.exitCode ? ` (${run.exitCode})` : "";
  const took = run.durationMs === null ? "" : ` · ${format.duration(run.durationMs)}`;
  const late = run.lagMs !== null && run.lagMs >= 1000
    ? ` · ${t("statistics.lag", { lag: format.duration(run.lagMs) })}`
    : "";
  return [
    `#${run.id} · ${t(runStateStyles[run.state].label)}${code}${took}`,
    format.dateTime(run.startedAt ?? run.dueAt ?? run.queuedAt) + late,
    ...(run.state === "skipped" ? [skipText(run, messages)] : []),
    ...changes.map(({ what, at }) => `${t(changeNames[what])} · ${format.dateTime(at)}`),
  ];
}

/** Height of the chart and the space above its highest bar, px. */
const plot = { height: 132, above: 14 };
const lowest = 3;
const markRoom = 8;

interface RunSlotProps {
  run: Run;
  index: number;
  /** Left edge and width, as a share of the chart. */
  from: number;
  width: number;
  /** Share of the height, 0 to 1. */
  height: number;
  label: string;
  /** Whether the task or its script changed before this run. */
  isChanged: boolean;
  /** Whether the Tab key focuses this run. */
  entry: boolean;
  marked: boolean;
  onShow: () => void;
  onOpen: () => void;
}

/** Renders one run in the chart: its bar, the shape of its outcome on top, and the hover area. */
function RunSlot(
  { run, index, from, width, height, label, isChanged, entry, marked, onShow, onOpen }: RunSlotProps,
) {
  const { tone, pulse } = runStateStyles[run.state];
  const bar = run.state === "skipped" || run.state === "queued" || run.state === "waiting_for_approval"
    ? 0
    : Math.max(lowest, height * (plot.height - plot.above));
  return (
    <g
      role="button"
      tabIndex={entry ? 0 : -1}
      data-cell={index}
      aria-label={label}
      className="group/slot cursor-pointer outline-none"
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onOpen();
      }}
      onPointerEnter={onShow}
      onFocus={(_: FocusEvent) => onShow()}
    >
      <svg x={`${from * 100}%`} width={`${width * 100}%`} height={plot.height} overflow="visible">
        <rect
          width="100%"
          height={plot.height}
          rx={3}
          className={classNames(
            "group-focus-visible/slot:stroke-accent",
            marked ? "fill-hover" : "fill-transparent",
          )}
          strokeWidth={1.5}
        />
        {isChanged && <line className="stroke-violet" y2={plot.height} strokeWidth={2} />}
        {bar > 0 && (
          <rect
            x="14%"
            width="72%"
            y={plot.height - bar}
            height={bar}
            rx={1.5}
            className={classNames(toneFill[tone], pulse && "animate-pulse")}
          />
        )}
        <svg x="50%" y={plot.height - bar - markRoom} overflow="visible">
          <RunMark state={run.state} />
        </svg>
      </svg>
    </g>
  );
}

const toneFill: Record<Tone, string> = {
  neutral: "fill-neutral",
  accent: "fill-accent",
  success: "fill-success",
  warning: "fill-warning",
  danger: "fill-danger",
  orange: "fill-orange",
  violet: "fill-violet",
};

const toneStroke: Record<Tone, string> = {
  neutral: "stroke-neutral",
  accent: "stroke-accent",
  success: "stroke-success",
  warning: "stroke-warning",
  danger: "stroke-danger",
  orange: "stroke-orange",
  violet: "stroke-violet",
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
  lost: { path: "M-4 0H4M0 -4V4M-3 -3L3 3", filled: false },
  skipped: { path: "M3 0A3 3 0 1 1 -3 0A3 3 0 1 1 3 0", filled: false },
  queued: { path: "M-3 0H3M0 -3V3", filled: false },
  waiting_for_approval: { path: "M-2 -3V3M2 -3V3", filled: false },
  starting: { path: "M-2.5 -3.5L3.5 0L-2.5 3.5Z", filled: true },
  running: { path: "M-2.5 -3.5L3.5 0L-2.5 3.5Z", filled: true },
};

/** Renders the shape of an outcome, centered at the origin; success has none. */
function RunMark({ state }: { state: RunState }) {
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
function RunMarkIcon({ state }: { state: RunState }) {
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
