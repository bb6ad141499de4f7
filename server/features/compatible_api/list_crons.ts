// Filters, searches and sorts tasks as clients of the compatible API expect. Their conditions are about numbers that the
// database does not have, so all tasks are converted, a slice at a time.
import { type Cron, type CronFilter, type CronsQuery, cronStatus } from "../../contract/compatible/crons.ts";
import type { Run } from "../../contract/runs.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import type { Runs } from "../runs/service.ts";
import type { Tasks, TaskSummary } from "../tasks/service.ts";
import { type CronOutline, newestRunOf, toCron, toCronOutline } from "./cron_shape.ts";

const SLICE_SIZE = 200;

/** Returns a page of tasks, or all of them without `page` and `size`, and how many match. */
export async function listCrons(
  { tasks, runs }: { tasks: Tasks; runs: Runs },
  query: CronsQuery,
): Promise<{ data: Cron[]; total: number }> {
  const matches: CronOutline[] = [];
  for await (const slice of tasks.readOutlines()) {
    matches.push(...slice.map(toCronOutline).filter((cron) => isMatch(cron, query)));
  }
  const page = pageOf(matches.sort(orderOf(query)), query).map(({ id }) => id);
  const data: Cron[] = [];
  for (let at = 0; at < page.length; at += SLICE_SIZE) {
    data.push(...await withRuns(runs, await tasks.getSeveral(page.slice(at, at + SLICE_SIZE))));
    await yieldToEventLoop();
  }
  return { data, total: matches.length };
}

export async function withRuns(runs: Runs, tasks: readonly TaskSummary[]): Promise<Cron[]> {
  const newest = await runs.getSeveral(tasks.flatMap((task) => newestRunOf(task) ?? []));
  const byId = new Map<number | null, Run>(newest.map((run) => [run.id, run]));
  return tasks.map((task) => toCron(task, byId.get(newestRunOf(task)) ?? null));
}

function pageOf<T>(all: T[], { page, size }: CronsQuery): T[] {
  const [number, length] = [Number(page), Number(size)];
  if (!(number > 0 && length > 0)) return all;
  const start = Math.trunc(number - 1) * Math.trunc(length);
  return all.slice(start, start + Math.trunc(length));
}

function isMatch(cron: CronOutline, { searchValue, filters, queryString }: CronsQuery): boolean {
  return (!searchValue || isFound(cron, searchValue)) &&
    Object.entries(filters ?? {}).every(([name, values]) => passes(cron, name, values)) &&
    meets(cron, queryString?.filters ?? [], queryString?.filterRelation ?? "and");
}

/** Prefixes of a search, and the texts that each searches. */
const searched: Record<string, (cron: CronOutline) => readonly string[]> = {
  name: ({ name }) => [name],
  command: ({ command }) => [command],
  schedule: ({ schedule }) => [schedule],
  label: ({ labels }) => labels,
};

function isFound(cron: CronOutline, searchValue: string): boolean {
  const [, prefix = "", rest = ""] = /^(\w+):(.*)$/s.exec(searchValue) ?? [];
  const one = Object.hasOwn(searched, prefix) ? searched[prefix] : undefined;
  const texts = one ? one(cron) : Object.values(searched).flatMap((read) => read(cron));
  return contains(texts, one ? rest : searchValue);
}

function contains(texts: readonly string[], part: string): boolean {
  const wanted = part.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

// A filter by status excludes disabled tasks, unless it names 2, which then includes all of them.
function passes(cron: CronOutline, name: string, values: readonly (string | number)[] | null): boolean {
  if (values === null) return true;
  if (name !== "status") return isOneOf(textsOf(cron, name), values);
  const hasStatus = isOneOf([String(cron.status)], values);
  if (values.map(Number).includes(cronStatus.disabled)) return hasStatus || cron.isDisabled === 1;
  return hasStatus && cron.isDisabled === 0;
}

function isOneOf(texts: readonly string[], values: readonly (string | number)[]): boolean {
  return texts.some((text) => values.some((value) => String(value) === text));
}

function meets(cron: CronOutline, filters: readonly CronFilter[], relation: string): boolean {
  if (filters.length === 0) return true;
  return relation === "or"
    ? filters.some((filter) => meetsOne(cron, filter))
    : filters.every((filter) => meetsOne(cron, filter));
}

// The names of the operations come from patterns, but they always looked for a part of the text.
function meetsOne(cron: CronOutline, { property, operation, value }: CronFilter): boolean {
  const values = value == null ? [] : [value].flat();
  if (values.length === 0) return true;
  const texts = textsOf(cron, property);
  switch (operation) {
    case "Reg":
      return values.some((part) => contains(texts, String(part)));
    case "NotReg":
      return !values.some((part) => contains(texts, String(part)));
    case "In":
      return isOneOf(texts, values) || (property === "status" && isDisabledMeant(cron, values));
    case "Nin":
      return !(isOneOf(texts, values) || (property === "status" && isDisabledMeant(cron, values)));
    default:
      return true;
  }
}

function isDisabledMeant(cron: CronOutline, values: readonly (string | number)[]): boolean {
  return cron.isDisabled === 1 && values.map(Number).includes(cronStatus.disabled);
}

function textsOf(cron: CronOutline, property: string): readonly string[] {
  if (property === "labels") return cron.labels;
  const value = fieldOf(cron, property);
  return value === null ? [] : [String(value)];
}

// An unknown field is like one that is empty.
function fieldOf(cron: CronOutline, name: string): string | number | null {
  const value = Object.hasOwn(cron, name) ? cron[name as keyof CronOutline] : null; // an own key
  return typeof value === "object" ? null : value;
}

type Compare = (a: CronOutline, b: CronOutline) => number;

// Pinned ones first, then enabled, running and new ones; what the caller asks for comes before that.
const defaultOrder: readonly Compare[] = [
  (a, b) => b.isPinned - a.isPinned,
  (a, b) => a.isDisabled - b.isDisabled,
  (a, b) => a.status - b.status,
  (a, b) => compareValues(b.createdAt, a.createdAt),
  (a, b) => b.id - a.id,
];

function orderOf({ sorter, queryString }: CronsQuery): Compare {
  const asked: Compare[] = [];
  if (sorter?.field && sorter.type) asked.push(byField(sorter.field, sorter.type));
  // Of the sort keys of a view, the last is the most significant.
  for (const { property, type } of (queryString?.sorts ?? []).toReversed()) {
    asked.push(byField(property, type));
  }
  const order = [...asked, ...defaultOrder];
  return (a, b) => {
    for (const compare of order) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function byField(name: string, type: string): Compare {
  const sign = /^desc/i.test(type) ? -1 : 1;
  return (a, b) => sign * compareValues(fieldOf(a, name), fieldOf(b, name));
}

function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
