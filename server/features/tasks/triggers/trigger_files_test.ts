import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { systemClock } from "../../../platform/clock.ts";
import { isOutOfReach } from "./seen_file.ts";
import { TriggerFiles } from "./trigger_files.ts";

const folders = { scripts: "/data/scripts", root: "/data", isDeciding: () => true };
const resolved = { realpath: (path: string) => Promise.resolve(path), mounts: () => () => null };

Deno.test("trigger files: single files anywhere but in the panel's own folders, without a way up", () => {
  const files = new TriggerFiles({ ...folders, clock: systemClock });
  const named = (...paths: string[]) => paths.map((path) => files.issue(path));
  assert.deepEqual(named("/in/a.csv", "a.csv", "sub/a b.csv", "/data2/x", "..a", "/data/scripts/x"), [
    ...Array(6).fill(null),
  ]);
  assert.deepEqual(named("../a", "/in/../data/x", "a/..", "./a", "/in/", " /in/a", "/in/./a"), [
    ...Array(7).fill("trigger_path"),
  ]);
  assert.deepEqual(named("/data/sundial.sqlite", "/data", "//data/access/key", "/data/logs/1.log"), [
    ...Array(4).fill("trigger_path_of_panel"),
  ]);
  assert.deepEqual([files.locate("a.csv"), files.locate("//in//a"), files.locate("/data/x")], [
    "/data/scripts/a.csv",
    "/in/a",
    null,
  ]);
});

Deno.test("trigger files: also not in the data folder by its other name", async () => {
  await using temporary = await temporaryFolder();
  const [root, link] = [join(temporary.path, "real"), join(temporary.path, "link")];
  await Deno.mkdir(join(root, "scripts"), { recursive: true });
  await Deno.symlink(root, link);
  const files = new TriggerFiles({
    ...{ clock: systemClock, scripts: join(link, "scripts"), root: link, isDeciding: () => true },
  });
  assert.equal(files.issue(join(root, "key")), "trigger_path_of_panel");
  assert.equal(files.issue(join(root, "scripts/key")), null);
});

Deno.test("trigger files: a version changes with size and time; what is no file is absent", async () => {
  await using temporary = await temporaryFolder();
  const at = (name: string) => join(temporary.path, name);
  const files = new TriggerFiles({ ...folders, clock: systemClock });
  await Deno.writeTextFile(at("a"), "one");
  await Deno.mkdir(at("folder"));
  await Deno.symlink(at("a"), at("link"));
  await Deno.symlink(at("loop"), at("loop"));
  const poll = async () => {
    const found = await files.poll(["a", "b", "folder", "link", "a/b", "loop"].map(at));
    return ["a", "b", "folder", "link", "a/b", "loop"].map((name) => found.get(at(name))?.version);
  };
  const [first, ...others] = await poll();
  assert.deepEqual(others, ["absent", "absent", first, "absent", undefined]);
  await Deno.writeTextFile(at("a"), "more");
  const [second] = await poll();
  await Deno.utime(at("a"), 1_000, 1_000);
  const [third] = await poll();
  assert.equal(new Set([first, second, third, "absent"]).size, 4);
});

Deno.test("trigger files: without its folder, or its drive, a file is not known to be deleted", async () => {
  await using temporary = await temporaryFolder();
  // Temporary folders of some systems are links.
  const root = await Deno.realPath(temporary.path);
  const at = (name: string) => join(root, name);
  const mounted: string[] = [];
  const files = new TriggerFiles({
    ...{ ...folders, clock: systemClock },
    mounts: () => (path) => ({
      ...{ point: mounted.find((point) => `${path}/`.startsWith(`${point}/`)) ?? "/", isNetwork: false },
    }),
  });
  const see = async (name: string) => (await files.poll([at(name)])).get(at(name))!;
  await Deno.mkdir(at("usb/in"), { recursive: true });
  await Deno.symlink(at("usb"), at("link"));
  await Deno.symlink(at("usb/in/a"), at("a"));
  for (const name of ["usb/a", "usb/in/a"]) await Deno.writeTextFile(at(name), "one");
  const names = ["usb/a", "usb/in/a", "link/a", "link/in/a", "a"];
  mounted.push(at("usb"));
  const before = await Promise.all(names.map(see));
  assert.deepEqual(before.map(({ mount }) => mount), [...Array(4).fill(at("usb")), "/"]);
  // An empty folder where the drive was.
  mounted.pop();
  await Deno.rename(at("usb"), at("away"));
  await Deno.mkdir(at("usb"));
  const without = await Promise.all(names.map(see));
  assert.deepEqual(without.map((now, index) => isOutOfReach(now, before[index]!)), Array(5).fill(true));
  // Back, without the files.
  await Deno.remove(at("usb"));
  await Deno.rename(at("away"), at("usb"));
  mounted.push(at("usb"));
  assert.deepEqual(await Promise.all(names.map(see)), before);
  for (const name of ["usb/a", "usb/in/a"]) await Deno.remove(at(name));
  const after = await Promise.all(names.map(see));
  assert.deepEqual(after.map((now, index) => [now.version, isOutOfReach(now, before[index]!)]), [
    ...Array(4).fill(["absent", false]),
    // A link to nothing does not say why.
    ["absent", true],
  ]);
});

Deno.test("trigger files: a folder that does not respond is not waited for, and holds up no other", async () => {
  const clock = new TestClock();
  const asked: string[] = [];
  const respond: (() => void)[] = [];
  const files = new TriggerFiles({
    ...{ ...folders, ...resolved, clock },
    stat: (path) => {
      asked.push(path);
      const status = { size: 1, mtimeMs: 1, isFile: () => true };
      if (!path.startsWith("/hung/")) return Promise.resolve(status);
      return new Promise((resolve) => respond.push(() => resolve(status)));
    },
  });
  const wanted = ["/hung/1", "/hung/2", ...Array.from({ length: 20 }, (_, n) => `/fine/${n}`)];
  const poll = async () => {
    const polled = files.poll(wanted);
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    clock.advance(3_000);
    return await polled;
  };
  assert.equal((await poll()).size, 20);
  asked.length = 0;
  assert.deepEqual([(await files.poll(wanted)).size, asked.length], [20, 20]);
  for (const one of respond) one();
  await new Promise((resolve) => setTimeout(resolve));
  asked.length = 0;
  await poll();
  assert.ok(asked.some((path) => path.startsWith("/hung/")), "looked at again once it has responded");
});

Deno.test("trigger files: however many folders do not respond, few looks are under way", async () => {
  const clock = new TestClock();
  let asked = 0;
  const files = new TriggerFiles({
    ...{ ...folders, ...resolved, clock },
    stat: () => {
      asked++;
      return new Promise(() => {});
    },
  });
  const wanted = Array.from({ length: 500 }, (_, n) => `/hung${n}/a`);
  const polled = files.poll(wanted);
  for (let step = 0; step < 20; step++) {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    clock.advance(3_000);
  }
  assert.equal((await polled).size, 0);
  assert.ok(asked <= 12, String(asked));
});
