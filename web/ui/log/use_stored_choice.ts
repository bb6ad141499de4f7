import { useState } from "react";

/** A choice that is on or off, kept in this browser under a name; `usual` holds until one chooses. */
export function useStoredChoice(name: string, usual: () => boolean): [boolean, (chosen: boolean) => void] {
  const [chosen, setChosen] = useState(() => readChoice(name) ?? usual());
  const change = (next: boolean) => {
    setChosen(next);
    try {
      localStorage.setItem(name, String(next));
    } catch {
      // storage is switched off in this browser: the choice holds until the page is left
    }
  };
  return [chosen, change];
}

function readChoice(name: string): boolean | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : stored === "true";
  } catch {
    return null; // storage is switched off in this browser
  }
}
