import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { classNames } from "../../ui/class_names.ts";
import { useNow } from "../../ui/data/time_text.tsx";
import { sparkPath } from "./chart_data.ts";
import { countdownText, countdownWidth } from "./countdown.ts";
import { failingPath } from "./failing_card.tsx";

/** Renders the five figures, each a link to its list. */
export function Figures({ overview: { figures, past, slotUse, upcomingLoad } }: { overview: Overview }) {
  const { t, format } = useMessages();
  const { running, slots, waiting, failing, successRate7d, nextRunAt } = figures;
  return (
    <ul aria-label={t("overview.figures")} className={figureGrid}>
      <Figure
        href={paths.runs({ state: "starting,running" })}
        label={t("overview.running")}
        value={format.number(running)}
        note={t("overview.ofSlots", { slots: format.number(slots) })}
      >
        <Sparkline values={slotUse.map(({ busyMs }) => busyMs)} fill="fill-accent" />
      </Figure>
      <Figure
        href={paths.queue()}
        opensDialog
        label={t("overview.waiting")}
        value={format.number(waiting)}
      >
        <Sparkline values={slotUse.map(({ waited }) => waited)} fill="fill-warning" />
      </Figure>
      <Figure
        href={failingPath}
        label={t("overview.failing")}
        value={format.number(failing)}
        tone={failing > 0 ? "text-danger-text" : undefined}
      >
        <Sparkline values={past.map(({ failed }) => failed)} fill="fill-danger" />
      </Figure>
      <Figure
        href={paths.runs({ last: "7d" })}
        label={t("overview.success")}
        value={successRate7d === null ? "–" : format.percent(floorRate(successRate7d))}
        note={successRate7d === null ? t("overview.noRuns") : undefined}
      >
        <Sparkline values={past.map(({ succeeded }) => succeeded)} fill="fill-success" />
      </Figure>
      <Figure
        href={paths.tasks({ sort: "nextRunAt" })}
        label={t("overview.nextRun")}
        value={nextRunAt === null ? "–" : <Countdown at={nextRunAt} />}
        note={nextRunAt === null ? t("overview.nothingPlanned") : undefined}
      >
        <Sparkline values={upcomingLoad.map(({ runs }) => runs)} fill="fill-accent" />
      </Figure>
    </ul>
  );
}

export const figureGrid = "grid grid-cols-2 gap-3 md:grid-cols-5 xl:gap-4";

interface FigureProps {
  href: string;
  /** Whether it opens a dialog over the task list; closing it leads back here. */
  opensDialog?: boolean;
  label: string;
  value: ReactNode;
  note?: string | undefined;
  tone?: string | undefined;
  /** A small picture below the value. */
  children: ReactNode;
}

function Figure({ href, opensDialog = false, label, value, note, tone, children }: FigureProps) {
  return (
    <li className="min-w-0 max-md:last:col-span-2">
      <Link
        href={href}
        state={opensDialog ? { background: "list" } : undefined}
        className="flex h-full min-w-0 flex-col rounded-md border border-line bg-surface px-3.5 py-3 transition-colors duration-100 hover:border-line-strong hover:bg-hover xl:px-4"
      >
        <span className="truncate text-sm text-muted">{label}</span>{" "}
        <span className="@container mt-0.5 flex min-w-0 items-baseline gap-1.5 whitespace-nowrap">
          <span className={classNames("text-xl font-semibold tabular-nums xl:text-2xl", tone)}>{value}</span>
          {note && <span className="min-w-0 truncate text-sm text-muted max-xl:text-xs">{note}</span>}
        </span>
        <span className="mt-2 flex h-6 min-w-0 items-end">{children}</span>
      </Link>
    </li>
  );
}

/** Rounds down, so that one failure in a thousand runs is not displayed as 100 %. */
function floorRate(rate: number): number {
  return Math.floor(rate * 1000) / 1000;
}

/** Renders the time until the next run, smaller where it would not fit; only this part renders each second. */
function Countdown({ at }: { at: string }) {
  const messages = useMessages();
  const text = countdownText(at, useNow(1000), messages);
  return (
    <time dateTime={at} style={{ fontSize: `min(1em, ${100 / countdownWidth(text)}cqi)` }}>
      {text}
    </time>
  );
}

function Sparkline({ values, fill }: { values: readonly number[]; fill: string }) {
  const path = sparkPath(values);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, values.length)} 1`}
      preserveAspectRatio="none"
      className="h-full w-full border-b border-line"
    >
      <path d={path} className={classNames(fill, "opacity-75")} />
    </svg>
  );
}
