import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { AppError } from "../../contract/app_error.ts";
import { readPulledConfiguration } from "./pulled_configuration.ts";

Deno.test("pulled configuration: a file that is not UTF-8 is rejected, and a byte order mark is no part of it", async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, "panel", "tasks"), { recursive: true });
  const read = async (bytes: Uint8Array<ArrayBuffer>) => {
    writeFileSync(join(folder.path, "panel", "tasks", "a.yaml"), bytes);
    const hash = createHash("sha256").update(bytes).digest("hex");
    const file = { path: "tasks/a.yaml", hash, size: bytes.length };
    return await readPulledConfiguration(folder.path, { alias: "panel", apply_folder: "." }, [file as never]);
  };
  const text = new TextEncoder().encode("\ufeffname: é\n");
  assert.deepEqual(await read(text), [{ path: "tasks/a.yaml", text: "name: é\n" }]);
  await assert.rejects(read(new Uint8Array([0x6e, 0xff, 0xfe])), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.issues.map(({ path, code }) => [path, code]), [["tasks/a.yaml", "not_utf8"]]);
    return true;
  });
});
