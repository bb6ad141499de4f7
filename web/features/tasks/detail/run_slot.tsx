import type { FocusEvent } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import { classNames } from "../../../ui/class_names.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import { RunMark, toneFill } from "./run_mark.tsx";

/** Height of the chart and the room above its highest bar, px. */
export const plot = { height: 132, above: 14 };
const lowest = 3;
const markRoom = 8;

interface RunSlotProps {
  run: Run;
  index: number;
  /** Share of the width that is left of it, and its own. */
  from: number;
  width: number;
  /** Share of the height, 0 to 1. */
  height: number;
  label: string;
  /** The one that the Tab key leads to. */
  entry: boolean;
  visible: boolean;
  onShow: () => void;
  onOpen: () => void;
}

/** One run in the chart: its bar, the shape of its outcome on top, and room to point at. */
export function RunSlot(
  { run, index, from, width, height, label, entry, visible: isVisible, onShow, onOpen }: RunSlotProps,
) {
  const { tone, pulse } = runStateStyles[run.state];
  const bar = run.state === "skipped" || run.state === "queued"
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
            isVisible ? "fill-hover" : "fill-transparent",
          )}
          strokeWidth={1.5}
        />
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
