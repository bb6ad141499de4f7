// The panel as files, with real panels and the command line.
import assert from "node:assert/strict";
import { join } from "node:path";
import { account, PanelProcess } from "../support/panel_process.ts";
import { runSundial } from "../support/run_program.ts";

void account;

async function withPanel(
  action: (
    panel: PanelProcess,
    sundial: (args: string[], language?: string) => ReturnType<typeof runSundial>,
    dataDir: string,
  ) => Promise<void>,
): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-code-" });
  try {
    await using panel = await PanelProcess.start({ dataDir, setUp: true });
    await panel.logIn();
    await action(
      panel,
      (args, language = "C") => runSundial(args, { SUNDIAL_DATA_DIR: dataDir, LANG: language }),
      dataDir,
    );
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}
