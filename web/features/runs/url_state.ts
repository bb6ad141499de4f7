// The state of the page in its URL, so that a reload, a bookmark and Back restore it.

import type { RunCause, RunKind, RunState } from "../../../server/contract/runs.ts";
import { paths, type RunListAddress } from "../../paths.ts";
import { useListState } from "../../ui/data/use_list_state.ts";

const HOUR_MS = 3_600_000;

/** The periods to choose from, in ms. */
export const periods = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
} as const;
export type Period = keyof typeof periods;

const states: Record<RunState, true> = {
  queued: true,
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
};
const kinds: Record<RunKind, true> = { task: true, debug: true, dependency: true, subscription: true };

export interface UrlState {
  q: string;
  state: readonly RunState[];
  cause: readonly RunCause[];
  kind: RunKind | null;
  task: number | null;
  /** The node that runs or ran them. */
  node: number | null;
  label: string;
  last: Period | null;
  page: number;
  /** The run whose log is open beside the list. */
  run: number | null;
}

export const noFilters = {
  q: "",
  state: [],
  cause: [],
  kind: null,
  task: null,
  node: null,
  label: "",
  last: null,
} as const;

/** Parses the state from the query of a URL; invalid values are ignored. */
export function readUrlState(search: string): UrlState {
  const query = new URLSearchParams(search);
  const kind = query.get("kind");
  const last = query.get("last");
  return {
    q: query.get("q") ?? "",
    state: (query.get("state") ?? "").split(",").filter((one) => isKey(states, one)),
    cause: (query.get("cause") ?? "").split(",").filter((one) => isKey(causes, one)),
    kind: isKey(kinds, kind) ? kind : null,
    task: readId(query.get("task")),
    node: readId(query.get("node")),
    label: query.get("label") ?? "",
    last: isKey(periods, last) ? last : null,
    page: readId(query.get("page")) ?? 1,
    run: readId(query.get("run")),
  };
}

/** Converts the state to query parameters; defaults are omitted. */
export function writeUrlState(
  { state, cause, kind, task, node, last, page, run, q, label }: UrlState,
): RunListAddress {
  return {
    q: q || undefined,
    state: state.join(",") || undefined,
    cause: cause.join(",") || undefined,
    kind: kind ?? undefined,
    task: task ?? undefined,
    node: node ?? undefined,
    label: label || undefined,
    last: last ?? undefined,
    page: page > 1 ? page : undefined,
    run: run ?? undefined,
  };
}

const address = {
  read: readUrlState,
  write: (state: UrlState) => paths.runs(writeUrlState(state)),
};

export function useUrlState() {
  return useListState(address);
}

export type UrlStateHandle = ReturnType<typeof useUrlState>;

export function isFiltered({ q, state, cause, kind, task, node, label, last }: UrlState): boolean {
  return q !== "" || label !== "" || state.length + cause.length > 0 || kind !== null || task !== null ||
    node !== null || last !== null;
}

function isKey<K extends string>(table: Record<K, unknown>, text: string | null): text is K {
  return text !== null && Object.hasOwn(table, text);
}

function readId(text: string | null): number | null {
  const id = Number(text ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
