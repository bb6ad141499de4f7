import type { ImportedLine } from "../../../../server/contract/crontab_import.ts";
import type { TaskInput } from "../../../../server/contract/tasks.ts";

export type TakeableLine = ImportedLine & { task: TaskInput };

/** The selected lines, and changed names by line. */
export interface Choice {
  lines: ReadonlySet<number>;
  names: ReadonlyMap<number, string>;
}

export function isTakeable(line: ImportedLine): line is TakeableLine {
  return line.task !== null;
}

/** Returns the default selection: no disabled rules, and none that already exist. */
export function usualChoice(lines: readonly ImportedLine[]): Choice {
  const usual = lines.filter(({ task, remarks }) =>
    task && !remarks.includes("disabled_line") && !remarks.includes("exists_already")
  );
  return { lines: new Set(usual.map(({ line }) => line)), names: new Map() };
}

export function toggleLine(choice: Choice, line: number): Choice {
  const lines = new Set(choice.lines);
  if (!lines.delete(line)) lines.add(line);
  return { ...choice, lines };
}

/** Renames a line; an empty name restores its own. */
export function nameLine(choice: Choice, line: number, name: string): Choice {
  return { ...choice, names: new Map(choice.names).set(line, name) };
}

/** Converts the selection to the input of the API. */
export function chosenLines({ lines, names }: Choice): { line: number; name?: string }[] {
  return [...lines].map((line) => {
    const name = names.get(line)?.trim();
    return name ? { line, name } : { line };
  });
}
