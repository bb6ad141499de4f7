/** What a calendar says of one day. */
export interface CalendarDay {
  kind: "working" | "off";
  /** Whether the calendar's data reaches this day; if not, `kind` follows from the day of the week. */
  isKnown: boolean;
  /** Name of the holiday, the event or the make-up day; null without one. */
  name: string | null;
}

/** Which days are off. Days are counted from 1970-01-01, in the calendar's time zone. */
export interface WorkCalendar {
  id: number;
  name: string;
  /** Changes whenever the calendar, or the data it follows, does. */
  revision: string;
  zone: string;
  dayOf(day: number): CalendarDay;
}
