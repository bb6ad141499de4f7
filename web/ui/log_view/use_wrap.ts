import { useState } from "react";

const key = "log.wrap";

/** Whether long lines are wrapped: kept in this browser. On a phone they are unless told otherwise. */
export function useWrap(): [boolean, (wrap: boolean) => void] {
  const [wrap, setWrap] = useState(readWrap);
  const change = (next: boolean) => {
    setWrap(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // storage is switched off in this browser: the choice holds until the page is left
    }
  };
  return [wrap, change];
}

function readWrap(): boolean {
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null) return kept === "true";
  } catch {
    // storage is switched off in this browser
  }
  return matchMedia("(max-width: 639.98px)").matches;
}
