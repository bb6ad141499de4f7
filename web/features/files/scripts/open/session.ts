/** Reads what this tab of the browser keeps under a name; undefined when there is nothing, or nothing readable. */
export function readSession(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "");
  } catch {
    return undefined; // nothing there, or storage is switched off in this browser
  }
}

/** Keeps a value under a name in this tab of the browser. */
export function writeSession(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage is switched off in this browser: it holds until the page is left
  }
}
