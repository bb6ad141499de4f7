import { useState } from "react";
import type { Run, RunState } from "../../../../server/contract/runs.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { isActive, runStateStyles } from "../../../shared/run/run_state.tsx";
import { type DurationAxis, durationAxis, heightOf } from "./duration_axis.ts";
import { RunMarkIcon } from "./run_mark.tsx";
import { runLines } from "./run_lines.ts";
import { plot, RunSlot } from "./run_slot.tsx";
import { useRoving } from "./use_roving.ts";

const fewestSlots = 24;
const slotsOfPhone = 30;

/** Runs as bars, the newest at the end: as high as they took long, in the colour and with the shape of their outcome. */
export function RunChart({ taskId, runs: all }: { taskId: number; runs: readonly Run[] }) {
  const messages = useMessages();
  const { t } = messages;
  const { links } = useTaskActions();
  const runs = useNarrow() ? all.slice(-slotsOfPhone) : all;
  const [visible, setVisible] = useState<number | null>(null);
  const { active, setActive, onKeyDown } = useRoving({
    count: runs.length,
    columns: runs.length,
    start: runs.length - 1,
  });
  const axis = durationAxis(runs.map(lengthOf));
  const slots = Math.max(runs.length, fewestSlots);
  const offset = slots - runs.length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2">
        <Axis axis={axis} />
        <div
          role="group"
          aria-label={t("insight.chartKeys")}
          className="relative min-w-0 flex-1"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setVisible(null)}
          onBlur={() => setVisible(null)}
        >
          <svg width="100%" height={plot.height} className="block overflow-visible">
            <Lines axis={axis} />
            {runs.map((run, index) => (
              <RunSlot
                key={run.id}
                {...{ run, index }}
                from={(index + offset) / slots}
                width={1 / slots}
                height={heightOf(lengthOf(run), axis.top)}
                label={runLines(run, messages).join(", ")}
                entry={index === active}
                visible={index === visible}
                onShow={() => {
                  setVisible(index);
                  setActive(index);
                }}
                onOpen={() => links.log(taskId, run.id)}
              />
            ))}
          </svg>
          {visible !== null && runs[visible] && (
            <Readout at={(visible + offset + 0.5) / slots} lines={runLines(runs[visible], messages)} />
          )}
        </div>
      </div>
      <Legend runs={runs} />
    </div>
  );
}

/** How long a run took, or has taken until now, milliseconds. */
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
    <div aria-hidden className="relative w-9 shrink-0 text-end text-xs text-faint tabular-nums">
      {axis.ticks.map((tick) => (
        <span key={tick} className="absolute end-0 -translate-y-1/2" style={{ top: topOf(tick, axis) }}>
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

/** What is pointed at, in words, above the chart; never past its edges. */
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

function Legend({ runs }: { runs: readonly Run[] }) {
  const { t } = useMessages();
  const there = new Set(runs.map(({ state }) => state));
  const states = (Object.keys(runStateStyles) as RunState[]).filter((state) => there.has(state)); // its keys are all states
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 ps-11 text-xs text-muted">
      {states.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <RunMarkIcon state={state} />
          {t(runStateStyles[state].word)}
        </li>
      ))}
    </ul>
  );
}
