import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { stepOf } from "../../../ui/data/rows/row_keys.ts";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import type { RowsProps } from "./rows_props.ts";

interface RowKeysParts extends Pick<RowsProps, "variables" | "choosing" | "onMove"> {
  drawn: readonly number[];
  reveal(index: number): void;
}

/** Lets the arrow keys go from row to row, with Alt take the row along, and letters act on it. Tab reaches one row only. */
export function useRowKeys({ variables, choosing, onMove, drawn, reveal }: RowKeysParts) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const letters = useLetters(choosing);
  const reachable = drawn.some((index) => variables[index]?.id === lastId)
    ? lastId
    : variables[drawn[0] ?? 0]?.id ?? null;
  const focusWanted = () => {
    const row = body.current?.querySelector<HTMLElement>(`tr[data-order="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  };
  useEffect(() => {
    // A row that was not drawn before, or that has just been moved.
    if (wanted.current !== null) focusWanted();
  });
  const go = (index: number) => {
    const to = Math.min(Math.max(index, 0), variables.length - 1);
    wanted.current = variables[to]?.id ?? null;
    reveal(to);
    focusWanted();
  };
  const enter = () => go(Math.max(0, locationOf(variables, reachable)));
  useShortcuts({ arrowdown: enter, j: enter });
  const onFocus = (event: FocusEvent) => setLastId(rowId(event.target));
  const onKeyDown = (event: KeyboardEvent) => {
    const index = locationOf(variables, rowId(event.target));
    const variable = variables[index];
    if (!variable || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key, index, variables.length);
    const onRow = event.target instanceof HTMLTableRowElement;
    const onHandle = event.target instanceof Element && event.target.closest("[data-handle]") !== null;
    const moves = step !== undefined && (event.altKey || onHandle) && /^Arrow/.test(event.key);
    if (moves) {
      if (onRow) wanted.current = variable.id;
      onMove?.(variable, step);
    } else if (event.altKey || onHandle) return;
    else if (step !== undefined) go(step);
    else if (!onRow || !letters(event, variable)) return;
    event.preventDefault();
  };
  return { body, reachable, onFocus, onKeyDown };
}

function locationOf(variables: readonly Variable[], id: number | null): number {
  return variables.findIndex((one) => one.id === id);
}

/** The variable of the row that an element lies in. */
export function rowId(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-order]") : null;
  return row ? Number(row.dataset.order) : null;
}

function useLetters({ toggle }: RowsProps["choosing"]) {
  const { edit, askDelete } = useVariableActions();
  return ({ key, shiftKey }: KeyboardEvent, variable: Variable): boolean => {
    const letters: Record<string, () => void> = {
      enter: () => edit(variable.id),
      e: () => edit(variable.id),
      x: () => toggle(variable.id, shiftKey),
      " ": () => toggle(variable.id, shiftKey),
      delete: () => askDelete([variable]),
      backspace: () => askDelete([variable]),
    };
    const letter = letters[key.toLowerCase()];
    letter?.();
    return letter !== undefined;
  };
}
