// The state of the page in its URL, so that a reload, a bookmark and Back restore it.

import type { RunCause, RunKind, RunState } from "../../../server/contract/runs.ts";
import { paths } from "../../paths.ts";
import { id, manyOf, oneOf, page, queryState, type StateOf, text } from "../../shared/page/query_state.ts";
import { useListState } from "../../ui/data/use_list_state.ts";
import { instantField } from "../../shared/page/url_instant.ts";
import { rangeNames } from "./time_range.ts";

const states: Record<RunState, true> = {
  queued: true,
  waiting_for_approval: true,
  starting: true,
  running: true,
  succeeded: true,
  failed: true,
  timed_out: true,
  stopped: true,
  interrupted: true,
  lost: true,
  skipped: true,
};
const causes: Record<RunCause, true> = {
  schedule: true,
  person: true,
  application: true,
  retry: true,
  startup: true,
  boot: true,
  missed: true,
  upstream: true,
  trigger: true,
  webhook: true,
};
const kinds: Record<RunKind, true> = { task: true, debug: true, dependency: true, subscription: true };

const query = queryState({
  q: text(),
  state: manyOf(states),
  cause: manyOf(causes),
  kind: oneOf(kinds),
  task: id(),
  node: id(),
  label: text(),
  /** Only runs that took longer than usual. */
  slower: oneOf(["1"]),
  last: oneOf(rangeNames),
  from: instantField,
  to: instantField,
}, {
  page: page(),
  /** The run whose log is open beside the list. */
  run: id(),
});
export const { noFilters, isFiltered, read: readUrlState, write: writeUrlState } = query;

export type UrlState = StateOf<typeof query>;

const address = query.at(paths.runs);

export function useUrlState() {
  return useListState(address);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;
