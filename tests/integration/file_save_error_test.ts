// The disk fails one call during a save: each call in turn, with each error. The file is then the old or the
// new one, complete; the panel keeps running, and the next save succeeds.
import assert from "node:assert/strict";
import { join } from "node:path";
import { errors, FailingCalls, type Failure, hasCompiler } from "../support/failing_calls.ts";
import { PanelProcess } from "../support/panel_process.ts";

const ignore = !await hasCompiler("saving while calls fail");
/** Larger than one write call, and than a page of the database. */
const SIZE = 300_000;

interface Version {
  id: number;
  current: boolean;
}

/** A panel whose system calls can be made to fail. */
class FaultyDisk implements AsyncDisposable {
  readonly #root: string;
  #turn = 0;

  private constructor(
    root: string,
    readonly data: string,
    readonly calls: FailingCalls,
    readonly panel: PanelProcess,
  ) {
    this.#root = root;
  }

  static async open(): Promise<FaultyDisk> {
    const root = await Deno.makeTempDir({ prefix: "sundial-errors-" });
    const data = join(root, "data");
    await Deno.mkdir(data);
    const calls = await FailingCalls.build(root, data);
    assert.ok(calls, "the shim was not built");
    const panel = await PanelProcess.start({ dataDir: data, setUp: true, environment: calls.environment });
    await panel.logIn();
    return new FaultyDisk(root, data, calls, panel);
  }

  /** Returns a text that was not saved before. */
  next(): string {
    return `${++this.#turn}:${String(this.#turn % 10).repeat(SIZE)}:${this.#turn}\n`;
  }

  async save(path: string, content: string, isNew = false): Promise<{ status: number; code: string }> {
    const headers: Record<string, string> = isNew ? { "if-none-match": "*" } : { "if-match": "*" };
    const response = await this.panel.fetch(`/api/files/scripts/content?path=${path}`, {
      method: "PUT",
      headers,
      json: { content },
    });
    const result = await response.json();
    return { status: response.status, code: result.code ?? "" };
  }

  /** Returns the file on disk; null when there is none. */
  async read(path: string): Promise<string | null> {
    return await Deno.readTextFile(join(this.data, "scripts", path)).catch(() => null);
  }

  async versions(path: string): Promise<{ current: boolean; content: string }[]> {
    const { items } = await this.panel.json<{ items: Version[] }>(`/api/files/scripts/versions?path=${path}`);
    return await Promise.all(
      items.slice(0, 3).map(async ({ id, current }) => {
        const { content } = await this.panel.json<{ content: string }>(`/api/files/scripts/versions/${id}`);
        return { current, content };
      }),
    );
  }

  /** Lists unknown names in a folder. */
  litter(): string[] {
    return [...Deno.readDirSync(join(this.data, "scripts"))].map(({ name }) => name).filter((name) =>
      name.startsWith(".sundial-")
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await Deno.remove(this.#root, { recursive: true });
  }
}

interface Trial {
  disk: FaultyDisk;
  error: Failure;
  nth: number;
}

/** Saves while call `nth` fails. Returns the failed call; null when the save needs fewer calls. */
async function trySave({ disk, error, nth }: Trial, path: string): Promise<string | null> {
  const before = await disk.read(path);
  const wanted = disk.next();
  disk.calls.arm(nth, error);
  const { status, code } = await disk.save(path, wanted, before === null);
  const { failed } = disk.calls.disarm();
  const how = `${path}, ${error} at call ${nth} (${failed}): ${status} ${code}`;
  const after = await disk.read(path);
  assert.ok(after === before || after === wanted, `${how}: half a file`);
  if (status < 300) assert.equal(after, wanted, `${how}: acknowledged but missing`);
  else if (error === "ENOSPC" && code === "storage_full") assert.equal(status, 507, how);
  else {
    assert.deepEqual([status, code], [503, "storage_failing"], how);
    // SQLite distinguishes a full from a broken disk on write, not on fsync.
    assert.ok(error === "EIO" || failed === "fsync", how);
  }
  if (failed === null || error === "short write") {
    assert.ok(status < 300, `${how}: rejected without an error`);
  }
  const versions = await disk.versions(path);
  if (after !== null) assert.equal(versions[0]?.content, after, `${how}: the history disagrees`);
  for (const { content } of versions) {
    assert.match(content, new RegExp(`^(\\d+):(\\d)\\2{${SIZE - 1}}:\\1\\n$`), `${how}: half a version`);
  }
  const again = disk.next();
  const { status: retried } = await disk.save(path, again, after === null);
  assert.equal(retried, after === null ? 201 : 200, `${how}: the next save failed too`);
  assert.equal(await disk.read(path), again, how);
  const [newest] = await disk.versions(path);
  assert.deepEqual([newest?.current, newest?.content], [true, again], how);
  return failed;
}

async function tryEach(disk: FaultyDisk, error: Failure, nameOf: (nth: number) => string): Promise<string[]> {
  const failed: string[] = [];
  for (let nth = 1;; nth++) {
    const what = await trySave({ disk, error, nth }, nameOf(nth));
    if (what === null) return failed;
    failed.push(what);
  }
}

for (const error of Object.keys(errors) as Failure[]) { // as: the keys of a constant
  Deno.test(
    `save errors: ${error} at any call of a save leaves the complete old or new file and a running panel`,
    { ignore },
    async () => {
      await using disk = await FaultyDisk.open();
      assert.equal((await disk.save("old.js", disk.next(), true)).status, 201);
      const over = await tryEach(disk, error, () => "old.js");
      const fresh = await tryEach(disk, error, (nth) => `new-${nth}.js`);
      // Fewer would mean that the shim does not intercept them.
      const kinds = new Set([...over, ...fresh]);
      const expected = error === "short write"
        ? ["write", "pwrite64"]
        : ["open64", "write", "fsync", "rename", "pwrite64", "linkat"];
      for (const kind of expected) assert.ok(kinds.has(kind), `${kind} was not tried`);
      // Files that could not be removed are cleaned up at the next start.
      const stuck = [...over, ...fresh].filter((kind) => kind === "unlink").length;
      assert.ok(disk.litter().length <= stuck, `${disk.litter()}`);
    },
  );
}
