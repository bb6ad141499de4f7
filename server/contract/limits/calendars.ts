/** Limits of calendars. Lengths are in characters unless they say bytes. */
export const calendarLimits = {
  name: 100,
  dayName: 100,
  calendars: 200,
  sources: 10,
  /** Own days of one calendar. */
  days: 2_000,
  /** Length of an address. */
  address: 2_000,
  /** Length of a pasted iCalendar text. */
  text: 1024 * 1024,
  /** Bytes of a fetched iCalendar file. */
  fileBytes: 5 * 1024 * 1024,
  /** Events that one iCalendar source may have within the years that are read. */
  events: 20_000,
  /** How long an iCalendar source may take to be fetched, and to be read, in ms. */
  fetchMs: 20_000,
  readMs: 15_000,
  /** Days that one request may ask for. */
  range: 1_100,
  /** A calendar whose data ends within this number of days is announced. */
  endingDays: 60,
} as const;
