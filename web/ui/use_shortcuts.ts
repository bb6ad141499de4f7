import { useEffect, useRef } from "react";

export type Shortcuts = Record<string, () => void>;

const sequenceMs = 1500;
const modifierKeys = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];

/** Runs an action by its keys: `mod+k` anywhere; `?`, `c` or the sequence `g t` only outside of inputs and dialogs. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const isFirst = (key: string) => Object.keys(current.current).some((keys) => keys.startsWith(`${key} `));
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = keyOf(event);
      if (!key.startsWith("mod+") && isBusy(event.target)) return;
      const action = current.current[key];
      if (!action && isFirst(key)) first = { key, at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      action();
    };
    // Before all else: R acts on the current row of a list, but not after G, even when no sequence has these keys.
    const onSecondKey = (event: KeyboardEvent) => {
      if (first === null || modifierKeys.includes(event.key)) return;
      const before = first;
      first = null;
      const key = keyOf(event);
      const isLate = event.timeStamp - before.at > sequenceMs;
      if (isLate || event.isComposing || key.length !== 1 || isBusy(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === before.key) first = { key, at: event.timeStamp };
      else current.current[`${before.key} ${key}`]?.();
    };
    addEventListener("keydown", onSecondKey, { capture: true });
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onSecondKey, { capture: true });
      removeEventListener("keydown", onKey);
    };
  }, []);
}

function keyOf(event: KeyboardEvent): string {
  if (event.altKey) return "";
  const key = event.key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

function isBusy(target: EventTarget | null): boolean {
  const typing = target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return typing || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
