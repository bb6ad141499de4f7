// The setup code in the fragment of the console link. It is removed from the URL at once, and survives the reload after a language
// change.
import { basePath } from "../../paths.ts";

const storageName = `sundial:setup-code:${basePath}`;

/** Removes the code from the URL and returns it; empty when the page was not opened by the link. */
export function takeSetupCode(): string {
  const code = codeInFragment(location.hash);
  if (code === "") return readStored();
  writeStored(code);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  return code;
}

export function forgetSetupCode(): void {
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // storage is disabled: nothing was stored
  }
}

/** Reads the code from a fragment such as `#code=K7WM-2PQX`. */
export function codeInFragment(fragment: string): string {
  return /^#code=([0-9A-Za-z-]{1,40})$/.exec(fragment)?.[1] ?? "";
}

function readStored(): string {
  try {
    return sessionStorage.getItem(storageName) ?? "";
  } catch {
    return ""; // storage is disabled
  }
}

function writeStored(code: string): void {
  try {
    sessionStorage.setItem(storageName, code);
  } catch {
    // storage is disabled: the code lasts until the page is left
  }
}
