// Which columns the list has, how wide they are, and what a person made of that. Without a choice of their own, columns come and
// go with the room there is; with one, exactly the chosen are shown and the table scrolls where they do not fit.

import type { TaskSortField } from "../../../../server/contract/tasks.ts";
import type { MessageKey } from "../../../messages/messages.ts";

export const columnIds = [
  "name",
  "command",
  "status",
  "schedule",
  "labels",
  "recent",
  "lastRun",
  "duration",
  "nextRun",
  "created",
  "changed",
] as const;
export type ColumnId = (typeof columnIds)[number];

export interface Column {
  word: MessageKey;
  sort?: TaskSortField;
  /** Pixels; null takes what room is left. */
  width: number | null;
}

export const columns: Record<ColumnId, Column> = {
  name: { word: "tasks.name", sort: "name", width: null },
  command: { word: "tasks.command", sort: "command", width: null },
  status: { word: "tasks.status", sort: "status", width: 150 },
  schedule: { word: "tasks.schedule", width: 120 },
  labels: { word: "tasks.labels", width: 160 },
  recent: { word: "tasks.recent", width: 108 },
  lastRun: { word: "tasks.lastRun", sort: "lastRunAt", width: 176 },
  duration: { word: "runs.duration", sort: "lastDurationMs", width: 96 },
  nextRun: { word: "tasks.nextRun", sort: "nextRunAt", width: 96 },
  created: { word: "tasks.createdAt", sort: "createdAt", width: 112 },
  changed: { word: "tasks.changedAt", sort: "updatedAt", width: 112 },
};

const usual: readonly ColumnId[] = [
  "name",
  "command",
  "status",
  "schedule",
  "recent",
  "lastRun",
  "nextRun",
];

/** What a person chose; null: as usual. */
export interface ColumnChoice {
  shown: readonly ColumnId[] | null;
  widths: Partial<Record<ColumnId, number>>;
}

export const usualChoice: ColumnChoice = { shown: null, widths: {} };
export const widthRange = { min: 64, max: 900 } as const;

/** Lists the columns to show, in their order. */
export function visibleColumns({ shown }: ColumnChoice): readonly ColumnId[] {
  return shown ?? usual;
}

/** Shows or hides a column; the name always stays. */
export function toggleColumn(choice: ColumnChoice, id: ColumnId): ColumnChoice {
  if (id === "name") return choice;
  const now = visibleColumns(choice);
  const visible = columnIds.filter((one) => now.includes(one) !== (one === id));
  return { ...choice, shown: visible };
}

/** Sets the width of a column within bounds; null gives it its own width back. */
export function resizeColumn(choice: ColumnChoice, id: ColumnId, width: number | null): ColumnChoice {
  const { [id]: _, ...others } = choice.widths;
  if (width === null) return { ...choice, widths: others };
  const { min, max } = widthRange;
  return { ...choice, widths: { ...others, [id]: Math.round(Math.min(Math.max(width, min), max)) } };
}

const minName = 140;
const minCommand = 140;
const ends = 44 + 112;
/** What the name takes of the table beside a command without a width of its own. */
export const nameShare = 0.2;

/** Gives the width of a column in pixels, null where it takes what is left. */
export function widthOf({ widths }: ColumnChoice, id: ColumnId): number | null {
  return widths[id] ?? columns[id].width;
}

/** Adds up the width below which a table of these columns scrolls sideways, in pixels. */
export function minWidth(choice: ColumnChoice, shown: readonly ColumnId[]): number {
  const fixed = shown.reduce((sum, id) => sum + (widthOf(choice, id) ?? 0), ends);
  const [name, command] = [isFlexible(choice, shown, "name"), isFlexible(choice, shown, "command")];
  if (name && command) return Math.ceil((fixed + minCommand) / (1 - nameShare));
  return fixed + (name ? minName : 0) + (command ? minCommand : 0);
}

/** Tells whether a column is shown and takes what room is left. */
export function isFlexible(choice: ColumnChoice, shown: readonly ColumnId[], id: ColumnId): boolean {
  return shown.includes(id) && widthOf(choice, id) === null;
}

/** Reads a choice that was kept; what makes no sense is left out. */
export function readChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== "object" || stored === null) return usualChoice;
  const { shown, widths } = stored as Record<string, unknown>; // an object, as just seen
  const saved = Array.isArray(shown) ? columnIds.filter((id) => id === "name" || shown.includes(id)) : null;
  const all = Object.entries(typeof widths === "object" && widths !== null ? widths : {});
  return all.reduce<ColumnChoice>(
    (choice, [id, width]) =>
      isColumn(id) && typeof width === "number" && width > 0 ? resizeColumn(choice, id, width) : choice,
    { shown: saved, widths: {} },
  );
}

function isColumn(id: string): id is ColumnId {
  return Object.hasOwn(columns, id);
}
