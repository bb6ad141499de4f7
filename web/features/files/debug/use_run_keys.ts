import type { KeyboardEvent } from "react";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";

/** Runs by Ctrl/Cmd+Enter from anywhere but a dialog; what it gives hears the key before an editor, which would make a line of it. */
export function useRunKeys(run: () => void): (event: KeyboardEvent) => void {
  useShortcuts({ "mod+enter": () => document.querySelector('[role="dialog"]') === null && run() });
  return (event) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!inside || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
