import { removeDataDir } from "./remove_data_dir.ts";

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

/** Creates a folder that is removed at the end of its scope. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await Deno.makeTempDir({ prefix: "sundial-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Runs a test in a folder that is removed at its end. */
export async function inFolder(action: (folder: string) => Promise<void> | void): Promise<void> {
  await using folder = await temporaryFolder();
  await action(folder.path);
}

/** Creates a folder for a panel. It is removed after the runs that the panel has left have ended. */
export async function panelFolder(): Promise<TemporaryFolder> {
  const path = await Deno.makeTempDir({ prefix: "sundial-panel-" });
  return { path, [Symbol.asyncDispose]: () => removeDataDir(path) };
}
