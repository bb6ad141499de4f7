/** Reads what this browser keeps under a name; undefined when there is nothing, or nothing readable. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "");
  } catch {
    return undefined; // nothing there, or storage is switched off in this browser
  }
}

/** Keeps a value under a name in this browser; undefined takes it away. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage is switched off in this browser: it holds until the page is left
  }
}
