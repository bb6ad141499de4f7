import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { PNG } from "pngjs";
import { byLength } from "../support/suite_length.ts";
import { TestApp } from "../support/test_app.ts";

function picture(side: number): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: side, height: side });
  png.data = Buffer.alloc(side * side * 4, 120);
  return new Uint8Array(PNG.sync.write(png));
}

function put(app: TestApp, cookie: string, raw: Uint8Array<ArrayBuffer>, type = "image/png") {
  return app.call("PUT", "/api/account/avatar", { cookie, raw, headers: { "content-type": type } });
}

Deno.test("avatar: a picture is re-encoded, stored, served with its type and removed", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  const { status, json } = await put(app, cookie, picture(300));
  assert.equal(status, 200);
  const address = String(json.avatar);
  assert.match(address, /^\/account\/avatar\?v=[0-9a-f]{16}$/);
  const session = await app.call("GET", "/api/auth/session", { cookie });
  assert.equal((session.json.account as { avatar: string }).avatar, address);
  const response = await app.send("GET", `/api${address}`, { cookie });
  const { headers } = response;
  assert.deepEqual(
    ["content-type", "x-content-type-options", "cache-control"].map((name) => headers.get(name)),
    ["image/png", "nosniff", "private, max-age=86400"],
  );
  const stored = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
  assert.deepEqual([stored.width, stored.height], [256, 256]);
  await put(app, cookie, picture(10));
  const files = [...Deno.readDirSync(`${app.dataDir}/avatars`)].map(({ name }) => name);
  assert.equal(files.length, 1);
  assert.match(files[0]!, /^[0-9a-f]{64}\.png$/);
  assert.equal((await app.call("DELETE", "/api/account/avatar", { cookie })).status, 204);
  assert.equal((await app.call("GET", "/api/account/avatar", { cookie })).status, 404);
  assert.deepEqual([...Deno.readDirSync(`${app.dataDir}/avatars`)], []);
});

const rejections: [string, Uint8Array<ArrayBuffer>, string, number, string][] = [
  [
    "a page called a picture",
    new TextEncoder().encode("<script>1</script>"),
    "image/png",
    422,
    "validation_failed",
  ],
  ["a picture called a page", picture(4), "text/html", 415, "unsupported_media_type"],
  ["an SVG", new TextEncoder().encode("<svg/>"), "image/svg+xml", 415, "unsupported_media_type"],
  ["more than 5 MiB", new Uint8Array(5 * 1024 * 1024 + 1), "image/png", 413, "payload_too_large"],
];
for (const [what, bytes, type, status, code] of rejections) {
  Deno.test(`avatar: rejects ${what} and stores nothing`, async () => {
    await using app = await TestApp.open({ withDataDir: true });
    const cookie = await app.setUp();
    const response = await put(app, cookie, bytes, type);
    assert.deepEqual([response.status, response.problem.code], [status, code]);
    assert.equal((await app.call("GET", "/api/account/avatar", { cookie })).status, 404);
    await assert.rejects(Deno.stat(`${app.dataDir}/avatars`), Deno.errors.NotFound);
  });
}

Deno.test("avatar: concurrent uploads leave one complete picture, and each publishes an event", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  for (let round = 0; round < byLength(1, 5); round++) {
    const before = app.events.length;
    const sent = [20, 21, 22, 23].map((side) => put(app, cookie, tinted(side, round)));
    assert.deepEqual((await Promise.all(sent)).map(({ status }) => status), [200, 200, 200, 200]);
    assert.equal((await app.call("GET", "/api/account/avatar", { cookie })).status, 200);
    assert.equal([...Deno.readDirSync(`${app.dataDir}/avatars`)].length, 1);
    const events = app.events.slice(before).filter(({ type }) => type === "account:updated");
    assert.equal(events.length, 4);
  }
  await app.call("DELETE", "/api/account/avatar", { cookie });
  assert.equal(app.events.at(-1)?.type, "account:updated");
});

function tinted(side: number, tint: number): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: side, height: side });
  png.data = Buffer.alloc(side * side * 4, side * 5 + tint);
  return new Uint8Array(PNG.sync.write(png));
}

Deno.test("avatar: pictures are processed one at a time, and beyond the queue uploads get a retry response", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  const sent = Array.from({ length: 10 }, (_, index) => put(app, cookie, tinted(20 + index, 0)));
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array.from({ length: 8 }, () => 200), 429, 429]);
});
