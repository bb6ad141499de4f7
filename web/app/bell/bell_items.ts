// Turns what needs attention into the items of the bell: repeated problems become one item with a count.
import type { BellEntry } from "./bell_entry.ts";
import { findEntries, type Responses } from "./bell_sources.ts";

/** An item, with the key, time, title, tone and link of its newest entry. */
export interface BellItem extends BellEntry {
  /** Number of new entries, at least 1. */
  count: number;
  isNew: boolean;
}

export interface SeenState {
  /** ISO 8601, by the server's clock; empty when nothing has been seen. */
  until: string;
  version: string;
}

/** Maximum age of a listed item, milliseconds. */
const displayMs = 7 * 86_400_000;

/** Returns the items that need attention, new ones first, then by time. `now` is in milliseconds. */
export function findItems(
  responses: Partial<Responses>,
  seen: SeenState,
  now: number,
): BellItem[] {
  const since = new Date(now - displayMs).toISOString();
  const entries = findEntries(responses).filter(({ at, untilResolved }) => untilResolved || at > since);
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [...groups.values()].map((group) => itemOf(group, seen)).sort((a, b) =>
    Number(b.isNew) - Number(a.isNew) || (a.at < b.at ? 1 : -1)
  );
}

export function seeAll(items: readonly BellItem[], seen: SeenState): SeenState {
  const times = items.filter(({ version }) => version === undefined).map(({ at }) => at);
  return {
    until: [seen.until, ...times].reduce((latest, at) => at > latest ? at : latest),
    version: items.find(({ version }) => version !== undefined)?.version ?? seen.version,
  };
}

/** Parses a stored state; anything invalid counts as never seen. */
export function readSeen(stored: unknown): SeenState {
  const { until, version } = typeof stored === "object" && stored !== null
    ? stored as Partial<SeenState>
    : {}; // checked below
  return {
    until: typeof until === "string" ? until : "",
    version: typeof version === "string" ? version : "",
  };
}

function itemOf(group: readonly BellEntry[], seen: SeenState): BellItem {
  const newest = group.reduce((latest, one) => one.at > latest.at ? one : latest);
  const unseen = group.filter((one) => isUnseen(one, seen)).length;
  return { ...newest, count: unseen || group.length, isNew: unseen > 0 };
}

function isUnseen({ at, version }: BellEntry, seen: SeenState): boolean {
  return version === undefined ? at > seen.until : version !== seen.version;
}
