import assert from "node:assert/strict";
import { closeSync, constants, statSync } from "node:fs";
import { openRegular } from "./files/open_regular.ts";
import { roundToBlock, SparseFiles } from "./sparse_files.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

const MIB = 1024 * 1024;

Deno.test({
  name: "sparse files: frees the middle of a file on disk and leaves the rest in place",
  ignore: Deno.build.os !== "linux",
  async fn() {
    using files = new SparseFiles();
    await using folder = await temporaryFolder();
    const file = `${folder.path}/file`;
    await Deno.writeFile(file, new Uint8Array(8 * MIB).fill(120));
    const { descriptor } = openRegular(file, constants.O_RDWR);
    assert.equal(await files.free(descriptor, MIB, 7 * MIB), true);
    assert.equal(statSync(file).size, 8 * MIB);
    assert.ok(statSync(file).blocks! * 512 <= 3 * MIB);
    const bytes = await Deno.readFile(file);
    assert.ok(bytes.subarray(0, MIB).every((byte) => byte === 120));
    assert.ok(bytes.subarray(MIB, 7 * MIB).every((byte) => byte === 0));
    assert.ok(bytes.subarray(7 * MIB).every((byte) => byte === 120));
    assert.equal(await files.free(descriptor, 5, 5), false);
    closeSync(descriptor);
  },
});

Deno.test("sparse files: frees nothing after disposal", async () => {
  const files = new SparseFiles();
  files[Symbol.dispose]();
  const file = await Deno.makeTempFile({ prefix: "sundial-sparse-" });
  await Deno.writeTextFile(file, "kept");
  const { descriptor } = openRegular(file, constants.O_RDWR);
  assert.equal(await files.free(descriptor, 0, 4), false);
  closeSync(descriptor);
  assert.equal(await Deno.readTextFile(file), "kept");
  await Deno.remove(file);
});

Deno.test("sparse files: rounds a start down to a block of any file system", () => {
  assert.deepEqual([0, 1, 65_535, 65_536, 200_000].map(roundToBlock), [0, 0, 0, 65_536, 196_608]);
});
