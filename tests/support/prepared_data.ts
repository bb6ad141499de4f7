// The data folder of a panel that has an account. Its first start takes a second of CPU time: migrations, and the hash of a
// password. It is made once for all tests.
import { join } from "node:path";
import { modifiedAt } from "../../tools/newest.ts";

const root = join(import.meta.dirname!, "..", "..");
const folder = join(root, "dist", "test_data");
/** Belongs to one panel, or is created at each start. */
const excluded = ["installation", "panel.lock", "reserve", "access", "ql"];

/** Copies it into a folder that is missing or empty. Returns false, with nothing changed, when there are files. `make` fills a folder. */
export async function copyPreparedData(
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
): Promise<boolean> {
  if (!await isEmpty(dataDir)) return false;
  if (!isFresh()) await prepare(make);
  await copyInto(folder, dataDir);
  return true;
}

function isFresh(): boolean {
  const builtAt = modifiedAt(join(root, "dist", "panel", "deno.json"));
  const preparedAt = modifiedAt(join(folder, "sundial.sqlite"));
  return builtAt !== null && preparedAt !== null && preparedAt >= builtAt;
}

async function prepare(make: (dataDir: string) => Promise<void>): Promise<void> {
  const made = await Deno.makeTempDir({ dir: join(root, "dist"), prefix: "test_data-" });
  await make(made);
  for (const name of excluded) await Deno.remove(join(made, name), { recursive: true }).catch(ignoreMissing);
  // Another process may have made it at the same time.
  await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  await Deno.rename(made, folder).catch(async () => await Deno.remove(made, { recursive: true }));
}

async function isEmpty(path: string): Promise<boolean> {
  try {
    for await (const _ of Deno.readDir(path)) return false;
  } catch (error) {
    ignoreMissing(error);
  }
  return true;
}

async function copyInto(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true, mode: 0o700 });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyInto(join(from, name), join(to, name));
    else await copySynced(join(from, name), join(to, name));
  }
}

// On the disk, as a panel leaves it: some tests take the disk away.
async function copySynced(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  using file = await Deno.open(to);
  await file.sync();
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
