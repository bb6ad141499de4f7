import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Chromium without what surrounds pages: a story takes a quarter less CPU time in it. */
const shells = ["chromium-headless-shell"];

/**
 * Finds the browser for e2e tests: `SUNDIAL_CHROMIUM`, else one on the PATH. Returns null when there is none. Only a whole
 * browser has notifications and installed apps, and draws text as users see it.
 */
export function findChromium({ isWhole }: { isWhole: boolean }): string | null {
  const chosen = Deno.env.get("SUNDIAL_CHROMIUM");
  if (chosen !== undefined) return isProgram(chosen) ? chosen : null;
  return findProgram(isWhole ? names : [...shells, ...names]);
}

/** Finds the first of the programs that is on the PATH. */
export function findProgram(programs: string[]): string | null {
  const folders = `${Deno.env.get("PATH") ?? ""}${delimiter}/usr/bin`.split(delimiter);
  const candidates = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
