import type { RefObject } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";

/** Which rows of a list are drawn: all of a page, or those in sight of a list too long to be drawn. */
export interface RowWindow {
  /** All rows in their order; undefined where a row is not loaded yet. */
  tasks: readonly (Task | undefined)[];
  /** Places of the rows to draw. */
  drawn: readonly number[];
  /** Room of the rows that are not drawn, in pixels. */
  above: number;
  below: number;
  /** Brings a row into sight, drawn if it was not. */
  reveal(index: number): void;
  /** Gives all rows from one place through another, loaded if they were not. */
  load(from: number, through: number): Promise<readonly Task[]>;
  /** What scrolls. */
  frame?: RefObject<HTMLDivElement | null>;
  /** Takes a row's height, where heights differ. */
  measure?: ((row: Element | null) => void) | undefined;
}

/** Draws all of a page. */
export function wholePage(tasks: readonly Task[]): RowWindow {
  return {
    tasks,
    drawn: tasks.map((_, index) => index),
    above: 0,
    below: 0,
    reveal: () => {},
    load: (from, through) => Promise.resolve(tasks.slice(from, through + 1)),
  };
}
