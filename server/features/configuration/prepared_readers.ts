// Reads iCalendar sources before the transaction that needs them, so that it waits for no server.
import type { Clock } from "../../platform/clock.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { FetchFile } from "../icalendar/fetch_icalendar.ts";
import { type FileSource, ICalendarReader } from "../icalendar/icalendar_reader.ts";
import type { ReadKinds } from "../icalendar/icalendar_types.ts";
import type { Comparison } from "./compare.ts";
import type { Readers } from "./joined_services.ts";

type Read<K extends keyof ReadKinds> = ReturnType<ICalendarReader<K>["read"]>;

class PreparedReader<K extends keyof ReadKinds> {
  readonly #reader: ICalendarReader<K>;
  readonly #reads = new Map<string, Read<K>>();

  constructor(kind: K, options: { fetch: FetchFile; clock: Clock }) {
    this.#reader = new ICalendarReader(kind, options);
  }

  get year(): number {
    return this.#reader.year;
  }

  /** Reads a source, once. */
  read(source: FileSource, requester: Requester): Read<K> {
    const key = JSON.stringify([source.url ?? null, source.text ?? null, requester]);
    const read = this.#reads.get(key) ?? this.#reader.read(source, requester);
    this.#reads.set(key, read);
    return read;
  }

  expand(content: string): ReturnType<ICalendarReader<K>["expand"]> {
    return this.#reader.expand(content);
  }
}

/** Reads the sources of calendars and windows that are new or change. */
export async function prepareReaders(
  comparisons: readonly Comparison[],
  { requester, ...options }: { fetch: FetchFile; clock: Clock; requester: Requester },
): Promise<Readers> {
  const days = new PreparedReader("days", options);
  const times = new PreparedReader("times", options);
  for (const { file, fields } of comparisons) {
    const isChanged = (name: string) => fields.some(({ field }) => field === name);
    const { sources = [], icalendar = null } = file.fields as {
      sources?: (FileSource & { type: string })[];
      icalendar?: FileSource | null;
    }; // the schemas have accepted them
    if (file.kind === "calendar" && isChanged("sources")) {
      for (const { type, url, text } of sources) {
        if (type === "icalendar") await days.read({ url, text }, requester);
      }
    }
    if (file.kind === "window" && icalendar && isChanged("icalendar")) {
      await times.read({ url: icalendar.url, text: icalendar.text }, requester);
    }
  }
  return { days, times };
}
