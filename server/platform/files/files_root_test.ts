import assert from "node:assert/strict";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { FilesRoot, type WalkOptions } from "./files_root.ts";
import type { Hold } from "./pinned_folder.ts";
import { countOpenBelow } from "../../../tests/support/count_open_below.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

async function inFolder(
  action: (top: string, root: FilesRoot) => Promise<void> | void,
  hold: Hold = "descriptor",
): Promise<void> {
  await using top = await temporaryFolder();
  await Deno.mkdir(join(top.path, "root", "a", "b"), { recursive: true });
  await Deno.writeTextFile(join(top.path, "root", "a", "file"), "x");
  await action(top.path, new FilesRoot(join(top.path, "root"), hold));
}

function locationOf(root: FilesRoot, path: string, options: WalkOptions = {}): string {
  try {
    using location = root.location(path, options);
    return location.path;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

for (const hold of ["descriptor", "path"] as const) {
  Deno.test(`files root, held by ${hold}: follows links on the way below the root and nowhere else`, async () => {
    await inFolder(async (top, root) => {
      const link = (target: string, name: string) => Deno.symlink(target, join(top, "root", name));
      await link("a", "in");
      await link("../a/b", "a/back");
      await link(join(top, "root"), "self");
      await link("..", "up");
      await link("../root/a", "out-and-in");
      await link("round", "round");
      await link("nothing", "broken");
      await Deno.mkdir(join(top, "root-beside"));
      await link("../root-beside", "beside");
      assert.equal(locationOf(root, "in/file"), "a/file");
      assert.equal(locationOf(root, "in/back/new"), "a/b/new");
      assert.equal(locationOf(root, "self/self/in/file"), "a/file");
      assert.equal(locationOf(root, "out-and-in/file"), "a/file");
      assert.equal(locationOf(root, "in"), "in");
      assert.equal(locationOf(root, "in", { follow: true }), "a");
      assert.equal(locationOf(root, "up/x"), "outside_root");
      assert.equal(locationOf(root, "beside/x"), "outside_root");
      assert.equal(locationOf(root, "up", { follow: true }), "outside_root");
      assert.equal(locationOf(root, "round/x"), "wrong_kind");
      assert.equal(locationOf(root, "round", { follow: true }), "wrong_kind");
      assert.equal(locationOf(root, "broken/x"), "not_found");
      assert.equal(locationOf(root, "self", { follow: true }), "wrong_kind");
      assert.equal(locationOf(root, "a/file/x"), "wrong_kind");
      assert.equal(locationOf(root, "none/x"), "not_found");
      assert.equal(locationOf(root, "none/deep/x", { make: true }), "none/deep/x");
      assert.ok((await Deno.stat(join(top, "root", "none", "deep"))).isDirectory);
    }, hold);
  });
}

Deno.test("files root: a location stays in the opened folder, wherever that is moved", () =>
  inFolder(async (top, root) => {
    using location = root.location("a/b/new");
    await Deno.rename(join(top, "root", "a"), join(top, "root", "moved"));
    await Deno.mkdir(join(top, "elsewhere"));
    await Deno.symlink(join(top, "elsewhere"), join(top, "root", "a"));
    await Deno.writeTextFile(location.folder.at(location.name), "x");
    assert.equal(await Deno.readTextFile(join(top, "root", "moved", "b", "new")), "x");
    assert.deepEqual([...Deno.readDirSync(join(top, "elsewhere"))], []);
  }));

Deno.test("files root, held by path: rejects a folder that was swapped in the meantime at the next step", () =>
  inFolder(async (top, root) => {
    const put = (folder: string) => Deno.mkdir(join(top, folder), { recursive: true });
    await put("elsewhere/b");
    const swaps: (() => Promise<void>)[] = [
      () => Deno.symlink(join(top, "elsewhere"), join(top, "root", "a")),
      () => Deno.symlink(join(top, "moved"), join(top, "root", "a")),
      () => put("root/a/b"),
      () => Promise.resolve(),
    ];
    for (const swap of swaps) {
      using location = root.location("a/b/new");
      await Deno.rename(join(top, "root", "a"), join(top, "moved"));
      await swap();
      assert.throws(() => location.folder.at(location.name), { code: "ENOENT" });
      await Deno.remove(join(top, "root", "a"), { recursive: true }).catch(() => {});
      await Deno.rename(join(top, "moved"), join(top, "root", "a"));
      assert.ok(location.folder.at(location.name));
    }
  }, "path"));

Deno.test("files root: leaves no folder open, whatever the result", () =>
  inFolder(async (top, root) => {
    await Deno.symlink("..", join(top, "root", "up"));
    await Deno.symlink("a/b", join(top, "root", "in"));
    for (let turn = 0; turn < 50; turn++) {
      for (const path of ["a/b/c", "in/x", "up/x", "none/x", "a/file/x", "..", ""]) {
        locationOf(root, path);
        locationOf(root, path, { follow: true });
      }
      root.folder("in").folder[Symbol.dispose]();
    }
    assert.equal(countOpenBelow(top), 0);
  }));
