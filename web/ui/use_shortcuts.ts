import { useEffect, useRef } from "react";

export type Shortcuts = Record<string, () => void>;

const sequenceMs = 1000;

/** Runs an action by its keys: `mod+k` anywhere; `?`, `c` or the sequence `g t` only outside of inputs and dialogs. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = keyOf(event);
      const before = first && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : "";
      first = { key, at: event.timeStamp };
      const action = current.current[before] ?? current.current[key];
      if (!action || (!key.startsWith("mod+") && isBusy(event.target))) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
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
