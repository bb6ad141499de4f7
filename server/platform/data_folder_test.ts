import assert from "node:assert/strict";
import { join } from "node:path";
import { DataFolderError, makePrivate, openDataFolder } from "./data_folder.ts";
import { SmallDisk } from "../../tests/support/small_disk.ts";
import { inFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("data folder: is created for its owner only with its subfolders, and keeps its ID forever", () =>
  inFolder(async (root) => {
    const path = join(root, "deep", "data");
    const folder = await openDataFolder(path);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o700);
    for (const inner of [folder.logs, folder.scripts, folder.config, folder.exitFiles]) {
      const { isDirectory, mode } = await Deno.stat(inner);
      assert.deepEqual([isDirectory, mode! & 0o777], [true, 0o700], inner);
    }
    assert.equal((await Deno.stat(join(path, "installation"))).mode! & 0o777, 0o600);
    folder.unlock();
    const again = await openDataFolder(path);
    assert.equal(again.installation, folder.installation);
    again.unlock();
  }));

Deno.test("data folder: removes access for others, and leaves links alone", () =>
  inFolder(async (root) => {
    const path = join(root, "data");
    const outside = join(root, "outside");
    for (const name of ["config", "scripts", "marks"]) {
      await Deno.mkdir(join(path, name), { recursive: true, mode: 0o755 });
    }
    await Deno.mkdir(outside);
    await Deno.symlink(outside, join(path, "logs"));
    for (const name of ["", "config", "scripts", "marks"]) await Deno.chmod(join(path, name), 0o755);
    await Deno.chmod(outside, 0o755);
    const folder = await openDataFolder(path);
    assert.deepEqual(await makePrivate(folder), []);
    folder.unlock();
    for (const name of ["", "config", "scripts", "marks"]) {
      assert.equal((await Deno.stat(join(path, name))).mode! & 0o777, 0o700, name);
    }
    assert.equal((await Deno.stat(outside)).mode! & 0o777, 0o755);
  }));

// Holds the lock as another panel does, until its standard input ends.
const holder = `
  const { openDataFolder } = await import(${JSON.stringify(import.meta.resolve("./data_folder.ts"))});
  await openDataFolder(Deno.args[0]);
  console.log("locked");
  for await (const _ of Deno.stdin.readable);
`;

Deno.test("data folder: a second panel is rejected with the PID of the first, but not after that was killed", () =>
  inFolder(async (root) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", holder, root],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    await assert.rejects(openDataFolder(root), (error) => {
      assert.ok(error instanceof DataFolderError);
      assert.equal(
        error.message,
        `the data folder ${root} is in use by another panel with pid ${child.pid}; stop that one or set SUNDIAL_DATA_DIR`,
      );
      return true;
    });
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    await child.stdin.abort().catch(() => {});
    (await openDataFolder(root)).unlock();
  }));

Deno.test("data folder: a path that is not a folder or cannot be created is rejected in one sentence", () =>
  inFolder(async (root) => {
    await Deno.writeTextFile(join(root, "file"), "");
    for (const path of [join(root, "file"), join(root, "file", "below")]) {
      await assert.rejects(openDataFolder(path), (error) => {
        assert.ok(error instanceof DataFolderError);
        assert.match(error.message, /^cannot use the data folder [^\n]+$/);
        return true;
      });
    }
  }));

// A process that has given up being root, as a container or a service starts the panel.
const asNobody = `
  const { openDataFolder } = await import(${JSON.stringify(import.meta.resolve("./data_folder.ts"))});
  const { setgid, setuid } = (await import("node:process")).default;
  setgid(65534);
  setuid(65534);
  await openDataFolder(Deno.args[0]).catch((error) => console.log(error.name, error.message));
`;

Deno.test("data folder: another user's is rejected with its owner, the panel's user and the command", async () => {
  if (Deno.uid() !== 0) return; // only root can start a process as another user
  await inFolder(async (root) => {
    await Deno.chmod(root, 0o755);
    const existing = join(root, "taken");
    await Deno.mkdir(existing, { mode: 0o755 });
    for (
      const [path, command] of [
        [existing, `chown -R 65534:65534 ${existing}`],
        [join(root, "not there"), `install -d -o 65534 -g 65534 -m 700 '${join(root, "not there")}'`],
      ] as const
    ) {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", asNobody, path],
      }).output();
      const text = new TextDecoder().decode(stdout);
      assert.match(text, /^DataFolderError cannot use the data folder/);
      for (const part of ["belongs to root (uid 0)", "(uid 65534)", command]) {
        assert.ok(text.includes(part), text);
      }
    }
  });
});

const probe = await SmallDisk.mount();
await probe?.[Symbol.asyncDispose]();

Deno.test("data folder: opens on a full disk, which has no space for the number of the process", {
  ignore: probe === null,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  const path = join(disk.root, "data");
  (await openDataFolder(path)).unlock();
  await Deno.truncate(join(path, "panel.lock"));
  await disk.fill();
  (await openDataFolder(path)).unlock();
});
