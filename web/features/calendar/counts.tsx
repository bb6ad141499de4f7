import type { MessageKey } from "../../messages/messages.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { type Counts, type Kind, kinds, totalOf } from "./visible_days.ts";

export const kindNames: Record<Kind, MessageKey> = {
  failed: "calendarPage.failed",
  succeeded: "calendarPage.succeeded",
  skipped: "calendarPage.skipped",
  running: "calendarPage.running",
  due: "calendarPage.due",
};

const countNames: Record<Kind, MessageKey> = {
  failed: "calendarPage.failedCount",
  succeeded: "calendarPage.succeededCount",
  skipped: "calendarPage.skippedCount",
  running: "calendarPage.runningCount",
  due: "calendarPage.dueCount",
};

/** What is to come is drawn hollow. */
export const kindFill: Record<Kind, string> = {
  failed: "bg-danger",
  succeeded: "bg-success",
  skipped: "bg-neutral",
  running: "bg-accent",
  due: "border border-accent bg-accent-soft",
};

const kindText: Record<Kind, string> = {
  failed: "font-medium text-danger-text",
  succeeded: "text-success-text",
  skipped: "text-muted",
  running: "text-accent-text",
  due: "text-muted",
};

/** Returns counts in words, for screen readers and tooltips. */
export function countsText(counts: Counts, { t, format }: Messages): string {
  const parts = kinds.filter((kind) => counts[kind] > 0).map((kind) =>
    t(countNames[kind], { count: counts[kind] })
  );
  return parts.length > 0 ? format.list(parts) : t("calendarPage.quiet");
}

/** Renders the share of each kind as a bar, as long as the total is compared with the largest one. */
export function CountsBar(
  { counts, largest, className }: { counts: Counts; largest: number; className?: string },
) {
  const total = totalOf(counts);
  if (total === 0) return <span aria-hidden className={classNames("block h-1.5", className)} />;
  return (
    <span aria-hidden className={classNames("block h-1.5", className)}>
      <span
        className="flex h-full min-w-2 gap-px overflow-hidden rounded-full"
        style={{ width: `${100 * Math.sqrt(total / largest)}%` }}
      >
        {kinds.map((kind) =>
          counts[kind] > 0 && (
            <span
              key={kind}
              className={classNames("min-w-1 rounded-full", kindFill[kind])}
              style={{ flexGrow: counts[kind] }}
            />
          )
        )}
      </span>
    </span>
  );
}

/** Renders the number of each kind that there is. */
export function CountNumbers({ counts }: { counts: Counts }) {
  const { format } = useMessages();
  return (
    <span aria-hidden className="flex flex-wrap gap-x-2 text-xs tabular-nums">
      {kinds.map((kind) =>
        counts[kind] > 0 && (
          <span key={kind} className={classNames("inline-flex items-center gap-1", kindText[kind])}>
            <span className={classNames("size-1.5 rounded-full", kindFill[kind])} />
            {format.number(counts[kind])}
          </span>
        )
      )}
    </span>
  );
}

/** Hatches of the time between due and start. */
export const hatch = {
  backgroundImage: "repeating-linear-gradient(135deg, var(--warning) 0 2px, transparent 2px 5px)",
};

/** Names the colors, and with `waits` the hatches. */
export function CountsLegend({ waits = false }: { waits?: boolean }) {
  const { t } = useMessages();
  return (
    <ul aria-hidden className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0 text-xs text-muted">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span className={classNames("size-2 rounded-full", kindFill[kind])} />
          {t(kindNames[kind])}
        </li>
      ))}
      {waits && (
        <li className="flex items-center gap-1.5">
          <span className="h-2.5 w-4 rounded-sm" style={hatch} />
          {t("calendarPage.waiting")}
        </li>
      )}
    </ul>
  );
}
