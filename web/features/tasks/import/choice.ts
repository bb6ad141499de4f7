import type { ImportedLine } from "../../../../server/contract/crontab_import.ts";
import type { TaskInput } from "../../../../server/contract/tasks.ts";

/** A line that can become a task. */
export type TakeableLine = ImportedLine & { task: TaskInput };

/** Which lines are to be taken, and names given to them by line. */
export interface Choice {
  lines: ReadonlySet<number>;
  names: ReadonlyMap<number, string>;
}

/** Tells whether a line can become a task. */
export function isTakeable(line: ImportedLine): line is TakeableLine {
  return line.task !== null;
}

/** Chooses what one usually wants: no rule that was out of use, and none that is there already. */
export function usualChoice(lines: readonly ImportedLine[]): Choice {
  const usual = lines.filter(({ task, remarks: warnings }) =>
    task && !warnings.includes("disabled_line") && !warnings.includes("exists_already")
  );
  return { lines: new Set(usual.map(({ line }) => line)), names: new Map() };
}

/** Takes a line or leaves it out. */
export function toggleLine(choice: Choice, line: number): Choice {
  const lines = new Set(choice.lines);
  if (!lines.delete(line)) lines.add(line);
  return { ...choice, lines };
}

/** Gives a line another name; an empty one stands for its own. */
export function nameLine(choice: Choice, line: number, name: string): Choice {
  return { ...choice, names: new Map(choice.names).set(line, name) };
}

/** Writes the choice as the API reads it. */
export function chosenLines({ lines, names }: Choice): { line: number; name?: string }[] {
  return [...lines].map((line) => {
    const name = names.get(line)?.trim();
    return name ? { line, name } : { line };
  });
}
