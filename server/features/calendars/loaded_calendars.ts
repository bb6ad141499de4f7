import type { WorkCalendar } from "../../contract/work_calendar.ts";
import type { Base } from "../../engine/base.ts";
import type { CalendarRow } from "../../migrations/calendar_tables.ts";
import { Turns } from "../../platform/files/turns.ts";
import { type HolidayFile, readHolidays } from "../../platform/holiday_files.ts";
import { BuiltCalendar, type SourceDays } from "./built_calendar.ts";
import { copyKey, eventsOf, ownDaysOf, sourcesOf, toNamedDay, weekendDaysOf } from "./calendar_rows.ts";
import { countryDays } from "./country_days.ts";
import { eventDays } from "./event_days.ts";
import * as store from "./store.ts";

interface Loaded {
  calendar: BuiltCalendar;
  /** Of its row, with that of what its sources say. */
  versions: string;
}

/** Called with the calendar as it was before the change; null for a new one. */
export type CalendarListener = (id: number, previous: WorkCalendar | null) => void;

/** A source of which nothing is known, as a country whose data no longer exists. */
const nothing: SourceDays = { knownFrom: 0, knownUntil: -1, days: [] };

/** All calendars in memory, as they are in the database. */
export class LoadedCalendars {
  readonly #calendars = new Map<number, Loaded>();
  readonly #listeners = new Set<CalendarListener>();
  readonly #turns = new Turns();
  #stopListening: () => void = () => {};

  constructor(private readonly options: Pick<Base, "db" | "bus" | "logger" | "language">) {}

  /** Returns a calendar; null if it does not exist. */
  get(id: number): BuiltCalendar | null {
    return this.#calendars.get(id)?.calendar ?? null;
  }

  /** Calls `listener` for each calendar that changed or was deleted; returns a function that removes it. */
  onChange(listener: CalendarListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads all calendars, and from now on what any panel changes. */
  async open(): Promise<void> {
    const { bus, logger } = this.options;
    await this.refresh();
    const stops = [
      bus.listen(({ type, id }) => {
        if (type !== "calendar:changed") return;
        this.reload(id).catch((error) => logger.warn("failed to load a changed calendar", { error, id }));
      }),
      bus.onHeartbeat(() => this.refresh()),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  close(): void {
    this.#stopListening();
  }

  /** Loads one calendar again if it has changed. */
  async reload(id: number): Promise<void> {
    await this.#turns.take(async () => {
      const row = await store.findCalendar(this.options.db, id);
      await this.#adopt(row ? [row] : [], (known) => known === id);
    });
  }

  /** Loads all calendars again that have changed. */
  async refresh(): Promise<void> {
    await this.#turns.take(async () => {
      const { db } = this.options;
      const current = await store.readVersions(db);
      const isCurrent = current.length === this.#calendars.size &&
        current.every((row) => this.#calendars.get(row.id)?.versions === versionsOf(row));
      if (!isCurrent) await this.#adopt(await store.listCalendars(db), () => true);
    });
  }

  async #adopt(rows: readonly CalendarRow[], isAsked: (id: number) => boolean): Promise<void> {
    const ids = new Set(rows.map(({ id }) => id));
    const gone = [...this.#calendars.keys()].filter((id) => isAsked(id) && !ids.has(id));
    const changed = rows.filter((row) => this.#calendars.get(row.id)?.versions !== versionsOf(row));
    const built = await this.#build(changed);
    const news = built.filter(({ calendar: { id, revision } }) => this.get(id)?.revision !== revision);
    const changes = [...gone, ...news.map(({ calendar }) => calendar.id)].map((id) =>
      [id, this.get(id)] as const
    );
    for (const id of gone) this.#calendars.delete(id);
    for (const loaded of built) this.#calendars.set(loaded.calendar.id, loaded);
    for (const [id, previous] of changes) this.#tell(id, previous);
  }

  #tell(id: number, previous: WorkCalendar | null): void {
    for (const listener of this.#listeners) {
      try {
        listener(id, previous);
      } catch (error) {
        this.options.logger.error("failed to follow a changed calendar", { error, id });
      }
    }
  }

  async #build(rows: readonly CalendarRow[]): Promise<Loaded[]> {
    if (rows.length === 0) return [];
    const [only] = rows;
    const events = await store.listEvents(this.options.db, rows.length === 1 ? only?.id : undefined);
    // Of several calendars of one country, each file is read once.
    const files = new Map<string, Promise<HolidayFile | null>>();
    const holidays = (country: string) => {
      const file = files.get(country) ?? readHolidays(country);
      files.set(country, file);
      return file;
    };
    const built: Loaded[] = [];
    for (const row of rows) {
      const ofRow = events.filter(({ calendar_id }) => calendar_id === row.id);
      const sources: SourceDays[] = [];
      for (const source of sourcesOf(row)) {
        if (source.type === "country") {
          const file = await holidays(source.country);
          sources.push(file && countryDays(file, source.region) || nothing);
        } else {
          const copy = ofRow.find(({ source_key }) => source_key === copyKey(source));
          sources.push(copy ? eventDays(eventsOf(copy)) : nothing);
        }
      }
      const calendar = new BuiltCalendar({
        id: row.id,
        name: row.name,
        zone: row.time_zone,
        weekendDays: weekendDaysOf(row),
        sources,
        ownDays: ownDaysOf(row).map(toNamedDay),
        language: this.options.language,
      });
      built.push({ calendar, versions: versionsOf(row) });
    }
    return built;
  }
}

function versionsOf({ version, data_version }: Pick<CalendarRow, "version" | "data_version">): string {
  return `${version}.${data_version}`;
}
