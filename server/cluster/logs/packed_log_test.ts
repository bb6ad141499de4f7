import assert from "node:assert/strict";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SparseFiles } from "../../platform/sparse_files.ts";
import { cutGrowingLog } from "../../engine/logs/cut_growing_log.ts";
import { LogTimes } from "../../engine/logs/log_times.ts";
import { OpenLog } from "../../engine/logs/open_log.ts";
import { packLog, unpackLog } from "./packed_log.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const limits = { maxBytes: 64 * 1024, language: "en" } as const;
const line = "a line of output\n";

async function withLog(action: (log: OpenLog, root: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  const { log, output } = OpenLog.create(root.path, "a.log");
  closeSync(output);
  await action(log, root.path);
  log.close();
}

Deno.test("packed log: unpacks to the same log with its times", () =>
  withLog(async (log, root) => {
    log.append("one\ntwo\n");
    const times = new LogTimes(log);
    times.noteLast({ at: 5, size: 8 });
    await times.flush();
    const packed = await packLog(root, "a.log", limits);
    assert.equal(packed.size, 8);
    const { bytes, head, times: unpacked } = await unpackLog(packed);
    assert.equal(new TextDecoder().decode(bytes), "one\ntwo\n");
    assert.deepEqual([head, unpacked], [{ generation: 0, gap: null, moved: null }, [{ at: 5, size: 8 }]]);
  }));

Deno.test("packed log: a hole becomes the line that says how much is missing", () =>
  withLog(async (log, root) => {
    log.append(line.repeat(10_000));
    using files = new SparseFiles();
    const times = new LogTimes(log);
    await cutGrowingLog(log, times, { size: log.size, maxBytes: limits.maxBytes, files });
    const { gap } = times.head;
    assert.ok(gap);
    const { bytes, head } = await unpackLog(await packLog(root, "a.log", limits));
    const text = new TextDecoder().decode(bytes);
    assert.match(text, /^(a line of output\n)+\n## .*[\d,]+.*\n(a line of output\n)+$/);
    assert.ok(!text.includes("\0") && bytes.length <= limits.maxBytes);
    assert.equal(head.generation, 1);
    const { moved } = head;
    assert.ok(moved && moved.start === gap.start && moved.from >= gap.end);
    // A reader of the growing log continues with the same bytes.
    assert.equal(bytes.length - moved.to, log.size - moved.from);
  }));

Deno.test("packed log: a log that was not cut on its node is cut to its limit", () =>
  withLog(async (log, root) => {
    log.append(line.repeat(10_000));
    const { bytes, head } = await unpackLog(await packLog(root, "a.log", limits));
    assert.ok(bytes.length <= limits.maxBytes && head.moved !== null);
  }));

Deno.test("packed log: rejects what is no log of ours", async () => {
  await assert.rejects(unpackLog({ size: 3, content: gzipSync("abc") }), /incomplete/);
  await assert.rejects(unpackLog({ size: 3, content: gzipSync("a".repeat(1_000_000)) }));
  await assert.rejects(unpackLog({ size: 3, content: new Uint8Array([1, 2, 3]) }));
});

Deno.test("packed log: a link in place of the log is not read", () =>
  withLog(async (log, root) => {
    await Deno.writeTextFile(join(root, "secret"), "secret");
    await Deno.remove(join(root, "a.log"));
    await Deno.symlink(join(root, "secret"), join(root, "a.log"));
    assert.equal(log.size, 0);
    await assert.rejects(packLog(root, "a.log", limits));
  }));
