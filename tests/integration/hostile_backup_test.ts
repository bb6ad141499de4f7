// deno-lint-ignore-file no-console -- measured values
// Invalid and malicious archives: each is rejected, and leaves nothing behind.
import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FORMAT, writeManifest } from "../../server/features/backups/manifest.ts";
import { everyFile } from "../support/retained_files.ts";
import { completeTar, hostileTars } from "../support/hostile_tar.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const manifest = new TextDecoder().decode(writeManifest({
  ...{ format: FORMAT, product: "sundial", panelVersion: "0.1.0", createdAt: "2026-03-04T03:30:00.000Z" },
  ...{ installation: "elsewhere", parts: ["scripts"], tables: {}, keyName: null, holdsKey: false, sealed: 0 },
}));
const good = [{ name: "scripts/a.js", body: "x" }];

function cutOff(): Uint8Array<ArrayBuffer> {
  const complete = gzipSync(completeTar(good, manifest));
  return new Uint8Array(complete.subarray(0, complete.length / 2));
}

const archives: [what: string, body: () => BodyInit][] = [
  ...hostileTars.map(([what, entries]): [string, () => BodyInit] => [
    what,
    () => new Uint8Array(gzipSync(completeTar(entries, manifest))),
  ]),
  ["a truncated one", cutOff],
];

Deno.test("hostile backup: rejects every one and leaves nothing inside or beside the data folder", async () => {
  await using around = await temporaryFolder();
  {
    await using panel = await PanelProcess.start({ dataDir: join(around.path, "data"), setUp: true });
    await panel.logIn();
    const put = { method: "PUT", json: { content: "old" }, headers: { "if-none-match": "*" } };
    await panel.json("/api/files/scripts/content?path=a.js", put);
    const inspect = (body: BodyInit) => {
      const headers = { "content-type": "application/octet-stream" };
      return panel.fetch("/api/backups/inspect", { method: "POST", headers, body });
    };
    const before = await filesOf(around.path);
    for (const [what, body] of archives) {
      const response = await inspect(body());
      const text = await response.text();
      assert.deepEqual(
        [response.status, JSON.parse(text).code],
        [422, "archive_refused"],
        `${what}: ${text}`,
      );
      assert.deepEqual(await filesOf(around.path), before, what);
    }
    const accepted = await inspect(new Uint8Array(gzipSync(completeTar(good, manifest))));
    assert.equal(accepted.status, 200, await accepted.text());
    console.info(`${archives.length} hostile archives rejected`);
  }
});

// The panel's own log keeps growing.
async function filesOf(around: string): Promise<Record<string, string>> {
  const found = await everyFile(around);
  return Object.fromEntries(
    Object.entries(found).filter(([name]) => !/sundial\.sqlite|system-log|reserve/.test(name)),
  );
}
