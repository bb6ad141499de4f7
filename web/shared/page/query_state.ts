// Describes once what the query of a URL stores: how each value is read, written and left out.
import { type ListSort, readListSort, writeListSort } from "../../ui/data/use_list_state.ts";

export interface Field<T, W extends string | number = string> {
  /** Parses the value; an absent one is an empty text, and an invalid one is as if absent. */
  read(text: string): T;
  /** Returns what the URL stores; undefined for the value of a URL without it. */
  write(value: T): W | undefined;
}

// deno-lint-ignore no-explicit-any -- a field of any value
type Fields = Record<string, Field<any, any>>;
type State<F extends Fields> = { [name in keyof F]: ReturnType<F[name]["read"]> };
type Written<F extends Fields> = { [name in keyof F]?: Exclude<ReturnType<F[name]["write"]>, undefined> };

/** Describes the state in a query by its fields, in the order in which they are written: the filters, then the rest. */
export function queryState<F extends Fields, R extends Fields = Record<never, never>>(
  filters: F,
  rest: R = {} as R, // nothing more, when omitted
) {
  const fields = { ...filters, ...rest };
  const readAll = (query: string | URLSearchParams): State<F & R> => read(fields, query);
  const writeAll = (state: State<F & R>): Written<F & R> => write(fields, state);
  return {
    read: readAll,
    /** Returns the query parameters; what a URL without a query says is omitted. */
    write: writeAll,
    /** The filters of a URL without a query. */
    noFilters: read(filters, ""),
    isFiltered: (state: State<F>): boolean => Object.keys(write(filters, state)).length > 0,
    /** Returns how `useListState` reads and writes the URLs of a page. */
    at: (path: (query: Written<F & R>) => string) => ({
      read: (search: string) => readAll(search),
      write: (state: State<F & R>) => path(writeAll(state)),
    }),
  };
}

export type StateOf<Q extends { read: (query: string) => unknown }> = ReturnType<Q["read"]>;

function read<F extends Fields>(fields: F, query: string | URLSearchParams): State<F> {
  const values = new URLSearchParams(query);
  const entries = Object.entries(fields).map(([name, field]) => [name, field.read(values.get(name) ?? "")]);
  return Object.fromEntries(entries) as State<F>; // one value for each field
}

function write<F extends Fields>(fields: F, state: State<F>): Written<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.write(state[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Written<F>; // by the same names
}

export function text(): Field<string> {
  return { read: (text) => text, write: (text) => text || undefined };
}

/** A number from 1 to `max`, such as an id; null for none. */
export function id(max = Number.MAX_SAFE_INTEGER): Field<number | null, number> {
  return optional((text) => {
    const id = Number(text);
    return Number.isInteger(id) && id > 0 && id <= max ? id : null;
  });
}

/** The page of a list; the first one is not written. */
export function page(max?: number): Field<number, number> {
  return { read: (text) => id(max).read(text) ?? 1, write: (page) => page > 1 ? page : undefined };
}

/** One of several values, given by themselves or as the keys of a table; null for none. */
export function oneOf<const V extends string>(
  values: Readonly<Record<V, unknown>> | readonly V[],
): Field<V | null, V> {
  const all = Array.isArray(values) ? values : Object.keys(values);
  return optional((text) => all.find((value) => value === text) ?? null);
}

/** The values of a field, separated by commas; invalid ones are left out. */
export function listOf<T extends string | number>(
  item: Field<T | null, T>,
): Field<readonly T[]> {
  return {
    read: (text) => text.split(",").flatMap((one) => item.read(one) ?? []),
    write: (values) => values.join(",") || undefined,
  };
}

export function manyOf<const V extends string>(values: Parameters<typeof oneOf<V>>[0]): Field<readonly V[]> {
  return listOf(oneOf(values));
}

/** A value of the first field, or else of the second; null for none. */
export function either<A extends string | number, B extends string | number>(
  first: Field<A | null, A>,
  second: Field<B | null, B>,
): Field<A | B | null, A | B> {
  return optional<A | B>((text) => first.read(text) ?? second.read(text));
}

/** The sort order of a list; null for the usual one. */
export function sort<F extends string>(fields: readonly F[]): Field<ListSort<F> | null> {
  return { read: (text) => readListSort(text, fields), write: writeListSort };
}

function optional<T extends string | number>(read: (text: string) => T | null): Field<T | null, T> {
  return { read, write: (value) => value ?? undefined };
}
