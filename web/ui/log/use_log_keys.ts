import { useEffect, useRef } from "react";

/** The actions of a log's keys; returning false for Escape leaves the key to surrounding elements. */
export interface LogKeys {
  search(): void;
  wrap(): void;
  times(): void;
  firstError(): void;
  fullScreen(): void;
  escape(): void;
}

/** Handles the keys of a log while it is mounted, wherever the focus is, except in a field or a menu. */
export function useLogKeys(keys: LogKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (!action || document.querySelector('[role="menu"], [role="alertdialog"]')) return;
      if (action !== "escape") event.preventDefault();
      current.current[action]();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

const plainKeys: Record<string, keyof LogKeys> = {
  "/": "search",
  w: "wrap",
  t: "times",
  e: "firstError",
  f: "fullScreen",
};

function actionOf(event: KeyboardEvent): keyof LogKeys | null {
  const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
  if (altKey || isComposing) return null;
  if (key === "Escape") return "escape";
  if (ctrlKey || metaKey) return key.toLowerCase() === "f" ? "search" : null;
  const typing = target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return typing ? null : plainKeys[key.toLowerCase()] ?? null;
}
