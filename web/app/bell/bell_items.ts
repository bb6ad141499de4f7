// Turns what needs attention into the items of the bell: repeated problems become one item with a count.
import { type BellEntry, findEntries, type Responses } from "./bell_sources.ts";

/** An item, with the key, time, title, tone and link of its newest entry. */
export interface BellItem extends BellEntry {
  /** Number of new entries, at least 1. */
  count: number;
  isNew: boolean;
}

/** What the user has already seen. */
export interface SeenMark {
  /** ISO 8601, by the server's clock; empty when nothing has been seen. */
  until: string;
  /** The update version that was seen. */
  version: string;
}

/** Maximum age of a listed item, milliseconds. */
const displayMs = 7 * 86_400_000;

/** Returns the items that need attention, new ones first, then by time. `now` is in milliseconds. */
export function findItems(
  responses: Partial<Responses>,
  mark: SeenMark,
  now: number,
): BellItem[] {
  const since = new Date(now - displayMs).toISOString();
  const entries = findEntries(responses).filter(({ at, untilResolved }) => untilResolved || at > since);
  const groups = Map.groupBy(entries, ({ group }) => group);
  return [...groups.values()].map((group) => itemOf(group, mark)).sort((a, b) =>
    Number(b.isNew) - Number(a.isNew) || (a.at < b.at ? 1 : -1)
  );
}

/** Returns the mark that covers all items. */
export function markAll(items: readonly BellItem[], mark: SeenMark): SeenMark {
  const times = items.filter(({ version }) => version === undefined).map(({ at }) => at);
  return {
    until: [mark.until, ...times].reduce((latest, at) => at > latest ? at : latest),
    version: items.find(({ version }) => version !== undefined)?.version ?? mark.version,
  };
}

/** Parses a stored mark; anything invalid counts as never seen. */
export function readMark(stored: unknown): SeenMark {
  const { until, version } = typeof stored === "object" && stored !== null ? stored as Partial<SeenMark> : {}; // checked below
  return {
    until: typeof until === "string" ? until : "",
    version: typeof version === "string" ? version : "",
  };
}

function itemOf(group: readonly BellEntry[], mark: SeenMark): BellItem {
  const newest = group.reduce((latest, one) => one.at > latest.at ? one : latest);
  const unseen = group.filter((one) => isUnseen(one, mark)).length;
  return { ...newest, count: unseen || group.length, isNew: unseen > 0 };
}

function isUnseen({ at, version }: BellEntry, mark: SeenMark): boolean {
  return version === undefined ? at > mark.until : version !== mark.version;
}
