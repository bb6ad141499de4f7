// Webhooks of tasks by the API: what starts a run and what does not, what the run gets, and what the list of deliveries says.
import assert from "node:assert/strict";
import { WebhookScene } from "../support/webhook_scene.ts";

Deno.test("webhooks: a signed delivery starts a run with the body as its file", async () => {
  await using scene = await WebhookScene.open();
  assert.equal((await scene.call("GET")).status, 404, "off until it is made");
  await scene.make();
  const { json: shown } = await scene.call("GET");
  assert.equal(shown.secret, undefined);
  assert.match(shown.url, /^http:\/\/[^/]+\/hook\/[0-9a-f]{32}$/);
  const { status, json } = await scene.deliver('{"a":"b"}');
  assert.equal(status, 202, JSON.stringify(json));
  assert.deepEqual(Object.keys(json), ["runId"]);
  const run = await scene.end(json.runId);
  assert.equal(run.cause, "webhook");
  assert.equal(run.state, "succeeded", run.log);
  assert.match(run.log, /\n\{"a":"b"\}/);
  const [delivery] = await scene.deliveries(1);
  assert.equal(delivery!.accepted, true);
  assert.equal(delivery!.runId, json.runId);
});
