// Reads the iCalendar files of windows, and keeps the last one of each that could be read.
import type { Requester } from "../../contract/scopes.ts";
import type { WindowSource } from "../../contract/windows.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import type { WindowSourceRow } from "../../migrations/window_tables.ts";
import type { FetchFile } from "../icalendar/fetch_icalendar.ts";
import { type FileRead, ICalendarReader, type SourceReader } from "../icalendar/icalendar_reader.ts";
import type { SourceProblem } from "../icalendar/icalendar_types.ts";
import { EventSpans } from "./event_spans.ts";
import { findSource, readContent, readTimes, type SourceState, updateSource } from "./source_rows.ts";

const DAY_MS = 86_400_000;
/** Longest time without a pause between events. */
const MAX_DAYS = 366;

export interface WindowSourcesOptions extends Pick<Base, "db" | "clock"> {
  fetch: FetchFile;
  /** Reads sources, by default each anew. */
  reader?: SourceReader<"times">;
}

/** What was read from a new source. */
export type NewSource = Omit<WindowSourceRow, "window_id" | "revision">;

export class WindowSources {
  readonly #reader: SourceReader<"times">;

  constructor(private readonly options: WindowSourcesOptions) {
    this.#reader = options.reader ?? new ICalendarReader("times", options);
  }

  /** Returns whether a source is the one that is stored. */
  async isStored({ url, text }: WindowSource, stored: SourceState): Promise<boolean> {
    if (url !== undefined) return url === stored.url;
    return stored.url === null && text === await readContent(this.options.db, stored.window_id);
  }

  /** Reads a source; `zone` is that of the window. */
  async readNew(
    source: WindowSource,
    { zone, requester }: { zone: string; requester: Requester },
  ): Promise<{ source: NewSource; events: EventSpans } | { problem: SourceProblem }> {
    const read = this.#checked(await this.#reader.read(source, requester), zone);
    if ("problem" in read) return read;
    const fetchedAt = source.url === undefined ? null : this.options.clock.now();
    return {
      events: read.spans,
      source: {
        url: source.url ?? null,
        content: read.content,
        times_json: JSON.stringify(read.events),
        times_year: this.#reader.year,
        by_application: requester === "application" ? 1 : 0,
        fetched_at: fetchedAt,
        tried_at: fetchedAt,
        fetch_error: null,
        failing_since: null,
      },
    };
  }

  /** Returns whether a source has to be read again: an address that was last tried before an instant, a text in a new year. */
  isDue({ url, times_year, tried_at }: SourceState, triedBefore: number): boolean {
    return url === null ? times_year < this.#reader.year : (tried_at ?? -Infinity) < triedBefore;
  }

  /**
   * Reads a source again; what cannot be read changes nothing. Calls `follow` with the new times, if they are others, in the
   * transaction that stores them. Returns the problem; null if there is none.
   */
  async renew(
    stored: SourceState,
    zone: string,
    follow: (tx: Tx, events: EventSpans) => Promise<void>,
  ): Promise<SourceProblem | null> {
    const { db, clock } = this.options;
    const { window_id: id, url } = stored;
    const content = await readContent(db, id) ?? "";
    const requester = stored.by_application === 1 ? "application" : "person";
    const read = this.#checked(
      url === null ? await this.#reader.expand(content) : await this.#reader.read({ url }, requester),
      zone,
    );
    const problem = "problem" in read ? read.problem : null;
    // Rules without an end reach further in a new year, even if the server cannot be reached then.
    const again = "problem" in read && url !== null && stored.times_year < this.#reader.year
      ? this.#checked(await this.#reader.expand(content), zone)
      : read;
    const renewed = "problem" in again ? null : again;
    const triedAt = url === null ? null : clock.now();
    await db.transaction().execute(async (tx) => {
      const current = await findSource(tx, id);
      // Somebody has changed it meanwhile.
      if (current?.revision !== stored.revision || current.url !== url) return;
      const before = await readTimes(tx, id);
      const isNew = renewed !== null && JSON.stringify(renewed.events) !== JSON.stringify(before?.times);
      await updateSource(tx, id, {
        tried_at: triedAt,
        fetch_error: problem && JSON.stringify(problem),
        failing_since: problem && (current.failing_since ?? clock.now()),
        ...problem === null && { fetched_at: triedAt },
        ...renewed && {
          content: renewed.content,
          times_json: JSON.stringify(renewed.events),
          times_year: this.#reader.year,
        },
        ...isNew && { revision: stored.revision + 1 },
      });
      if (isNew) await follow(tx, renewed.spans);
    });
    return problem;
  }

  #checked(
    read: FileRead<"times"> | { problem: SourceProblem },
    zone: string,
  ): (FileRead<"times"> & { spans: EventSpans }) | { problem: SourceProblem } {
    if ("problem" in read) return read;
    const spans = new EventSpans(read.events);
    const isEndless = spans.in(zone).some(({ from, to }) => to - from > MAX_DAYS * DAY_MS);
    return isEndless
      ? { problem: { code: "events_without_pause", params: { days: MAX_DAYS } } }
      : { ...read, spans };
  }
}
