import assert from "node:assert/strict";
import { join } from "node:path";
import { PageFiles } from "./page_files.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("page files: reads a file again after a failed read", async () => {
  await using root = await temporaryFolder();
  const files = new PageFiles({ root: root.path });
  const path = join(root.path, "favicon.svg");
  await Deno.mkdir(path);
  await assert.rejects(files.rootFile("favicon.svg"));
  await Deno.remove(path);
  await Deno.writeTextFile(path, "<svg/>");
  assert.equal(new TextDecoder().decode(await files.rootFile("favicon.svg") ?? undefined), "<svg/>");
});
