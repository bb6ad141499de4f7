// The filters of the system log, stored in the URL.
import { systemLogLevels } from "../../../server/contract/system_log_levels.ts";
import { paths } from "../../paths.ts";
import { manyOf, page, queryState, text } from "../../shared/page/query_state.ts";
import { dayField, startOfDay } from "../../shared/settings/day_fields.tsx";
import { useListState } from "../../ui/data/use_list_state.ts";

export const pageSize = 100;

/** No level for all of them. */
const query = queryState(
  { q: text(), from: dayField, to: dayField, level: manyOf(systemLogLevels) },
  { page: page() },
);

export type UrlState = ReturnType<typeof readUrlState>;

/** Reads the filters from a query string; invalid values are ignored. */
export function readUrlState(search: string) {
  const { level: levels, ...rest } = query.read(search);
  return { ...rest, levels };
}

/** Converts local dates to instants, from the start of the first to the end of the last. */
export function spanOf({ from, to }: Pick<UrlState, "from" | "to">) {
  const end = startOfDay(to, 1);
  return {
    from: startOfDay(from)?.toISOString(),
    to: end ? new Date(end.getTime() - 1).toISOString() : undefined,
  };
}

/** Returns the query parameters of the API request. */
export function queryOf({ q, levels, page, ...days }: UrlState) {
  return { q, page, pageSize, level: levels.join(","), ...spanOf(days) };
}

export function isFiltered({ levels, ...rest }: UrlState): boolean {
  return query.isFiltered({ ...rest, level: levels });
}

const address = {
  read: readUrlState,
  write: ({ levels, ...rest }: UrlState) => paths.systemLog(query.write({ ...rest, level: levels })),
  replaces: true,
};

export function useUrlState() {
  const { state: urlState, change } = useListState(address);
  return { urlState, change, clear: () => change(readUrlState("")) };
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;
