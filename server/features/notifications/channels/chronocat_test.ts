import assert from "node:assert/strict";
import {
  odd,
  SenderScene,
  specialMessage,
  testChannel,
  webRejections,
} from "../../../../tests/support/sender_scene.ts";
import { chronocat } from "./chronocat.ts";

const url = "http://qq.example:16530/api/message/send";
const headers = { authorization: "Bearer t" };
const elements = [{ elementType: 1, textElement: { content: odd.complete } }];

testChannel({
  channel: chronocat,
  values: { chronocatURL: "http://qq.example:16530/", chronocatQQ: "user_id=11", chronocatToken: "t" },
  results: [{ body: "" }],
  requests: [{ url, headers, json: { peer: { chatType: 1, peerUin: "11" }, elements } }],
  rejections: webRejections,
});

const several = {
  chronocatURL: "http://qq.example:16530",
  chronocatQQ: "user_id=11;group_id=22",
  chronocatToken: "t",
};

Deno.test("chronocat: sends to all recipients, whatever the order of the responses", async () => {
  await using scene = await SenderScene.start();
  await chronocat.send(specialMessage, several, scene.sender());
  const peers = scene.requested.map(({ body }) => JSON.parse(body).peer);
  assert.deepEqual(peers.sort((a, b) => a.chatType - b.chatType), [
    { chatType: 1, peerUin: "11" },
    { chatType: 2, peerUin: "22" },
  ]);
});

Deno.test("chronocat: does not retry if at least one recipient got the message", async () => {
  await using scene = await SenderScene.start();
  scene.responses.push({ status: 503, body: "busy" });
  await assert.rejects(chronocat.send(specialMessage, several, scene.sender()), {
    name: "DeliveryError",
    permanent: true,
    message: /^(11|22): HTTP 503$/,
  });
  assert.equal(scene.requested.length, 2);
});

Deno.test("chronocat: retries if no recipient got the message", async () => {
  await using scene = await SenderScene.start();
  scene.responses.push({ status: 503, body: "busy" }, { status: 503, body: "busy" });
  await assert.rejects(chronocat.send(specialMessage, several, scene.sender()), { permanent: false });
});

Deno.test("chronocat: requires a recipient", () => {
  assert.deepEqual(chronocat.check?.({ chronocatQQ: "group_id=1" }), {});
  assert.ok(chronocat.check?.({ chronocatQQ: "11" }).chronocatQQ);
});
