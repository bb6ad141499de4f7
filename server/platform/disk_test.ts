import assert from "node:assert/strict";
import { join } from "node:path";
import { realDisk } from "./disk.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("disk: a text that cannot replace its target leaves no draft", async () => {
  await using folder = await temporaryFolder();
  await Deno.mkdir(join(folder.path, "note.json/inside"), { recursive: true });
  await assert.rejects(realDisk.replaceText(join(folder.path, "note.json"), "{}"));
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["note.json"]);
});
