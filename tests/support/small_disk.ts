// A small disk of its own, where mounting is permitted.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIZE = "24m";

async function run(program: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

export interface SmallDiskOptions {
  /** Maximum number of files and folders; the file system's default if omitted. */
  inodes?: number;
}

export class SmallDisk implements AsyncDisposable {
  constructor(readonly root: string) {}

  /** Mounts it over a folder, a temporary one by default; null when mounting is not permitted. */
  static async mount(folder?: string, { inodes }: SmallDiskOptions = {}): Promise<SmallDisk | null> {
    const root = folder ?? await Deno.makeTempDir({ prefix: "sundial-disk-" });
    const options = inodes === undefined ? `size=${SIZE}` : `size=${SIZE},nr_inodes=${inodes}`;
    if (await run("mount", "-t", "tmpfs", "-o", options, "tmpfs", root)) return new SmallDisk(root);
    await Deno.remove(root);
    return null;
  }

  get #reservedSpace(): string {
    return join(this.root, "reservedSpace");
  }

  /** Uses up the free space. */
  async fill(): Promise<void> {
    await run("dd", "if=/dev/zero", `of=${this.#reservedSpace}`, "bs=4096", "oflag=append", "conv=notrunc");
    assert.ok(!await run("dd", "if=/dev/zero", `of=${join(this.root, "one more")}`, "bs=4096", "count=1"));
    await Deno.remove(join(this.root, "one more"));
  }

  async makeRoom(): Promise<void> {
    await Deno.remove(this.#reservedSpace);
  }

  get #names(): string {
    return join(this.root, "names");
  }

  /** The number of further files and folders that fit. */
  get freeInodes(): number {
    return statfsSync(this.root).ffree;
  }

  /** Uses up the free inodes, with empty files. */
  fillInodes(): void {
    mkdirSync(this.#names, { recursive: true });
    while (this.freeInodes > 0) writeFileSync(join(this.#names, crypto.randomUUID()), "");
  }

  /** Releases the inodes used by `fillInodes`. */
  releaseInodes(): void {
    rmSync(this.#names, { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Another program that is just being started holds the open files of this process for a moment.
    let isUnmounted = false;
    for (let attempt = 0; attempt < 20 && !isUnmounted; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      isUnmounted = await run("umount", this.root);
    }
    assert.ok(isUnmounted, "the small disk is still in use");
    await Deno.remove(this.root).catch(() => {});
  }
}

/** Returns whether small disks can be mounted; prints a message when they cannot. */
export async function mountsDisks(what: string): Promise<boolean> {
  const trial = await SmallDisk.mount();
  await trial?.[Symbol.asyncDispose]();
  // deno-lint-ignore no-console -- reports what was skipped
  if (!trial) console.log(`${what}: skipped, because this machine does not permit mounting a small disk`);
  return trial !== null;
}
