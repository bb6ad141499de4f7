import assert from "node:assert/strict";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createPipe, SparePipes } from "./output_pipe.ts";

const { O_RDONLY, O_RDWR, O_NONBLOCK } = constants;

class Scene implements Disposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "sundial-pipe-" });
  readonly spare = new SparePipes(this.folder);

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Creates a pipe as for a run and closes both ends; returns its inode. */
  async usedPipe(name: string): Promise<number> {
    const { input, output } = await createPipe(this.path(name));
    closeSync(input);
    closeSync(output);
    return statSync(this.path(name)).ino;
  }

  /** Creates the pipe of another run and returns its inode. */
  async next(): Promise<number> {
    const { input, output } = await createPipe(this.path("next"), { spare: this.spare });
    closeSync(input);
    closeSync(output);
    const { ino, mode } = statSync(this.path("next"));
    assert.equal(mode & 0o170777, constants.S_IFIFO | 0o600);
    return ino;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

Deno.test("spare pipes: the next run gets the pipe of one that has ended", async () => {
  using scene = new Scene();
  const inode = await scene.usedPipe("pipe");
  scene.spare.add(scene.path("pipe"));
  assert.equal(existsSync(scene.path("pipe")), false);
  assert.equal(await scene.next(), inode);
});

for (const [who, flags] of [["writes to", O_RDWR], ["reads from", O_RDONLY | O_NONBLOCK]] as const) {
  Deno.test(`spare pipes: a pipe that a process still ${who} is not used`, async () => {
    using scene = new Scene();
    const unused = await scene.usedPipe("first");
    const inode = await scene.usedPipe("second");
    const held = openSync(scene.path("second"), flags);
    scene.spare.add(scene.path("first"));
    scene.spare.add(scene.path("second"));
    assert.equal(await scene.next(), unused);
    assert.notEqual(await scene.next(), inode);
    closeSync(held);
  });
}

Deno.test("spare pipes: what else is at the path is never used", async () => {
  using scene = new Scene();
  for (const make of [(path: string) => writeFileSync(path, "text"), (path: string) => mkdirSync(path)]) {
    make(scene.path("other"));
    scene.spare.add(scene.path("other"));
    scene.spare.add(scene.path("missing"));
    await scene.next();
    assert.equal(existsSync(scene.path("other")), false);
  }
});
