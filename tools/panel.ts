// Builds the panel as it is shipped when its sources are newer. The bundle uses a quarter less memory than the hundreds of
// source files and is ready in half the time. It is started without a code cache, because creating one costs 50 MB. It has
// its own folder, so that building an executable does not affect a running panel.

import { join } from "node:path";
import { modifiedAt, newest } from "./newest.ts";
import { ensurePage } from "./page.ts";
import { makeStage } from "./stage.ts";

const sources = ["main.ts", "server", "static", "tools", "deno.json", "deno.lock"];
const built = "dist/panel";

export const panelProgram: string = join(import.meta.dirname!, "..", built, "server", "bundle", "main.js");

/** Builds page and server unless they are newer than all their sources. */
export async function ensurePanel(): Promise<void> {
  const root = join(import.meta.dirname!, "..");
  await ensurePage();
  if (!isPanelFresh(root)) await makeStage({ releaseKey: null, folder: join(root, built) });
}

/** Returns whether the panel of a project was built completely after its last change. */
export function isPanelFresh(root: string): boolean {
  const builtAt = modifiedAt(join(root, built, "deno.json"));
  return builtAt !== null && builtAt >= newest(sources.map((path) => join(root, path)));
}

if (import.meta.main) await ensurePanel();
