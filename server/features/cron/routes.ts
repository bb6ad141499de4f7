import { AppError } from "../../contract/app_error.ts";
import { CronError, type CronRule, parseCron } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import {
  cronDescribeBody,
  cronDescriptions,
  type CronExplainBody,
  cronExplainBody,
  type CronExplanation,
  cronExplanation,
} from "../../contract/cron_explain.ts";
import type { Language } from "../../contract/settings.ts";
import type { WorkCalendar } from "../../contract/work_calendar.ts";
import { limitedTimetable } from "../../engine/timetable.ts";
import { upcomingTimes } from "../../engine/upcoming.ts";
import type { FindCalendar } from "../tasks/task_timetable.ts";
import { type Route, route } from "../../http/route.ts";
import type { Clock } from "../../platform/clock.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { describeCron } from "./describe.ts";

interface CronRouteParts {
  clock: Clock;
  panelZone(): string;
  findCalendar: FindCalendar;
}

/** Returns the routes that explain a schedule before it is saved. */
export function cronRoutes({ clock, panelZone, findCalendar }: CronRouteParts): Route[] {
  return [
    route("post", "/cron/explain", {
      access: "tasks:read",
      byLabels: true,
      audit: false,
      summary: "Explains a schedule in words and lists its next times",
      body: cronExplainBody,
      results: {
        200: { description: "The description and next times", schema: cronExplanation },
        422: {
          description:
            "The expression or the time zone is not valid; `params` contains the position of the error",
        },
      },
      handle: ({ body, language }) => ({
        body: explain(body, {
          timeZone: body.timeZone ?? panelZone(),
          calendar: body.calendarId == null ? null : findCalendar(body.calendarId),
          now: clock.now(),
          language,
        }),
      }),
    }),
    route("post", "/cron/describe", {
      access: "tasks:read",
      byLabels: true,
      audit: false,
      summary: "Describes several schedules in words",
      body: cronDescribeBody,
      results: {
        200: { description: "The descriptions", schema: cronDescriptions },
      },
      handle: ({ body, language }) => ({
        body: {
          descriptions: body.schedules.map((schedule) => describe(schedule, language)),
        },
      }),
    }),
  ];
}

interface ScheduleOfTask {
  expression: string;
  taskId?: number | undefined;
}

/** `H` is derived from the id of the task. */
function seedOf(taskId: number | undefined): { seed?: number } {
  return taskId === undefined ? {} : { seed: taskId };
}

function describe({ expression, taskId }: ScheduleOfTask, language: Language): string | null {
  try {
    return describeCron(parseCron(expression, seedOf(taskId)), language);
  } catch (error) {
    if (error instanceof CronError) return null;
    throw error;
  }
}

function explain(
  schedule: CronExplainBody,
  { timeZone, calendar, now, language }: {
    timeZone: string;
    calendar: WorkCalendar | null;
    now: number;
    language: Language;
  },
): CronExplanation {
  if (!isTimeZone(timeZone)) throw refusal("timeZone", "unknown_time_zone", {});
  const rule = readRule(schedule);
  const limits = { calendar, onDayOff: schedule.onDayOff ?? "run", validFrom: null, validUntil: null };
  const times = upcomingTimes(limitedTimetable([rule], timeZone, limits), now, schedule.count)
    .map(({ at, remark }) => ({ at: isoTime(at), remark }));
  return {
    valid: true,
    description: describeCron(rule, language),
    timeZone,
    next: times.flatMap(({ at, remark }) => remark?.code === "dropped" ? [] : [at]),
    remarks: times.flatMap(({ at, remark }) => remark === null ? [] : [{ at, ...remark }]),
  };
}

function readRule({ expression, taskId }: ScheduleOfTask): CronRule {
  try {
    return parseCron(expression, seedOf(taskId));
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    const { code, ...span } = error.error;
    throw refusal("expression", code, span);
  }
}

function refusal(
  path: "expression" | "timeZone",
  code: "incorrect_cron" | "cron_never_fires" | "unknown_time_zone",
  params: Record<string, string | number>,
): AppError {
  return new AppError("validation_failed", { count: 1 }, [{ path, code, params }]);
}
