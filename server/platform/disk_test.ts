import assert from "node:assert/strict";
import { join } from "node:path";
import { realDisk } from "./disk.ts";

Deno.test("disk: a text that cannot replace its target leaves no draft", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-disk-" });
  await Deno.mkdir(join(folder, "note.json/inside"), { recursive: true });
  await assert.rejects(realDisk.replaceText(join(folder, "note.json"), "{}"));
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["note.json"]);
  await Deno.remove(folder, { recursive: true });
});
