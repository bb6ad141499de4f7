import assert from "node:assert/strict";
import { UnfinishedFile } from "./atomic_save.ts";
import { PinnedFolder } from "./pinned_folder.ts";

const bytes = (text: string) => [new TextEncoder().encode(text)];
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("atomic save: leaves nothing when the content fails, is too large, or is never committed", async () => {
  const path = await Deno.makeTempDir({ prefix: "sundial-save-" });
  try {
    using folder = PinnedFolder.open(path);
    const broken = (function* () {
      yield* bytes("some");
      throw new Error("broken off");
    })();
    await assert.rejects(UnfinishedFile.write(folder, broken), /broken off/);
    await assert.rejects(UnfinishedFile.write(folder, bytes("12345"), { limit: 4 }), {
      code: "payload_too_large",
    });
    assert.deepEqual(names(path), []);
    {
      using unfinished = await UnfinishedFile.write(folder, bytes("1234"), { limit: 4 });
      assert.equal(unfinished.size, 4);
      assert.equal(names(path).length, 1);
    }
    assert.deepEqual(names(path), []);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
});

Deno.test("atomic save: never overwrites a file that was created in the meantime when the name must be free", async () => {
  const path = await Deno.makeTempDir({ prefix: "sundial-save-" });
  try {
    using folder = PinnedFolder.open(path);
    {
      using unfinished = await UnfinishedFile.write(folder, bytes("mine"));
      await Deno.writeTextFile(`${path}/a`, "theirs");
      await assert.rejects(unfinished.put("a"), { code: "EEXIST" });
      await unfinished.put("b");
    }
    assert.deepEqual(names(path), ["a", "b"]);
    assert.equal(await Deno.readTextFile(`${path}/a`), "theirs");
    assert.equal(await Deno.readTextFile(`${path}/b`), "mine");
  } finally {
    await Deno.remove(path, { recursive: true });
  }
});
