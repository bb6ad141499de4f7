import { AppError, refuseIf } from "../../contract/app_error.ts";
import type {
  Calendar,
  CalendarCountries,
  CalendarDays,
  CalendarDaysQuery,
  CalendarInput,
  CalendarPatch,
} from "../../contract/calendars.ts";
import { clockOf } from "../../contract/cron/zone_clock.ts";
import { dateOf, dayNumberOf } from "../../contract/day_numbers.ts";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import { noteChanges } from "../../engine/change_scope.ts";
import type { Tx } from "../../engine/store.ts";
import type { CalendarRow } from "../../migrations/calendar_tables.ts";
import { changedFields } from "../../platform/changed_fields.ts";
import { readHolidayIndex } from "../../platform/holiday_files.ts";
import { calendarChanges, isEnding, sourcesOf, toCalendar, toColumns } from "./calendar_rows.ts";
import type { LoadedCalendars } from "./loaded_calendars.ts";
import { calendarIssues } from "./source_checks.ts";
import { SourceCopies, type SourceCopiesOptions } from "./source_copies.ts";
import * as store from "./store.ts";

const DAY_SECONDS = 86_400;
/** Somewhat less than a day, so that the time of day stays the same. */
const RENEWED_AFTER_MS = 23.5 * 3_600_000;
/** Names of tasks in the message that a calendar cannot be deleted. */
const MAX_NAMED = 5;

export interface CalendarsOptions extends Pick<Base, "db" | "clock" | "bus" | "logger">, SourceCopiesOptions {
  loaded: Pick<LoadedCalendars, "get" | "reload">;
  /** Returns the tasks that use a calendar, which then cannot be deleted. */
  tasksUsing(calendarId: number): Promise<{ id: number; name: string }[]>;
}

/** Manages calendars and what their sources say. */
export class Calendars {
  readonly #publisher: EventPublisher;
  readonly #copies: SourceCopies;

  constructor(private readonly options: CalendarsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
    this.#copies = new SourceCopies(options);
  }

  /** Returns the same service with other parts, such as a database that joins a transaction. */
  with(parts: Partial<CalendarsOptions>): Calendars {
    return new Calendars({ ...this.options, ...parts });
  }

  /** Returns all calendars by name. */
  async list(language: Language): Promise<Calendar[]> {
    const { db } = this.options;
    const [rows, copies] = await Promise.all([store.listCalendars(db), store.listCopies(db)]);
    return rows.map((row) =>
      this.#show(row, copies.filter(({ calendar_id }) => calendar_id === row.id), language)
    );
  }

  /** Returns one calendar. Throws `not_found`. */
  async get(id: number, language: Language): Promise<Calendar> {
    const row = await this.#find(id);
    return this.#show(row, await store.listCopies(this.options.db, id), language);
  }

  /** Creates a calendar, once its sources could be read. Throws `validation_failed`. */
  async create(
    input: Parsed<CalendarInput>,
    { requester, language }: { requester: Requester; language: Language },
  ): Promise<Calendar> {
    const { db, clock } = this.options;
    refuseIf(await calendarIssues(input));
    const { copies, issues } = await this.#copies.readNew(input.sources, { known: new Set(), requester });
    refuseIf(issues);
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, null);
      if (await store.countCalendars(tx) >= calendarLimits.calendars) {
        refuseIf([{ path: "name", code: "too_many", params: { max: calendarLimits.calendars } }]);
      }
      const now = clock.now();
      const columns = toColumns(input) as Required<ReturnType<typeof toColumns>>; // an input has all fields
      const id = await store.insertCalendar(tx, { ...columns, created_at: now, updated_at: now, version: 1 });
      await this.#copies.store(tx, id, { sources: input.sources, copies, requester });
      return id;
    });
    await this.#changed(id, 1);
    return await this.get(id, language);
  }

  /** Updates the fields that were sent. Throws `not_found`, `stale_version` or `validation_failed`. */
  async update(
    id: number,
    patch: Parsed<CalendarPatch>,
    { expectedVersion, requester, language }: {
      expectedVersion: number | null;
      requester: Requester;
      language: Language;
    },
  ): Promise<Calendar> {
    const { db, clock } = this.options;
    await this.#find(id);
    refuseIf(await calendarIssues(patch));
    const known = new Set((await store.listCopies(db, id)).map(({ source_key }) => source_key));
    const { copies, issues } = await this.#copies.readNew(patch.sources ?? [], { known, requester });
    refuseIf(issues);
    const isChanged = await db.transaction().execute(async (tx) => {
      const before = await store.findCalendar(tx, id);
      if (!before) throw new AppError("not_found");
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      const changed = changedFields(patch, before, toColumns);
      if (Object.keys(changed).length === 0) return false;
      if (changed.name !== undefined) await refuseTaken(tx, changed.name, id);
      await store.updateCalendar(tx, id, { ...toColumns(changed), updated_at: clock.now() });
      const after = (await store.findCalendar(tx, id))!; // it was just updated
      if (changed.sources !== undefined) {
        await this.#copies.store(tx, id, { sources: sourcesOf(after), copies, requester });
      }
      noteChanges(calendarChanges(before, after));
      return true;
    });
    const after = await this.#find(id);
    if (isChanged) await this.#changed(id, after.version);
    return await this.get(id, language);
  }

  /** Deletes a calendar that no task uses; returns its name. Throws `not_found` or `calendar_in_use`. */
  async remove(id: number): Promise<string> {
    const { db, tasksUsing } = this.options;
    const { name } = await this.#find(id);
    const tasks = await tasksUsing(id);
    if (tasks.length > 0) {
      throw new AppError("calendar_in_use", { tasks: namesOf(tasks), count: tasks.length });
    }
    await db.transaction().execute((tx) => store.removeCalendar(tx, id));
    await this.#changed(id, 0);
    return name;
  }

  /** Returns what a calendar says of each day of a range. Throws `not_found` or `validation_failed`. */
  async days(id: number, { from, to }: Parsed<CalendarDaysQuery>, language: Language): Promise<CalendarDays> {
    await this.#find(id);
    const [first, last] = [dayNumberOf(from), dayNumberOf(to)];
    if (last < first) refuseIf([{ path: "to", code: "invalid" }]);
    if (last - first >= calendarLimits.range) {
      refuseIf([{ path: "to", code: "too_many", params: { max: calendarLimits.range } }]);
    }
    const calendar = this.options.loaded.get(id);
    if (!calendar) throw new AppError("not_found");
    const items = Array.from({ length: last - first + 1 }, (_, index) => {
      const { kind, isKnown, name, localName } = calendar.describe(first + index, language);
      return { date: dateOf(first + index), kind, known: isKnown, name, localName };
    });
    return { items };
  }

  /** Fetches the addresses of a calendar now. Throws `not_found`. */
  async renew(id: number, language: Language): Promise<Calendar> {
    const row = await this.#find(id);
    if (await this.#copies.renew(row, { triedBefore: Infinity })) await this.#changed(id, row.version);
    return await this.get(id, language);
  }

  /** Fetches the addresses that were not tried for a day, and announces calendars whose data ends soon. */
  async renewDue(): Promise<void> {
    const { db, clock, logger, loaded } = this.options;
    const triedBefore = clock.now() - RENEWED_AFTER_MS;
    for (const row of await store.listCalendars(db)) {
      try {
        if (await this.#copies.renew(row, { triedBefore })) await this.#changed(row.id, row.version);
      } catch (error) {
        logger.error("failed to renew a calendar", { error, calendar: row.name });
      }
      const knownUntil = loaded.get(row.id)?.knownUntil ?? null;
      if (isEnding(knownUntil, this.#today(row.time_zone))) {
        this.#publisher.publish("calendars", "calendar:ending", row.id, row.version);
      }
    }
  }

  /** Returns the countries of which the panel has holidays. */
  async countries(): Promise<CalendarCountries> {
    const items = (await readHolidayIndex()).map(({ country, years: [first, last], regions = [] }) => ({
      country,
      knownFrom: `${first}-01-01`,
      knownUntil: `${last}-12-31`,
      regions: regions.map(([region, name]) => ({ region, name })),
    }));
    return { items };
  }

  async #find(id: number): Promise<CalendarRow> {
    const row = await store.findCalendar(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  // What follows the change on this panel, such as the planner, sees it before the response is sent.
  async #changed(id: number, version: number): Promise<void> {
    await this.options.loaded.reload(id);
    this.#publisher.publish("calendars", "calendar:changed", id, version);
  }

  #show(row: CalendarRow, copies: readonly store.CopyState[], language: Language): Calendar {
    const built = this.options.loaded.get(row.id);
    return toCalendar(row, { built, copies, today: this.#today(row.time_zone), language });
  }

  #today(zone: string): number {
    const second = Math.floor(this.options.clock.now() / 1_000);
    return Math.floor((second + clockOf(zone).offsetAt(second)) / DAY_SECONDS);
  }
}

async function refuseTaken(tx: Tx, name: string, id: number | null): Promise<void> {
  if (await store.isNameTaken(tx, name, id)) refuseIf([{ path: "name", code: "name_taken" }]);
}

function namesOf(tasks: readonly { name: string }[]): string {
  const names = tasks.slice(0, MAX_NAMED).map(({ name }) => name).join(", ");
  return tasks.length > MAX_NAMED ? `${names} …` : names;
}
