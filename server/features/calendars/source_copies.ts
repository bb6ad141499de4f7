// Reads iCalendar sources and keeps what they say.
import { type FieldIssue } from "../../contract/app_error.ts";
import type { CalendarSource } from "../../contract/calendars.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import type { CalendarRow } from "../../migrations/calendar_tables.ts";
import type { FetchFile } from "../icalendar/fetch_icalendar.ts";
import { type FileRead, ICalendarReader, type SourceReader } from "../icalendar/icalendar_reader.ts";
import type { SourceEvents } from "../icalendar/icalendar_types.ts";
import { copyKey, type ICalendarSource, sourcesOf } from "./calendar_rows.ts";
import * as store from "./store.ts";
import type { CopyState } from "./store.ts";

export interface SourceCopiesOptions extends Pick<Base, "db" | "clock"> {
  fetch: FetchFile;
  /** Reads sources, by default each anew. */
  reader?: SourceReader<"days">;
}

/** What was read from a source for the first time. */
interface NewCopy {
  key: string;
  content: string | null;
  events: SourceEvents;
}

export class SourceCopies {
  readonly #reader: SourceReader<"days">;

  constructor(private readonly options: SourceCopiesOptions) {
    this.#reader = options.reader ?? new ICalendarReader("days", options);
  }

  /** Reads the iCalendar sources that have no copy yet; returns also what is wrong with them. */
  async readNew(
    sources: readonly CalendarSource[],
    { known, requester }: { known: ReadonlySet<string>; requester: Requester },
  ): Promise<{ copies: NewCopy[]; issues: FieldIssue[] }> {
    const copies: NewCopy[] = [];
    const issues: FieldIssue[] = [];
    for (const [index, source] of sources.entries()) {
      if (source.type !== "icalendar" || known.has(copyKey(source))) continue;
      const read = await this.#reader.read(source, requester);
      if ("problem" in read) {
        const field = source.url === undefined ? "text" : "url";
        issues.push({ path: `sources.${index}.${field}`, ...read.problem });
      } else {
        const content = source.url === undefined ? null : read.content;
        copies.push({ key: copyKey(source), content, events: read.events });
      }
    }
    return { copies, issues };
  }

  /** Stores new copies of a calendar, and deletes those that belong to no source. */
  async store(
    tx: Tx,
    calendarId: number,
    { sources, copies, requester }: {
      sources: readonly CalendarSource[];
      copies: readonly NewCopy[];
      requester: Requester;
    },
  ): Promise<void> {
    const keys = sources.flatMap((source) => source.type === "icalendar" ? [copyKey(source)] : []);
    await store.removeOtherCopies(tx, calendarId, keys);
    const stored = new Set((await store.listCopies(tx, calendarId)).map(({ source_key }) => source_key));
    const now = this.options.clock.now();
    for (const { key, content, events } of copies.filter(({ key }) => !stored.has(key))) {
      const fetchedAt = content === null ? null : now;
      await store.insertCopy(tx, {
        calendar_id: calendarId,
        source_key: key,
        content,
        events_json: JSON.stringify(events),
        events_year: this.#reader.year,
        by_application: requester === "application" ? 1 : 0,
        fetched_at: fetchedAt,
        tried_at: fetchedAt,
        fetch_error: null,
      });
    }
  }

  /**
   * Fetches the addresses of a calendar that were last tried before an instant (ms); what cannot be read changes nothing.
   * Returns whether anything was tried.
   */
  async renew(row: CalendarRow, { triedBefore }: { triedBefore: number }): Promise<boolean> {
    const copies = await store.listCopies(this.options.db, row.id);
    let isTried = false;
    for (const source of sourcesOf(row)) {
      const copy = source.type === "icalendar" &&
        copies.find(({ source_key }) => source_key === copyKey(source));
      if (source.type !== "icalendar" || !copy) continue;
      // A text is read again only when other years are near.
      const isDue = source.url === undefined
        ? copy.events_year < this.#reader.year
        : (copy.tried_at ?? -Infinity) < triedBefore;
      if (!isDue) continue;
      isTried = true;
      await this.#renewCopy(source, copy);
    }
    return isTried;
  }

  async #renewCopy(source: ICalendarSource, copy: CopyState): Promise<void> {
    const { db, clock } = this.options;
    const read = await this.#reader.read(source, copy.by_application === 1 ? "application" : "person");
    const triedAt = source.url === undefined ? null : clock.now();
    const problem = "problem" in read ? read.problem : null;
    // Rules without an end reach further in a new year, even if the server cannot be reached then.
    const renewed = "problem" in read ? await this.#readStored(copy) : read;
    await db.transaction().execute(async (tx) => {
      const before = await store.readEvents(tx, copy.id);
      const events = renewed && JSON.stringify(renewed.events);
      const isNew = events !== null && events !== before;
      await store.updateCopy(tx, copy.id, {
        tried_at: triedAt,
        fetch_error: problem && JSON.stringify(problem),
        ...(problem === null && { fetched_at: triedAt }),
        ...(renewed && { events_json: events!, events_year: this.#reader.year }),
        ...(renewed && problem === null && source.url !== undefined && { content: renewed.content }),
      });
      if (isNew) await store.countDataChange(tx, copy.calendar_id);
    });
  }

  async #readStored(copy: CopyState): Promise<FileRead<"days"> | null> {
    if (copy.events_year >= this.#reader.year) return null;
    const content = await store.readContent(this.options.db, copy.id);
    const read = content === null ? null : await this.#reader.expand(content);
    return read === null || "problem" in read ? null : read;
  }
}
