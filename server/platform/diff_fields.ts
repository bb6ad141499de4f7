import { isDeepStrictEqual } from "node:util";
import type { FieldChange } from "../contract/changes.ts";

/** Reads each field of a row as the API has it. */
export type FieldReaders<Row> = Readonly<Record<string, (row: Row) => unknown>>;

/** Returns the fields whose values differ between two states of a row. */
export function diffFields<Row>(readers: FieldReaders<Row>, before: Row, after: Row): FieldChange[] {
  return Object.entries(readers).flatMap(([field, read]) => {
    const [from, to] = [read(before), read(after)];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

/** Returns the fields that differ, without their values, which may be secret. */
export function diffMasked<Row>(readers: FieldReaders<Row>, before: Row, after: Row) {
  return diffFields(readers, before, after)
    .map(({ field }) => ({ field, from: null, to: null, masked: true as const }));
}
