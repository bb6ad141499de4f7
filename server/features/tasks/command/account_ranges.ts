// Selects accounts of a variable whose value joins several with `&`.

const SEPARATOR = "&";
const RANGE = /^(\d{1,9}|max)(?:[-~_](\d{1,9}|max))?$/;

/** An account and its number, counted from 1. */
export interface Account {
  number: number;
  value: string;
}

export type AccountSelection =
  | { accounts: Account[] }
  /** A word that is not a range, or ranges that select none of the `count` accounts. */
  | { invalid: string }
  | { none: true; count: number };

/** Splits a value into its accounts. A separator at the end does not begin another one. */
export function splitAccounts(value: string): string[] {
  const accounts = value.split(SEPARATOR);
  while (accounts.length > 1 && accounts.at(-1) === "") accounts.pop();
  return accounts;
}

/** Joins accounts to the value of a variable. */
export function joinAccounts(accounts: readonly Account[]): string {
  return accounts.map(({ value }) => value).join(SEPARATOR);
}

/**
 * Selects accounts by numbers and spans such as `2`, `1-3`, `5~3` or `2_max`, in the order of the ranges and each once; all
 * of them without ranges. `max` is the last one. Numbers of accounts that do not exist are ignored.
 */
export function selectAccounts(value: string, ranges: readonly string[]): AccountSelection {
  const accounts = splitAccounts(value);
  const words = ranges.flatMap((range) => range.split(/\s+/)).filter((word) => word !== "");
  const numbers = new Set<number>();
  for (const word of words.length === 0 ? ["1-max"] : words) {
    const span = readSpan(word, accounts.length);
    if (span === null) return { invalid: word };
    for (const number of span) numbers.add(number);
  }
  const selected = [...numbers].map((number) => ({ number, value: accounts[number - 1] ?? "" }));
  return selected.length === 0 ? { none: true, count: accounts.length } : { accounts: selected };
}

// The numbers from one end to the other that exist; descending when the first end is the larger one.
function readSpan(word: string, count: number): number[] | null {
  const [, first, last = first] = RANGE.exec(word) ?? [];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [first, last].map((end) => end === "max" ? count : Number(end)) as [number, number];
  const low = Math.max(Math.min(from, to), 1);
  const high = Math.min(Math.max(from, to), count);
  const ascending = Array.from({ length: Math.max(high - low + 1, 0) }, (_, index) => low + index);
  return from <= to ? ascending : ascending.toReversed();
}
