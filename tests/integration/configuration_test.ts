// The panel as files, with real panels and the command line.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationLimits } from "../../server/contract/limits/configuration.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { type ProgramOutput, runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

function sundial({ dataDir }: { dataDir: string }, args: string[], language = ""): Promise<ProgramOutput> {
  return runSundial(args, { env: { SUNDIAL_DATA_DIR: dataDir, ...(language && { LANG: language }) } });
}

function writeTask(folder: string, name: string, more = ""): void {
  mkdirSync(join(folder, "tasks"), { recursive: true });
  writeFileSync(
    join(folder, "tasks", `${name}.yaml`),
    `name: ${name}\ncommand: echo ${name}\nschedules: manual\n${more}`,
  );
}

async function contentsOf(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory) contents.set(entry.name, readFileSync(path, "latin1"));
    else for (const [name, text] of await contentsOf(path)) contents.set(`${entry.name}/${name}`, text);
  }
  return new Map([...contents].sort(([a], [b]) => a < b ? -1 : 1));
}

Deno.test("configuration: a folder of one panel makes another the same, byte for byte", async () => {
  await using folder = await temporaryFolder();
  const [first, second] = [join(folder.path, "first"), join(folder.path, "second")];
  {
    await using scene = await PanelScene.open();
    const { panel } = scene;
    const calendar = await panel.request("POST", "/calendars", { name: "Days", timeZone: "UTC" });
    const load = await panel.request("POST", "/tasks", {
      ...{ name: "夜间 load", command: "echo 1\necho 2", schedules: ["0 3 * * *"], calendarId: calendar.id },
      onDayOff: "skip",
    });
    await panel.request("POST", "/tasks", {
      ...{ name: "Check", command: "true", schedules: "manual" },
      upstream: { tasks: [{ taskId: load.id, outcome: "succeeded" }] },
    });
    await panel.request("POST", "/heartbeats", { name: "Job", periodMs: 60_000 });
    const exported = await sundial(scene, ["export", first]);
    assert.deepEqual([exported.code, exported.err], [
      0,
      "4 files: 4 written, 0 removed, the others were up to date\n",
    ]);
    assert.deepEqual((await sundial(scene, ["plan", first])).code, 0);
    // What the export has not written stays, and what it has written goes with its object.
    writeFileSync(join(first, "tasks", "notes.txt"), "mine");
    writeFileSync(join(first, "README.md"), "mine");
    const { items } = await panel.request("GET", "/heartbeats");
    await panel.request("DELETE", `/heartbeats/${items[0].id}`);
    const again = await sundial(scene, ["export", first, "--json"]);
    assert.deepEqual(JSON.parse(again.out).removed, ["heartbeats/job.yaml"]);
    assert.ok(
      existsSync(join(first, "tasks", "notes.txt")) && !existsSync(join(first, "heartbeats", "job.yaml")),
    );
    await Deno.remove(join(first, "tasks", "notes.txt"));
    await Deno.remove(join(first, "README.md"));
  }
  await using scene = await PanelScene.open();
  const planned = await sundial(scene, ["plan", first]);
  assert.equal(planned.code, 2);
  assert.match(planned.out, /^\+ calendars\/days\.yaml {2}Days\n\+ tasks\/check\.yaml {2}Check\n/);
  assert.equal((await sundial(scene, ["apply", first])).err, "3 changes applied\n");
  assert.deepEqual(await sundial(scene, ["plan", first]), { code: 0, out: "", err: "Nothing to do\n" });
  assert.equal((await sundial(scene, ["plan", first], "zh_CN.UTF-8")).err, "无需修改\n");
  await sundial(scene, ["export", second]);
  const files = await contentsOf(first);
  // Of folders without files, Git knows nothing either.
  assert.equal(files.size, 4);
  assert.deepEqual(await contentsOf(second), files);
});

Deno.test("configuration: folders that cannot be read are rejected, and each says why", async () => {
  await using scene = await PanelScene.open();
  await using folder = await temporaryFolder();
  const rejected = async (action: string, path: string) => {
    const { code, err, out } = await sundial(scene, [action, path]);
    assert.deepEqual([code, out], [1, ""], err);
    return err;
  };
  const path = (name: string) => join(folder.path, name);
  assert.match(await rejected("plan", path("none")), /none: This is not a folder/);
  mkdirSync(path("empty"));
  assert.match(await rejected("apply", path("empty")), /None of the folders tasks, views/);
  writeTask(path("links"), "a");
  writeFileSync(path("secret"), "name: secret\ncommand: true\nschedules: manual\n");
  symlinkSync(path("secret"), path("links/tasks/b.yaml"));
  assert.match(
    await rejected("apply", path("links")),
    /^tasks\/b\.yaml: Links and special files are not read/,
  );
  mkdirSync(path("linked"));
  symlinkSync(path("links/tasks"), path("linked/tasks"));
  assert.match(await rejected("plan", path("linked")), /^tasks: Links and special files/);
  writeTask(path("large"), "a", `#${"x".repeat(10 * 1024 * 1024)}`);
  assert.match(await rejected("plan", path("large")), /^tasks\/a\.yaml: The files are too large/);
  writeTask(path("bytes"), "a");
  writeFileSync(path("bytes/tasks/a.yaml"), new Uint8Array([0x6e, 0xff, 0xfe]));
  assert.match(await rejected("plan", path("bytes")), /^tasks\/a\.yaml: The file is not text in UTF-8/);
  writeTask(path("capitals"), "a");
  mkdirSync(path("capitals/Views"));
  assert.match(await rejected("plan", path("capitals")), /^Views: The folder name must be lowercase/);
  writeTask(path("pipe"), "a");
  await new Deno.Command("mkfifo", { args: [path("pipe/tasks/b.yaml")] }).output();
  assert.match(await rejected("plan", path("pipe")), /^tasks\/b\.yaml: Links and special files/);
  writeTask(path("many"), "a");
  for (let n = 1; n < configurationLimits.files; n++) writeFileSync(path(`many/tasks/t${n}.yaml`), "[]");
  assert.match(await rejected("plan", path("many")), /tasks\/a\.yaml|tasks\/t1\.yaml:1: /);
  for (let n = configurationLimits.files; n < 10_000; n++) writeFileSync(path(`many/tasks/t${n}.yaml`), "[]");
  assert.match(await rejected("plan", path("many")), /many: More than 5,000 files/);
  writeTask(path("wrong"), "a", "colour: red\n");
  assert.match(await rejected("plan", path("wrong")), /tasks\/a\.yaml:4 colour: /);
  assert.equal((await scene.panel.request("GET", "/tasks")).total, 0);
  await scene.panel.request("POST", "/tasks", { name: "a", command: "true", schedules: "manual" });
  assert.match(await rejected("export", path("linked")), /^tasks: Links and special files/);
  assert.equal(configurationLimits.fileBytes, 2 * 1024 * 1024, "the text of the command names it");
});
