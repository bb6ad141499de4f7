import assert from "node:assert/strict";
import { UnfinishedFile } from "./atomic_save.ts";
import { PinnedFolder } from "./pinned_folder.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const bytes = (text: string) => [new TextEncoder().encode(text)];
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("atomic save: leaves nothing when the content fails, is too large, or is never committed", async () => {
  await using temporary = await temporaryFolder();
  using folder = PinnedFolder.open(temporary.path);
  const broken = (function* () {
    yield* bytes("some");
    throw new Error("broken off");
  })();
  await assert.rejects(UnfinishedFile.write(folder, broken), /broken off/);
  await assert.rejects(UnfinishedFile.write(folder, bytes("12345"), { limit: 4 }), {
    code: "payload_too_large",
  });
  assert.deepEqual(names(temporary.path), []);
  {
    using unfinished = await UnfinishedFile.write(folder, bytes("1234"), { limit: 4 });
    assert.equal(unfinished.size, 4);
    assert.equal(names(temporary.path).length, 1);
  }
  assert.deepEqual(names(temporary.path), []);
});

Deno.test("atomic save: never overwrites a file that was created in the meantime when the name must be free", async () => {
  await using temporary = await temporaryFolder();
  using folder = PinnedFolder.open(temporary.path);
  {
    using unfinished = await UnfinishedFile.write(folder, bytes("mine"));
    await Deno.writeTextFile(`${temporary.path}/a`, "theirs");
    await assert.rejects(unfinished.put("a"), { code: "EEXIST" });
    await unfinished.put("b");
  }
  assert.deepEqual(names(temporary.path), ["a", "b"]);
  assert.equal(await Deno.readTextFile(`${temporary.path}/a`), "theirs");
  assert.equal(await Deno.readTextFile(`${temporary.path}/b`), "mine");
});
