import { yearOf } from "../../contract/day_numbers.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { FetchFile } from "./fetch_icalendar.ts";
import { type ReadKinds, type SourceProblem, yearsToRead } from "./icalendar_types.ts";
import { readICalendar } from "./read_icalendar.ts";

const DAY_MS = 86_400_000;

/** A file, and what was read from it. */
export interface FileRead<K extends keyof ReadKinds> {
  content: string;
  events: ReadKinds[K];
}

/** Where a file comes from. */
export interface FileSource {
  url?: string | undefined;
  text?: string | undefined;
}

export type SourceReader<K extends keyof ReadKinds> = Pick<ICalendarReader<K>, "year" | "read" | "expand">;

/** Reads iCalendar sources: what is at an address, or a text. */
export class ICalendarReader<K extends keyof ReadKinds> {
  constructor(private readonly kind: K, private readonly options: { fetch: FetchFile; clock: Clock }) {}

  /** Rules without an end are followed for some years from this one. */
  get year(): number {
    return yearOf(Math.floor(this.options.clock.now() / DAY_MS));
  }

  /** Reads a source on behalf of a user or an application. */
  async read(
    { url, text = "" }: FileSource,
    requester: Requester,
  ): Promise<FileRead<K> | { problem: SourceProblem }> {
    if (url === undefined) return await this.expand(text);
    const fetched = await this.options.fetch(url, requester);
    return "problem" in fetched ? fetched : await this.expand(fetched.text);
  }

  /** Reads the text of a file. */
  async expand(content: string): Promise<FileRead<K> | { problem: SourceProblem }> {
    // PostgreSQL cannot store it.
    if (content.includes("\0")) return { problem: { code: "not_icalendar" } };
    const read = await readICalendar(
      { text: content, kind: this.kind, ...yearsToRead(this.year) },
      this.options.clock,
    );
    return "problem" in read ? read : { content, events: read.events };
  }
}
