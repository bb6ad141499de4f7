// A slow request body: the credential may expire before the body is complete, and then nothing is changed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestPanel } from "../support/test_panel.ts";

interface Scene {
  panel: TestPanel;
  /** Headers of another session of the administrator. */
  owner: Record<string, string>;
}

/** Sends all but the last byte of a body, runs an action while it is being read, then sends that byte. */
async function sendSlowly(
  panel: TestPanel,
  [method, path]: [string, string],
  { text, headers, meanwhile }: {
    text: string;
    headers: Record<string, string>;
    meanwhile: () => Promise<unknown>;
  },
): Promise<{ status: number; code: string | undefined }> {
  const bytes = new TextEncoder().encode(text);
  const isRead = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const raw = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, -1)),
    async pull(controller) {
      isRead.resolve();
      await goesOn.promise;
      controller.enqueue(bytes.subarray(-1));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const result = panel.send(method, path, { raw, headers });
  await isRead.promise;
  await meanwhile();
  goesOn.resolve();
  const response = await result;
  const read = await response.text();
  return { status: response.status, code: read === "" ? undefined : JSON.parse(read).code };
}

const form = [
  "--b",
  'content-disposition: form-data; name="files"; filename="late.js"',
  "",
  "1",
  "--b--",
].join("\r\n");
const calls: [string, [string, string], { text: string; type: string }][] = [
  ["a task", ["POST", "/tasks"], {
    text: JSON.stringify({ name: "late", command: "true", schedules: "manual" }),
    type: "application/json",
  }],
  ["a file", ["POST", "/files/scripts/upload"], { text: form, type: "multipart/form-data; boundary=b" }],
];

async function isAnythingMade({ panel, owner }: Scene): Promise<boolean> {
  const { total } = await panel.request("GET", "/tasks", { headers: owner });
  const file = await Deno.lstat(join(panel.dataDir, "scripts", "late.js")).catch(() => null);
  return total > 0 || file !== null;
}

async function endSession({ panel, owner }: Scene): Promise<void> {
  await panel.request("DELETE", "/auth/sessions", { headers: owner });
}

for (const [what, call, { text, type }] of calls) {
  Deno.test(`slow body: ${what} is created while the session is valid, and not once it has ended`, async () => {
    await using panel = await TestPanel.open();
    const owner = await panel.logIn();
    const scene = { panel, owner };
    const headers = { ...await panel.logIn(), "content-type": type };
    const late = await sendSlowly(panel, call, { text, headers, meanwhile: () => endSession(scene) });
    assert.deepEqual(late, { status: 401, code: "session_expired" });
    assert.equal(await isAnythingMade(scene), false);
    const fine = await sendSlowly(panel, call, {
      ...{ text, headers: { ...owner, "content-type": type }, meanwhile: () => Promise.resolve() },
    });
    assert.ok([200, 201].includes(fine.status));
    assert.equal(await isAnythingMade(scene), true);
  });
}

Deno.test("slow body: a scope removed from an application meanwhile no longer counts", async () => {
  await using panel = await TestPanel.open();
  const owner = await panel.logIn();
  const scene = { panel, owner };
  const { id, clientId, clientSecret } = await panel.request("POST", "/applications", {
    ...{ headers: owner, body: { name: "robot", scopes: ["tasks:write", "system:read"] } },
  });
  const { token } = await panel.request("POST", "/auth/token", { body: { clientId, clientSecret } });
  const [, call, { text, type }] = calls[0]!;
  const rejected = await sendSlowly(panel, call, {
    ...{ text, headers: { authorization: `Bearer ${token}`, "content-type": type } },
    meanwhile: () =>
      panel.request("PATCH", `/applications/${id}`, { headers: owner, body: { scopes: ["system:read"] } }),
  });
  assert.deepEqual(rejected, { status: 403, code: "scope_missing" });
  assert.equal(await isAnythingMade(scene), false);
});
