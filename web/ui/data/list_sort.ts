// The sort order of a list as its URL stores it: a field name, prefixed with a hyphen for descending.

export interface ListSort<F extends string> {
  field: F;
  descending: boolean;
}

/** Parses a sort order from the URL; returns null when it is empty or not a known field. */
export function readListSort<F extends string>(text: string, fields: readonly F[]): ListSort<F> | null {
  const field = fields.find((one) => one === text.replace(/^-/, ""));
  return field === undefined ? null : { field, descending: text.startsWith("-") };
}

/** Formats a sort order for the URL; undefined when there is none. */
export function writeListSort(sort: ListSort<string> | null): string | undefined {
  return sort ? `${sort.descending ? "-" : ""}${sort.field}` : undefined;
}
