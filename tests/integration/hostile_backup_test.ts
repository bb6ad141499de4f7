// deno-lint-ignore-file no-console -- what was measured is worth a line
// Archives that no decent panel makes, sent to be restored: each is refused, and nothing of it is anywhere afterwards.
import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FORMAT, writeManifest } from "../../server/features/backups/manifest.ts";
import { everyFile } from "../support/retained_files.ts";
import { hostileTars, wholeTar } from "../support/hostile_tar.ts";
import { RunningPanel } from "../support/running_panel.ts";

const manifest = new TextDecoder().decode(writeManifest({
  ...{ format: FORMAT, product: "sundial", panelVersion: "0.1.0", createdAt: "2026-03-04T03:30:00.000Z" },
  ...{ installation: "elsewhere", parts: ["scripts"], tables: {}, keyName: null, holdsKey: false, sealed: 0 },
}));
const good = [{ name: "scripts/a.js", body: "x" }];

function cutOff(): Uint8Array<ArrayBuffer> {
  const whole = gzipSync(wholeTar(good, manifest));
  return new Uint8Array(whole.subarray(0, whole.length / 2));
}

const archives: [what: string, body: () => BodyInit][] = [
  ...hostileTars.map(([what, entries]): [string, () => BodyInit] => [
    what,
    () => new Uint8Array(gzipSync(wholeTar(entries, manifest))),
  ]),
  ["one that is cut off", cutOff],
];

Deno.test("hostile backup: every one is refused and leaves nothing, in the panel's folder or beside it", async () => {
  const around = await Deno.makeTempDir({ prefix: "sundial-hostile-" });
  {
    await using panel = await RunningPanel.start({ dataDir: join(around, "data"), setUp: true });
    await panel.logIn();
    const put = { method: "PUT", json: { content: "old" }, headers: { "if-none-match": "*" } };
    await panel.json("/api/files/scripts/content?path=a.js", put);
    const inspect = (body: BodyInit) => {
      const headers = { "content-type": "application/octet-stream" };
      return panel.fetch("/api/backups/inspect", { method: "POST", headers, body });
    };
    const before = await filesOf(around);
    for (const [what, body] of archives) {
      const response = await inspect(body());
      const text = await response.text();
      assert.deepEqual(
        [response.status, JSON.parse(text).code],
        [422, "archive_refused"],
        `${what}: ${text}`,
      );
      assert.deepEqual(await filesOf(around), before, what);
    }
    const taken = await inspect(new Uint8Array(gzipSync(wholeTar(good, manifest))));
    assert.equal(taken.status, 200, await taken.text());
    console.info(`${archives.length} hostile archives refused`);
  }
  await Deno.remove(around, { recursive: true });
});

// The panel's own log goes on.
async function filesOf(around: string): Promise<Record<string, string>> {
  const found = await everyFile(around);
  return Object.fromEntries(
    Object.entries(found).filter(([name]) => !/sundial\.sqlite|system-log|reserve/.test(name)),
  );
}
