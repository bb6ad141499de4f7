// The order of a list, as its address says it: a field, with a hyphen before it downwards.

export interface ListSort<F extends string> {
  field: F;
  descending: boolean;
}

/** Reads an order from an address; null for none and for what is no field. */
export function readListSort<F extends string>(text: string, fields: readonly F[]): ListSort<F> | null {
  const field = fields.find((one) => one === text.replace(/^-/, ""));
  return field === undefined ? null : { field, descending: text.startsWith("-") };
}

/** Writes an order for an address; nothing for none. */
export function writeListSort(sort: ListSort<string> | null): string | undefined {
  return sort ? `${sort.descending ? "-" : ""}${sort.field}` : undefined;
}

/** Gives the order after a click on a column: upwards, downwards, then none. */
export function nextSort<F extends string>(sort: ListSort<F> | null, field: F): ListSort<F> | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/** Gives what the head of a column needs to show the order and to turn it around. */
export function columnSort<F extends string>(
  sort: ListSort<F> | null,
  field: F,
  onSort: (sort: ListSort<F> | null) => void,
) {
  const visible = sort?.field !== field
    ? undefined
    : sort.descending
    ? "descending" as const
    : "ascending" as const;
  return { sort: visible, onSort: () => onSort(nextSort(sort, field)) };
}
