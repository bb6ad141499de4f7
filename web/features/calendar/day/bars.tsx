import { memo, type PointerEvent } from "react";
import type { TimelineBar } from "../../../../server/contract/timeline.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { writeWallTime } from "../../../messages/wall_time.ts";
import { runStateStyles } from "../../../shared/run/run_state.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { toneBorder, toneDot } from "../../../ui/tones.ts";
import { countsText, hatch, kindFill } from "../counts.tsx";
import { kinds, type Period } from "../visible_days.ts";
import { type Part, partOf, shapeOf } from "./geometry.ts";

interface BarsProps {
  bars: readonly TimelineBar[];
  day: Period;
  zone: string;
  now: number;
}

/** Renders the bars of one task. A click on the element with `data-bar` is handled by the timeline. */
export const Bars = memo(function Bars({ bars, ...place }: BarsProps) {
  return bars.map((bar) =>
    bar.counts === null
      ? <Bar key={`${bar.runId} ${bar.at}`} bar={bar} {...place} />
      : <Crowd key={`${bar.at} crowd`} bar={bar} counts={bar.counts} {...place} />
  );
});

type BarProps = Omit<BarsProps, "bars"> & { bar: TimelineBar };

function titled(textOf: () => string) {
  return { onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.title = textOf() };
}

function placed({ from, to }: Part) {
  return { insetInlineStart: `${from * 100}%`, width: `${(to - from) * 100}%` };
}

function Bar({ bar, day, zone, now }: BarProps) {
  const messages = useMessages();
  const { waiting, running, mark } = shapeOf(bar, day, now);
  const target = bar.runId === null
    ? {}
    : { "data-bar": true, "data-run": bar.runId, "data-task": bar.taskId ?? undefined };
  // Written when they are needed: formatting the times of all bars would take longer than drawing them.
  const named = titled(() => barText(bar, zone, messages));
  const style = bar.state && runStateStyles[bar.state];
  const isOpen = bar.runId !== null && "cursor-pointer";
  return (
    <>
      {waiting && (
        <span
          {...target}
          {...named}
          className={classNames("absolute top-2 h-3 min-w-0.5 rounded-sm opacity-80", isOpen)}
          style={{ ...placed(waiting), ...hatch }}
        />
      )}
      {running && (
        <span
          {...target}
          {...named}
          className={classNames(
            "absolute top-1.5 h-4 min-w-1 rounded-sm outline-1 outline-surface hover:opacity-80",
            style && toneDot[style.tone],
            style?.pulse && "animate-pulse",
            isOpen,
          )}
          style={placed(running)}
        />
      )}
      {mark !== null && (
        <span
          {...target}
          {...named}
          className={classNames(
            "absolute top-2 size-2.5 -translate-x-1/2 rounded-full border-2 bg-surface",
            style ? toneBorder[style.tone] : "border-accent",
            isOpen,
          )}
          style={{ insetInlineStart: `${mark * 100}%` }}
        />
      )}
    </>
  );
}

function Crowd({ bar, counts, day, zone }: BarProps & { counts: NonNullable<TimelineBar["counts"]> }) {
  const messages = useMessages();
  const { t, format } = messages;
  const part = partOf(day, Date.parse(bar.at), Date.parse(bar.until));
  if (!part) return null;
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <span
      data-bar
      data-crowd={Date.parse(bar.at)}
      {...titled(() =>
        t("calendarPage.crowd", { time: spanText(bar, zone), counts: countsText(counts, messages) })
      )}
      className="absolute top-1 flex h-5 min-w-4 cursor-zoom-in items-stretch overflow-hidden rounded-sm hover:opacity-90"
      style={placed(part)}
    >
      {kinds.map((kind) =>
        counts[kind] > 0 && (
          <span
            key={kind}
            className={classNames("min-w-0.5", kindFill[kind])}
            style={{ flexGrow: counts[kind] }}
          />
        )
      )}
      <span className="absolute inset-0 flex items-center justify-center overflow-hidden">
        <span className="rounded-sm bg-surface px-1 text-xs leading-none tabular-nums">
          {format.number(total)}
        </span>
      </span>
    </span>
  );
}

function clock(at: string, zone: string): string {
  return writeWallTime(Date.parse(at), zone).slice(11, 19);
}

function spanText({ at, until }: TimelineBar, zone: string): string {
  return `${clock(at, zone)}–${clock(until, zone)}`;
}

/** Describes a bar: when, how it ended, how long it took, and how long it waited. */
export function barText(bar: TimelineBar, zone: string, messages: Messages): string {
  const { t, format } = messages;
  const { at, state, startedAt, finishedAt, counts } = bar;
  if (counts !== null) return `${spanText(bar, zone)} ${countsText(counts, messages)}`;
  if (state === null) return t("calendarPage.dueAt", { time: clock(at, zone) });
  const took = startedAt !== null && finishedAt !== null
    ? [format.duration(Date.parse(finishedAt) - Date.parse(startedAt))]
    : [];
  const waitMs = startedAt === null ? 0 : Date.parse(startedAt) - Date.parse(at);
  const waited = waitMs >= 1_000 ? [t("calendarPage.waited", { time: format.duration(waitMs) })] : [];
  return [`${clock(startedAt ?? at, zone)} ${t(runStateStyles[state].label)}`, ...took, ...waited].join(
    " · ",
  );
}
