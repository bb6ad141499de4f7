import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../use_shortcuts.ts";
import type { DataTableProps, Identified, Reorder } from "./data_table_props.ts";

interface RowKeysOptions<T extends Identified> {
  rows: readonly (T | undefined)[];
  /** Indexes of the rows in the document. */
  drawn: readonly number[];
  reveal(index: number): void;
  selection: DataTableProps<T>["selection"];
  onKey: DataTableProps<T>["onKey"];
  reorder: Reorder | undefined;
  enabled: boolean;
}

/**
 * Handles the keys of rows: the arrow keys, J, K, Page Up, Page Down, Home and End move the focus, Alt and an
 * arrow key moves a row, Space and X select, and others are passed on. The list is one Tab stop.
 */
export function useRowKeys<T extends Identified>(options: RowKeysOptions<T>) {
  const { rows, drawn, reveal, selection, onKey, reorder, enabled } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const focusRow = useRowFocus(body);
  const tabStop = !enabled
    ? null
    : drawn.some((index) => rows[index] && rows[index].id === lastId)
    ? lastId
    : drawn.map((index) => rows[index]).find((row) => row)?.id ?? null;
  const go = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1);
    reveal(to);
    focusRow(`tr[data-index="${to}"]`);
  };
  const enter = () => go(Math.max(0, rows.findIndex((row) => row && row.id === tabStop)));
  useShortcuts(enabled ? { arrowdown: enter, j: enter } : {});
  const onFocus = (event: FocusEvent) => {
    const row = rows[rowIndex(event.target) ?? -1];
    if (row) setLastId(row.id);
  };
  const move = (row: T, to: number, onRow: boolean) => {
    reorder?.onMove(row.id, to);
    if (onRow) focusRow(`tr[data-row="${row.id}"]`);
  };
  const select = (event: KeyboardEvent, row: T): boolean => {
    if (!selection || (event.key !== " " && event.key.toLowerCase() !== "x")) return false;
    selection.onToggle(row, event.shiftKey);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rowIndex(event.target);
    if (
      !enabled || index === null || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey
    ) return;
    const row = rows[index];
    const step = stepOf(event.key, index, rows.length);
    const onRow = event.target instanceof HTMLTableRowElement;
    const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
    if (handle?.ariaPressed === "true") return; // being dragged by keyboard
    if (event.altKey || handle) {
      if (!reorder?.enabled || !row || step === undefined || !event.key.startsWith("Arrow")) return;
      move(row, step, onRow);
    } else if (step !== undefined) go(step);
    else if (!onRow || !row || !(select(event, row) || onKey?.(event, row))) return;
    event.preventDefault();
  };
  return { body, tabStop, onFocus, onKeyDown };
}

/** Returns the index of the row that contains an element; null outside a row. */
export function rowIndex(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-index]") : null;
  return row ? Number(row.dataset.index) : null;
}

/**
 * Returns a function that focuses a row by its selector, as soon as it is loaded and rendered at its
 * position.
 */
function useRowFocus(body: { current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null);
  const focus = () => {
    const row = wanted.current === null ? null : body.current?.querySelector<HTMLElement>(wanted.current);
    if (!row) return;
    if (row.dataset.row) wanted.current = null;
    if (row !== document.activeElement) row.focus();
  };
  useEffect(() => {
    const active = document.activeElement;
    // The user may have moved the focus elsewhere meanwhile.
    if (active && active !== document.body && !body.current?.contains(active)) wanted.current = null;
    focus();
  });
  return (selector: string) => {
    wanted.current = selector;
    focus();
  };
}

const pageStep = 10;

/** Returns the row index a key moves to; undefined for other keys. The index may be out of range. */
function stepOf(key: string, index: number, count: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: index + 1,
    j: index + 1,
    ArrowUp: index - 1,
    k: index - 1,
    PageDown: index + pageStep,
    PageUp: index - pageStep,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}
