import assert from "node:assert/strict";
import { closeSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OpenLog } from "./open_log.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

function create(root: string, wanted: string): OpenLog {
  const { log, output } = OpenLog.create(root, wanted);
  closeSync(output);
  return log;
}

Deno.test("open log: a taken name is never reused, and only the owner may read the log", () =>
  inFolder(async (root) => {
    const paths = new Set<string>();
    for (let n = 0; n < 20; n++) {
      const log = create(root, "a/b/name.log");
      log.close();
      paths.add(log.path);
      assert.equal((await Deno.stat(join(root, log.path))).mode! & 0o777, 0o600);
    }
    assert.equal(paths.size, 20);
    assert.ok(paths.has("a/b/name.log"));
  }));

Deno.test("open log: creates missing directories again", () =>
  inFolder((root) => {
    const logs = join(root, "logs");
    const log = create(logs, "a/b/name.log");
    log.close();
    assert.ok(existsSync(join(logs, log.path)));
  }));

Deno.test("open log: creates no log through a symlink that leads outside", () =>
  inFolder(async (root) => {
    await Deno.mkdir(join(root, "logs"));
    await Deno.mkdir(join(root, "outside"));
    await Deno.symlink(join(root, "outside"), join(root, "logs/a"));
    assert.throws(() => create(join(root, "logs"), "a/name.log"), /outside_root/);
    assert.deepEqual([...Deno.readDirSync(join(root, "outside"))], []);
  }));

Deno.test("open log: appends to the original file wherever it was moved, and creates nothing at its old path", () =>
  inFolder(async (root) => {
    const log = create(root, "a.log");
    await Deno.rename(join(root, "a.log"), join(root, "moved"));
    log.append("one\n");
    await Deno.symlink(join(root, "other"), join(root, "a.log"));
    await Deno.writeTextFile(join(root, "other"), "other");
    log.append("two\n");
    {
      using location = log.location();
      assert.equal(log.isIn(location), false);
    }
    log.close();
    assert.equal(readFileSync(join(root, "moved"), "utf8"), "one\ntwo\n");
    assert.equal(readFileSync(join(root, "other"), "utf8"), "other");
  }));

const impostors: Record<string, (root: string) => Promise<void>> = {
  "a link": async (root) => {
    await Deno.writeTextFile(join(root, "other"), "other");
    await Deno.symlink("other", join(root, "a.log"));
  },
  "a file with a second hard link": async (root) => {
    await Deno.writeTextFile(join(root, "other"), "other");
    await Deno.link(join(root, "other"), join(root, "a.log"));
  },
  "a directory": (root) => Deno.mkdir(join(root, "a.log")),
  "a missing file": () => Promise.resolve(),
};
for (const [what, make] of Object.entries(impostors)) {
  Deno.test(`open log: ${what} cannot be opened as a log`, () =>
    inFolder(async (root) => {
      await make(root);
      assert.throws(() => OpenLog.open(root, "a.log"));
    }));
}

Deno.test("open log: closes only when nobody uses it", () =>
  inFolder(async (root) => {
    const log = create(root, "a.log");
    const barrier = Promise.withResolvers<void>();
    const used = log.use(async () => {
      await barrier.promise;
      return log.inode;
    });
    log.close();
    await assert.rejects(log.use(() => Promise.resolve()), /closed/);
    barrier.resolve();
    assert.equal(await used, log.inode);
  }));
