import type { CronExplanation } from "../../../server/contract/cron_explain.ts";
import { useSession } from "../../api/use_session.ts";
import type { TimeRemark } from "../../../server/contract/time_remarks.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { Format } from "../../messages/format.ts";
import { offsetMs, pageTimeZone } from "../../messages/zone_clocks.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { classNames } from "../../ui/class_names.ts";

export interface NextTime {
  at: string;
  remark: TimeRemark | null | undefined;
}

/** Merges the next times of several rules without duplicates, earliest first. */
export function mergeTimes(explanations: readonly CronExplanation[], count: number): NextTime[] {
  const warnings = new Map(
    explanations.flatMap((one) => one.remarks.map((warning) => [warning.at, warning] as const)),
  );
  const dropped = explanations.flatMap((one) => one.remarks.filter(({ code }) => code === "dropped"));
  const times = new Set([...explanations.flatMap((one) => one.next), ...dropped.map(({ at }) => at)]);
  return [...times].sort().slice(0, count).map((at) => ({ at, remark: warnings.get(at) }));
}

/** Shows the next due times in the task's zone, and in the user's zone where it differs. */
export function NextTimes(
  { times, timeZone, wide = false }: {
    times: readonly NextTime[];
    timeZone: string | null;
    /** Two columns where there is room. */
    wide?: boolean;
  },
) {
  const { t, format } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const zone = timeZone ?? panelZone;
  const browserZone = pageTimeZone();
  const differs = times.some(({ at }) => format.dateTime(at, zone) !== format.dateTime(at, browserZone));
  return (
    <div className="text-sm">
      <ol className={classNames("-mb-1.5", wide && "gap-x-12 lg:columns-2")}>
        {times.map(({ at, remark }) => (
          <li
            key={at}
            className="flex break-inside-avoid flex-wrap items-baseline gap-x-3 pb-1.5 tabular-nums"
          >
            <span className={classNames(remark?.code === "dropped" && "text-faint line-through")}>
              {format.dayAndTime(at, zone)}
            </span>
            {differs && (
              <span className="text-faint max-sm:order-1 max-sm:w-full">
                {t("tasks.yourTime", { time: clockTime(at, { zone, own: browserZone }, format) })}
              </span>
            )}
            <span className="ms-auto text-muted">
              <RelativeTime at={at} />
            </span>
            {remark && (
              <span
                className={classNames(
                  "order-2 w-full text-xs",
                  "wallTime" in remark ? "text-warning-text" : "text-muted",
                )}
              >
                {remarkText(remark, { t, format }, zone)}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-3.5 text-xs text-faint">
        {differs ? t("tasks.zonesDiffer", { zone, own: browserZone }) : t("tasks.zone", { zone })}
      </p>
    </div>
  );
}

/** Returns the time in the user's zone, without the date when the day is the same. */
function clockTime(at: string, { zone, own }: { zone: string; own: string }, format: Format): string {
  const instant = Date.parse(at);
  const day = (one: string) => new Date(instant + offsetMs(instant, one)).toISOString().slice(0, 10);
  return day(zone) === day(own) ? format.time(at, own) : format.dateTime(at, own);
}

/** Returns what a clock change or the calendar does to a due time. */
export function remarkText(
  remark: TimeRemark,
  { t, format }: Pick<Messages, "t" | "format">,
  zone: string,
): string {
  switch (remark.code) {
    case "shifted_by_gap":
      return t("tasks.shiftedByGap", { time: remark.wallTime });
    case "repeated_hour":
      return t("tasks.repeatedHour", { time: remark.wallTime });
    case "moved": {
      const from = format.dayAndTime(remark.movedFrom, zone);
      return remark.day === null
        ? t("tasks.movedFrom", { time: from })
        : t("tasks.movedFromDay", { time: from, day: remark.day });
    }
    case "dropped":
      return remark.day === null ? t("tasks.droppedDay") : t("tasks.droppedNamedDay", { day: remark.day });
  }
}
