// The set-up code that the link on the console carries in its fragment. It leaves the address at once and outlives the reload that a
// change of the language takes.
import { basePath } from "../../paths.ts";

const storageName = `sundial:setup-code:${basePath}`;

/** Takes the code out of the address; empty where the page was not opened by the link. */
export function takeSetupCode(): string {
  const code = codeInFragment(location.hash);
  if (code === "") return readStored();
  writeStored(code);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  return code;
}

/** Forgets the code: the panel is set up. */
export function forgetSetupCode(): void {
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // storage is switched off in this browser: nothing was stored
  }
}

/** Reads the code out of a fragment such as `#code=K7WM-2PQX`. */
export function codeInFragment(fragment: string): string {
  return /^#code=([0-9A-Za-z-]{1,40})$/.exec(fragment)?.[1] ?? "";
}

function readStored(): string {
  try {
    return sessionStorage.getItem(storageName) ?? "";
  } catch {
    return ""; // storage is switched off in this browser
  }
}

function writeStored(code: string): void {
  try {
    sessionStorage.setItem(storageName, code);
  } catch {
    // storage is switched off in this browser: it holds until the page is left
  }
}
