// A process that restores and kills itself (SIGKILL) before a given step on disk: `restore_crash.ts <data
// folder> <archive, or - to resume> <step>`. Prints `steps N` when it completes.
import process from "node:process";
import { finishRestore } from "../../server/features/backups/apply_restore.ts";
import { stageRestore } from "../../server/features/backups/stage_restore.ts";
import { type Disk, realDisk } from "../../server/platform/disk.ts";

const [root = "", archive = "", fatal = "0"] = Deno.args;
const now = 1_767_225_600_000;
let steps = 0;

function step(): boolean {
  return ++steps === Number(fatal);
}

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

// A crash while writing leaves half a file.
async function* half(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of content) {
    yield chunk.subarray(0, Math.ceil(chunk.length / 2));
    await die();
  }
}

const disk: Disk = {
  makeFolder: async (path, mode) => step() ? await die() : await realDisk.makeFolder(path, mode),
  writeNew: async (path, content, mode) =>
    await realDisk.writeNew(path, step() ? half(content) : content, mode),
  replaceText: async (path, text) => step() ? await die() : await realDisk.replaceText(path, text),
  rename: async (from, to) => step() ? await die() : await realDisk.rename(from, to),
  link: async (from, to) => step() ? await die() : await realDisk.link(from, to),
  remove: async (path) => step() ? await die() : await realDisk.remove(path),
  syncFolder: async (path) => step() ? await die() : await realDisk.syncFolder(path),
  syncAll: async (path) => step() ? await die() : await realDisk.syncAll(path),
};

// A trial is another process; the test only needs a crash during it.
const trial = async () => step() ? await die() : undefined;

if (archive !== "-") await stageRestore({ root, archive, disk, now, trial });
await finishRestore({ root, disk, now });
await Deno.stdout.write(new TextEncoder().encode(`steps ${steps}\n`));
