import assert from "node:assert/strict";
import { join } from "node:path";
import { PageFiles } from "./page_files.ts";

Deno.test("page files: reads a file again after a failed read", async () => {
  const root = await Deno.makeTempDir({ prefix: "sundial-page-" });
  try {
    const files = new PageFiles({ root });
    const path = join(root, "favicon.svg");
    await Deno.mkdir(path);
    await assert.rejects(files.rootFile("favicon.svg"));
    await Deno.remove(path);
    await Deno.writeTextFile(path, "<svg/>");
    assert.equal(new TextDecoder().decode(await files.rootFile("favicon.svg") ?? undefined), "<svg/>");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
