import { useEffect, useRef } from "react";

/** Saves on Ctrl/Cmd+S wherever the focus is while `active`, except behind a dialog; the editor handles the key itself. */
export function useSaveKey(active: boolean, save: () => void): void {
  const current = useRef(save);
  current.current = save;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
      if (!isSave || event.defaultPrevented) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) current.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [active]);
}
