import { upcomingSlots } from "../contract/cron/slots.ts";
import type { TimeRemark } from "../contract/time_remarks.ts";
import { isoTime } from "../platform/iso_time.ts";
import { dueAfter, type Occurrence, occurrencesIn } from "./occurrences.ts";
import { isPlain, type Timetable } from "./timetable.ts";

/** A time at which something is due, or would be without its calendar. */
export interface UpcomingTime {
  at: number;
  remark: TimeRemark | null;
}

/** Of days off, no more are listed for each due time. */
const MAX_DROPPED = 20;

/** Returns the next due times after an instant (ms), with what shifts, moves or drops them. */
export function upcomingTimes(timetable: Timetable, from: number, count: number): UpcomingTime[] {
  if (isPlain(timetable)) {
    return upcomingSlots(timetable.rules, timetable.zone, from, count)
      .map(({ at, remark = null }) => ({ at, remark }));
  }
  const times: UpcomingTime[] = [];
  let due = 0, dropped = 0;
  for (let at = dueAfter(timetable, from); at !== null && due < count; at = dueAfter(timetable, at)) {
    const { occurrences } = occurrencesIn(timetable, { after: at - 1, until: at });
    const remarks = occurrences.map(remarkOf);
    const plain = occurrences.some(({ nominalAt, dropped }) => nominalAt === at && !dropped);
    const [first = null] = remarks;
    times.push({ at, remark: plain ? null : first });
    if (first?.code === "dropped") dropped++;
    else due++;
    if (dropped >= MAX_DROPPED * count) break;
  }
  return times;
}

function remarkOf({ at, nominalAt, dropped, dayName = null }: Occurrence): TimeRemark | null {
  if (dropped) return { code: "dropped", day: dropped.name };
  return at === nominalAt ? null : { code: "moved", movedFrom: isoTime(nominalAt), day: dayName };
}
