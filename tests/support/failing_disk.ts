// A disk of its own with a file system in which an error can be caused, where the machine permits it.
import assert from "node:assert/strict";
import { basename, join } from "node:path";

async function run(program: string, ...args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  } catch {
    return null;
  }
}

export class FailingDisk implements AsyncDisposable {
  readonly #folder: string;
  readonly root: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = join(folder, "disk");
  }

  get #image(): string {
    return join(this.#folder, "image");
  }

  /** Mounts one; null when that is not permitted. */
  static async mount(): Promise<FailingDisk | null> {
    const disk = new FailingDisk(await Deno.makeTempDir({ prefix: "sundial-disk-" }));
    await Deno.mkdir(disk.root);
    await Deno.writeFile(disk.#image, new Uint8Array());
    await Deno.truncate(disk.#image, 96 * 1024 * 1024);
    const isMounted = await run("mkfs.ext4", "-q", "-F", disk.#image) !== null && await disk.#mount();
    if (isMounted && await disk.#trigger() !== null) return disk;
    if (isMounted) await run("umount", disk.root);
    await Deno.remove(disk.#folder, { recursive: true });
    return null;
  }

  async #mount(): Promise<boolean> {
    return await run("mount", "-o", "loop,errors=remount-ro", this.#image, this.root) !== null;
  }

  /** Path that causes an error when it is written to; null when the kernel has none. */
  async #trigger(): Promise<string | null> {
    const device = await run("findmnt", "-no", "SOURCE", this.root) ?? "";
    const path = `/sys/fs/ext4/${basename(device)}/trigger_fs_error`;
    return await Deno.stat(path).then(() => path, () => null);
  }

  /** Causes an error: the kernel makes the file system read-only, whatever is open. */
  async fail(): Promise<void> {
    await Deno.writeTextFile((await this.#trigger())!, "1");
    await assert.rejects(Deno.writeTextFile(join(this.root, "more"), ""), { code: "EROFS" });
  }

  /** Checks it and mounts it again. Nothing may have it open. */
  async repair(): Promise<void> {
    assert.notEqual(await run("umount", this.root), null, "the disk is still in use");
    await run("fsck.ext4", "-y", this.#image);
    assert.ok(await this.#mount());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.notEqual(await run("umount", this.root), null, "the disk is still in use");
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Returns whether such disks can be mounted; prints a message when they cannot. */
export async function mountsFailingDisks(what: string): Promise<boolean> {
  const trial = await FailingDisk.mount();
  await trial?.[Symbol.asyncDispose]();
  // deno-lint-ignore no-console -- reports what was skipped
  if (!trial) console.log(`${what}: skipped, because this machine does not permit mounting such a disk`);
  return trial !== null;
}
