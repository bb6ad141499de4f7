import type { TaskStatus } from "../../../../server/contract/tasks.ts";

/** Where a search can be narrowed to. */
export const searchFields = ["name", "command", "schedule", "label"] as const;
export type SearchStart = (typeof searchFields)[number];

export type Suggestion =
  | { kind: "place"; location: SearchStart }
  | { kind: "label"; label: string; tasks: number }
  | { kind: "status"; status: TaskStatus };

interface Known {
  labels: readonly { label: string; tasks: number }[];
  statuses: readonly { status: TaskStatus; word: string }[];
}

const maxLabels = 6;

/** Suggests what could be meant by what is typed so far: places to search in, statuses and labels to filter by. */
export function suggest(text: string, { labels, statuses }: Known): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const inLabels = /^label:\s*(.*)$/.exec(typed);
  if (inLabels) return labelsLike(labels, inLabels[1] ?? "");
  if (searchFields.some((location) => typed.startsWith(`${location}:`))) return [];
  const places = searchFields.filter((location) => location.startsWith(typed))
    .map((location) => ({ kind: "place" as const, location }));
  if (typed === "") return places;
  const states = statuses.filter(({ word }) => word.toLowerCase().includes(typed))
    .map(({ status }) => ({ kind: "status" as const, status }));
  return [...states, ...labelsLike(labels, typed), ...places];
}

function labelsLike(labels: Known["labels"], typed: string): Suggestion[] {
  return labels.filter(({ label }) => label.toLowerCase().includes(typed)).slice(0, maxLabels)
    .map(({ label, tasks }) => ({ kind: "label", label, tasks }));
}
