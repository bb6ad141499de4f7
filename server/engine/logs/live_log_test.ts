import assert from "node:assert/strict";
import { closeSync, existsSync } from "node:fs";
import { join } from "node:path";
import { SparseFiles } from "../../platform/sparse_files.ts";
import { LiveLog } from "./live_log.ts";
import { timesFile } from "./log_shape.ts";
import { OpenLog } from "./open_log.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

for (const [lifeMs, isStored] of [[200, false], [300, true]] as const) {
  Deno.test(`live log: a run that ends after ${lifeMs} ms has ${isStored ? "a" : "no"} times file`, async () => {
    await using root = await temporaryFolder();
    using files = new SparseFiles();
    const { log: open, output } = OpenLog.create(root.path, "a.log");
    closeSync(output);
    open.append("short\n");
    const options = { files, logger, maxBytes: () => 1_000_000, onCannotFree: () => assert.fail() };
    const log = new LiveLog(open, { wall: 0, monotonic: 0 }, options);
    log.poll({ wall: 100, monotonic: 100 });
    await log.finish({ wall: lifeMs, monotonic: lifeMs });
    assert.equal(existsSync(timesFile(join(root.path, "a.log"))), isStored);
    open.close();
  });
}
