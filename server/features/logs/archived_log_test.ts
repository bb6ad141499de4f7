import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { encodeHead, timesFile } from "../../engine/logs/log_shape.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { archivedLog } from "./archived_log.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const encoder = new TextEncoder();

Deno.test("archived log: a hole that grows while the log is read and written is never read as zeros", async () => {
  await using temporary = await temporaryFolder();
  const log = `${temporary.path}/a.log`;
  const line = "0123456789abcde\n";
  const text = line.repeat(100_000);
  await Deno.writeTextFile(log, text);
  const leaveOut = async (start: number, end: number) => {
    const head = { generation: 0, gap: { start, end }, moved: null };
    await Deno.writeFile(timesFile(log), encodeHead(head, statSync(log).ino));
    using file = await Deno.open(log, { write: true });
    await file.seek(start, Deno.SeekMode.Start);
    await file.write(new Uint8Array(end - start));
  };
  await leaveOut(160_000, 320_000);
  using folder = PinnedFolder.open(temporary.path);
  const { size, chunks, filler } = await archivedLog({ folder, name: "a.log" }, "en");
  assert.equal(
    size,
    1_440_000 + "\n## ... 160,000 bytes left out here, because the log is too large ...\n".length,
  );
  const decoder = new TextDecoder();
  let read = "";
  let turn = 0;
  for await (const chunk of chunks) {
    read += decoder.decode(chunk, { stream: true });
    if (++turn !== 3) continue;
    await Deno.writeFile(log, encoder.encode(line.repeat(20_000)), { append: true });
    await leaveOut(160_000, 1_280_000);
  }
  assert.ok(!read.includes("\0"), "a hole is visible");
  assert.deepEqual([read.startsWith(line), read.endsWith(line), filler], [true, true, 0x0a]);
  assert.equal(read.match(/bytes left out here/g)?.length, 2);
});
