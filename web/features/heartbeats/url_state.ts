// What the address names: the list or one heartbeat, the form over it, and the filters of the list.
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { HeartbeatSortField, HeartbeatState } from "../../../server/contract/heartbeats.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { paths } from "../../paths.ts";
import { id, manyOf, page, queryState, sort, type StateOf, text } from "../../shared/page/query_state.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

const subject = queryState({ id: id(), page: page() });

export interface UrlState {
  /** What is below the form. */
  background: "list" | "one";
  hasForm: boolean;
  /** The heartbeat that is shown or edited; null for a new one. */
  id: number | null;
  page: number;
}

/** Parses an address; `opener` is what the form was opened from. */
export function readUrlState(address: string, search: string, opener: UrlState["background"]): UrlState {
  const path = trimEnd(address, "/");
  const hasForm = path === "/heartbeat/modal";
  const { id, page } = subject.read(search);
  const isOne = path === "/heartbeat/detail" || hasForm && opener === "one" && id !== null;
  return { background: isOne ? "one" : "list", hasForm, id, page };
}

export function useUrlState(): UrlState {
  const [address] = useLocation();
  const state = useHistoryState<{ background?: string } | null>();
  return readUrlState(address, useSearch(), state?.background === "one" ? "one" : "list");
}

const states: Record<HeartbeatState, true> = {
  new: true,
  up: true,
  started: true,
  late: true,
  down: true,
  paused: true,
};
const sortFields: readonly HeartbeatSortField[] = ["name", "state", "lastPingAt", "dueAt", "createdAt"];

const list = queryState(
  { q: text(), state: manyOf(states), label: text() },
  { sort: sort(sortFields), page: page() },
);
export const { noFilters, isFiltered, read: readListState, write: writeListState } = list;

export type ListState = StateOf<typeof list>;

const address = list.at(paths.heartbeats);

export function useHeartbeatListState() {
  return useListState(address);
}

export type ListStateHandle = ReturnType<typeof useHeartbeatListState>;
