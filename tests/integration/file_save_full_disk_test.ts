// A full disk: a save is rejected and changes nothing, and succeeds once there is space.
import assert from "node:assert/strict";
import { FileScene } from "../support/file_scene.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";

const ignore = !await mountsDisks("saving on a full disk");
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("full disk: rejects saves, uploads and copies without a change, and recovers once there is space", {
  ignore,
}, async () => {
  await using disk = (await SmallDisk.mount())!;
  const data = `${disk.root}/data`;
  await Deno.mkdir(data);
  await using scene = await FileScene.open(data);
  const old = "old ".repeat(50_000);
  const etag = await scene.save("scripts", "a.js", old);
  await scene.save("scripts", "d/b.js", old);
  await disk.fill();
  const before = [names(scene.path("scripts")), names(scene.path("scripts", "d"))];
  const headers = { "if-match": `"${etag}"` };
  const saved = await scene.put("scripts", "a.js", "new ".repeat(50_000), headers);
  assert.deepEqual([saved.status, saved.problem.code], [507, "storage_full"]);
  assert.equal((await scene.put("scripts", "new.js", "new")).status, 507);
  const form = new FormData();
  form.append("f", new Blob(["x".repeat(100_000)]), "up.js");
  const upload = await scene.call("POST", "scripts/upload?existing=replace", { raw: form });
  assert.match(upload.text, /"storage_full"/);
  assert.deepEqual(await scene.batch("POST", "scripts/copy", { items: [{ from: "d", to: "copy" }] }), {
    d: "storage_full",
  });
  assert.deepEqual([names(scene.path("scripts")), names(scene.path("scripts", "d"))], before);
  assert.equal(await scene.read("scripts", "a.js"), old);
  const { json } = await scene.call("GET", "scripts/versions?path=a.js");
  assert.deepEqual((json.items as { current: boolean }[]).map(({ current }) => current), [true]);
  await disk.makeRoom();
  assert.equal((await scene.put("scripts", "a.js", "new", headers)).status, 200);
  assert.equal(await scene.read("scripts", "a.js"), "new");
});
