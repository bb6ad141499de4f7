import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { locationOf, stepOf } from "../../../ui/data/rows/row_keys.ts";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { isStoppable } from "../actions/is_stoppable.ts";

type Toggle = (subscription: Subscription, range: boolean) => void;

/** Lets the arrow keys move between rows and letters act on the row that has the focus. Tab reaches one row only. */
export function useRowKeys(subscriptions: readonly Subscription[], onToggle: Toggle) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const letters = useLetters(onToggle);
  const known = subscriptions.findIndex(({ id }) => id === lastId);
  const at = Math.max(0, known);
  const focusRow = (index: number) => {
    const wanted = Math.min(Math.max(index, 0), subscriptions.length - 1);
    body.current?.querySelector<HTMLElement>(`tr[data-place="${wanted}"]`)?.focus();
  };
  useShortcuts({ arrowdown: () => focusRow(at), j: () => focusRow(at) });
  const onFocus = (event: FocusEvent) => {
    const row = subscriptions[locationOf(event.target) ?? -1];
    if (row) setLastId(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = locationOf(event.target);
    const row = subscriptions[index ?? -1];
    if (index === null || !row) return;
    const step = stepOf(event.key, index, subscriptions.length);
    const onRow = event.target instanceof HTMLTableRowElement;
    if (step === undefined && !(onRow && letters(event, row))) return;
    event.preventDefault();
    if (step !== undefined) focusRow(step);
  };
  return { body, reachable: subscriptions[at]?.id ?? null, onFocus, onKeyDown };
}

function useLetters(onToggle: Toggle) {
  const { act: action, askDelete, links, preview } = useSubscriptionActions();
  return ({ key, shiftKey }: KeyboardEvent, row: Subscription): boolean => {
    const letters: Record<string, () => void> = {
      enter: () => links.edit(row.id),
      e: () => links.edit(row.id),
      r: () => void action("run", [row]),
      s: () => isStoppable(row) && void action("stop", [row]),
      l: () => links.log(row.id),
      p: () => void preview(row),
      a: () => row.waiting && links.waiting(row.id),
      x: () => onToggle(row, shiftKey),
      " ": () => onToggle(row, shiftKey),
      delete: () => askDelete([row]),
      backspace: () => askDelete([row]),
    };
    const letter = letters[key.toLowerCase()];
    letter?.();
    return letter !== undefined;
  };
}
