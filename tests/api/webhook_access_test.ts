// Who may make, see and send again what belongs to the webhook of a task.
import assert from "node:assert/strict";
import type { Role } from "../../server/contract/roles.ts";
import type { Scope } from "../../server/contract/scopes.ts";
import { bearer, makeApplication, tokenOf } from "../support/applications.ts";
import { sha256 } from "../../server/platform/tokens.ts";
import { WebhookScene } from "../support/webhook_scene.ts";

const calls = [
  ["GET", "", undefined],
  ["GET", "/deliveries", undefined],
  ["POST", "/deliveries/1/resend", undefined],
  ["PATCH", "", { mapping: {} }],
  ["PUT", "", { signature: "standard" }],
  ["DELETE", "", undefined],
] as const;

async function statuses(scene: WebhookScene, headers: Record<string, string>): Promise<number[]> {
  const found = [];
  for (const [method, path, body] of calls) {
    const response = await scene.panel.send(method, `/tasks/${scene.task}/webhook${path}`, { headers, body });
    await response.body?.cancel();
    found.push(response.status);
  }
  return found;
}

async function addPerson(
  { panel: { db } }: WebhookScene,
  role: Role,
  labels: string[] | null,
): Promise<Record<string, string>> {
  const now = Date.now();
  const { id } = await db.insertInto("account").values({
    ...{ username: "other", password_hash: "", role, labels_json: labels && JSON.stringify(labels) },
    ...{ created_at: now, updated_at: now, version: 1 },
  }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("session").values({
    ...{ account_id: id, token_hash: sha256("other"), language: null, ip: "::1", user_agent: "" },
    ...{ created_at: now, last_seen_at: now, expires_at: now + 86_400_000, proven_at: now },
  }).execute();
  return { cookie: "sundial_session=other" };
}

async function open(labels: string[]): Promise<WebhookScene> {
  const scene = await WebhookScene.open({ command: "true", labels });
  await scene.make();
  assert.equal((await scene.deliver()).status, 202);
  return scene;
}

const all = [200, 200, 202, 200, 200, 204];
const scopes: [Scope[], number[]][] = [
  [["tasks:read"], [200, 200, 403, 403, 403, 403]],
  [["tasks:run"], [200, 200, 202, 403, 403, 403]],
  [["tasks:write"], all],
  [["system:write"], [403, 403, 403, 403, 403, 403]],
];

for (const [has, expected] of scopes) {
  Deno.test(`webhook access: an application with ${has.join()} may do what its scope says`, async () => {
    await using scene = await open([]);
    const application = await makeApplication(scene.panel, scene.headers, "app", has);
    assert.deepEqual(await statuses(scene, bearer(await tokenOf(scene.panel, application))), expected);
  });
}

const people: [Role, string[] | null, number[]][] = [
  ["viewer", null, [200, 200, 403, 403, 403, 403]],
  ["operator", null, [200, 200, 202, 403, 403, 403]],
  ["editor", ["shop"], all],
  ["editor", ["stock"], [404, 404, 404, 404, 404, 404]],
];

for (const [role, labels, expected] of people) {
  Deno.test(`webhook access: a person who is ${role} of ${labels ?? "everything"} may do what the role says`, async () => {
    await using scene = await open(["shop"]);
    const headers = await addPerson(scene, role, labels);
    assert.deepEqual(await statuses(scene, headers), expected);
    // Whoever sees nothing of it has changed nothing either.
    if (expected[5] !== 204) assert.equal((await scene.deliver()).status, 202);
  });
}
