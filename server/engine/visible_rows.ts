// Which rows of a table, such as tasks, have one of some labels, for SQLite: it has no index for a list of texts in a column, and reading the lists of
// 10,000 tasks takes longer than anything else in a list of runs.
import { sql } from "kysely";
import { storedJson } from "../platform/stored_json.ts";
import type { Database } from "./store.ts";

/** Read between one and the next, other requests are served. */
const ROWS_AT_ONCE = 2_000;
const [VISIBLE, INVISIBLE] = [..."10"].map((digit) => digit.charCodeAt(0)) as [number, number];

let changes = 0;

/**
 * Says that labels will be different, or that a row with labels will be deleted. It must be called within the transaction that changes them: what reads them
 * anew from then on waits for its end, because this process has one connection for changes.
 */
export function labelsWillChange(): void {
  changes++;
}

/** The labels of all rows as they were when they were read last. */
interface Labels {
  /** The number of changes before they were read. */
  changes: number;
  /** For each ID of a row with labels, their list as it is stored. */
  lists: ReadonlyMap<number, string>;
  maxId: number;
  /** What was asked for, by its labels. */
  visible: Map<string, Uint8Array>;
}

export class VisibleRows {
  #read: Labels | null = null;
  #reading: Promise<void> | null = null;

  constructor(private readonly db: Database, private readonly table: "task") {}

  /**
   * Returns a digit for each ID, the first for 0: `1` for those that have one of the labels. Null if labels were changed
   * since they were read; they are then read again.
   */
  of(labels: readonly string[]): Uint8Array | null {
    const read = this.#read;
    if (read === null || read.changes !== changes) {
      // A failure shows in the query for which this was asked.
      this.#reading ??= this.#readAll().catch(() => {}).finally(() => this.#reading = null);
      return null;
    }
    const key = JSON.stringify(labels);
    const known = read.visible.get(key) ?? digitsOf(read, new Set(labels));
    read.visible.set(key, known);
    return known;
  }

  async #readAll(): Promise<void> {
    const before = changes;
    const lists = new Map<number, string>();
    // Most lists are alike.
    const distinct = new Map<string, string>();
    let maxId = 0;
    while (true) {
      const rows = await this.db.selectFrom(this.table).select(["id", "labels_json"]).where("id", ">", maxId)
        .where(sql<boolean>`labels_json <> '[]'`).orderBy("id").limit(ROWS_AT_ONCE).execute();
      for (const { id, labels_json } of rows) {
        const list = distinct.get(labels_json) ?? labels_json;
        distinct.set(list, list);
        lists.set(id, list);
        maxId = id;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    this.#read = { changes: before, lists, maxId, visible: new Map() };
  }
}

/** Returns the IDs of visible rows; null if they are more than `atMost`. */
export function fewIdsIn(digits: Uint8Array, atMost: number): number[] | null {
  const ids: number[] = [];
  for (let id = digits.indexOf(VISIBLE); id >= 0; id = digits.indexOf(VISIBLE, id + 1)) {
    if (ids.length === atMost) return null;
    ids.push(id);
  }
  return ids;
}

/** Returns how many rows are visible. */
export function countIn(digits: Uint8Array): number {
  let count = 0;
  for (const digit of digits) if (digit === VISIBLE) count++;
  return count;
}

function digitsOf({ lists, maxId }: Labels, labels: ReadonlySet<string>): Uint8Array {
  const digits = new Uint8Array(maxId + 1).fill(INVISIBLE);
  const hasOne = new Map<string, boolean>();
  for (const [id, list] of lists) {
    let has = hasOne.get(list);
    if (has === undefined) {
      has = storedJson<unknown[]>(list, []).some((label) => labels.has(label as string));
      hasOne.set(list, has);
    }
    if (has) digits[id] = VISIBLE;
  }
  return digits;
}
