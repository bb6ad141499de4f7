import { useCallback, useState } from "react";

const storageKey = "navigation";

/** Keeps in this browser whether the navigation is collapsed; narrow windows start collapsed. */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(readCollapsed);
  const toggle = useCallback(() =>
    setCollapsed((before) => {
      keepCollapsed(!before);
      return !before;
    }), []);
  return [collapsed, toggle];
}

function readCollapsed(): boolean {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored ? stored === "collapsed" : innerWidth < 1024;
  } catch {
    return innerWidth < 1024; // storage is switched off in this browser
  }
}

function keepCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(storageKey, collapsed ? "collapsed" : "open");
  } catch {
    // storage is switched off in this browser
  }
}
