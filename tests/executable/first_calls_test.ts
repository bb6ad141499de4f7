import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { shippedProgram } from "../support/shipped_program.ts";
import { ensurePanel, panelProgram } from "../../tools/panel.ts";
import { callEverything } from "./first_calls.ts";
import { Installation } from "./installation.ts";

Deno.test("bundle: each feature works at its first call", async (t) => {
  await ensurePanel();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sundial-bundle-")));
  try {
    const installation = await Installation.create({ program: shippedProgram, folder });
    await callEverything(t, installation, dirname(panelProgram));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
