// A task in JavaScript or TypeScript runs without Node or Deno on the machine, because the panel's own program can be
// started again to run just that script.

import { join } from "node:path";

/** Gives the words that start this program again to run one script; the script's path and its arguments follow them. */
export function scriptHost(): string[] {
  if (Deno.build.standalone) return [Deno.execPath(), "__run"];
  return [Deno.execPath(), "run", "-A", "--no-config", "--no-lock", "--quiet", mainModule(), "__run"];
}

function mainModule(): string {
  const inSource = import.meta.filename!.endsWith(".ts");
  return inSource ? join(import.meta.dirname!, "..", "..", "main.ts") : join(import.meta.dirname!, "main.js");
}
