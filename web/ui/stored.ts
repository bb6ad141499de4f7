/** Reads a value from the browser's storage; returns undefined when it is missing or unreadable. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "");
  } catch {
    return undefined; // missing, or storage is disabled in this browser
  }
}

/** Writes a value to the browser's storage; undefined deletes it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage is disabled in this browser: the value lasts until the page is closed
  }
}
