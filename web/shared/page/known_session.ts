import { readStored, writeStored } from "../../ui/stored.ts";
import { basePath } from "../../paths.ts";

// Panels on other ports of a host get each other's cookies, but have storage of their own.
const key = `sundial.loggedIn:${basePath}`;

/** Notes that this browser has been logged in to this panel. */
export function noteSession(): void {
  writeStored(key, true);
}

/** Returns whether this browser has ever been logged in to this panel, so that a session of it can have expired. */
export function hadSession(): boolean {
  return readStored(key) === true;
}
