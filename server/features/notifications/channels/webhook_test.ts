import assert from "node:assert/strict";
import {
  odd,
  SenderScene,
  specialMessage,
  testChannel,
  webRejections,
} from "../../../../tests/support/sender_scene.ts";
import { webhook } from "./webhook.ts";

const results = [{ body: "" }];
const url = "https://hook.example/in?k=1";

testChannel({
  channel: webhook,
  values: {
    webhookUrl: url,
    webhookHeaders: "X-Key: a: b\nAuthorization: Bearer t\n",
    webhookBody:
      'title: $title\nmsg: {"text": "$content", "n": [1, "$title"]}\ncount: 3\nurl: $link\ntitle: again',
  },
  results,
  requests: [{
    url,
    headers: { "x-key": "a: b", authorization: "Bearer t" },
    json: {
      title: odd.title,
      msg: { text: odd.content, n: [1, odd.title] },
      count: 3,
      url: odd.link,
    },
  }],
  rejections: webRejections,
});

testChannel({
  channel: webhook,
  when: "complete JSON over several lines",
  values: { webhookMethod: "PUT", webhookUrl: url, webhookBody: '{\n "a": {"b": "$title: $content"}\n}' },
  results: [{ status: 204, body: "" }],
  requests: [{ method: "PUT", url, json: { a: { b: `${odd.title}: ${odd.content}` } } }],
});

testChannel({
  channel: webhook,
  when: "a message that looks like a template and like JSON",
  values: { webhookUrl: url, webhookBody: "a: $title\nb: $content" },
  message: { title: "$content $& 1", content: '{"x": 1}' },
  results,
  requests: [{ url, json: { a: "$content $& 1", b: '{"x": 1}' } }],
});

testChannel({
  channel: webhook,
  when: "GET",
  values: { webhookMethod: "GET", webhookUrl: "https://hook.example/$title?c=$content" },
  message: { title: "a/b & 中", content: "1 + 1\n?" },
  results,
  requests: [{ method: "GET", url: "https://hook.example/a%2Fb%20%26%20%E4%B8%AD?c=1%20%2B%201%0A%3F" }],
});

testChannel({
  channel: webhook,
  when: "plain text",
  values: { webhookContentType: "text/plain", webhookUrl: url, webhookBody: "$title\n-- \n$content" },
  results,
  requests: [{
    url,
    headers: { "content-type": "text/plain; charset=utf-8" },
    text: `${odd.title}\n-- \n${odd.content}`,
  }],
});

testChannel({
  channel: webhook,
  when: "form",
  values: {
    webhookContentType: "application/x-www-form-urlencoded",
    webhookUrl: url,
    webhookBody: 't: $title\nj: {"c": "$content"}\nlong: one\n two',
  },
  results,
  requests: [{ url, form: { t: odd.title, j: JSON.stringify({ c: odd.content }), long: "one\n two" } }],
});

Deno.test("webhook: multipart fields accept any message", async () => {
  await using scene = await SenderScene.start();
  const values = {
    webhookMethod: "POST",
    webhookContentType: "multipart/form-data",
    webhookUrl: url,
    webhookBody: "t: $title\nc: $content",
  };
  const content = 'a\r\n--sundial-1\r\nContent-Disposition: form-data; name="t"\r\n\r\nb\n';
  await webhook.send({ ...specialMessage, content }, values, scene.sender());
  const { headers, body } = scene.requested[0]!;
  const form = await new Response(body, { headers: { "content-type": headers["content-type"]! } }).formData();
  assert.deepEqual([...form], [["t", odd.title], ["c", content]]);
});

Deno.test("webhook: requires the title somewhere, with errors in both languages", () => {
  const issue = webhook.check?.({ webhookUrl: url, webhookBody: "a: $content" }).webhookUrl;
  assert.equal(issue?.en, "The URL or the body must contain $title");
  assert.match(issue?.zh ?? "", /\$title/);
  assert.deepEqual(webhook.check?.({ webhookUrl: `${url}&t=$title`, webhookBody: "" }), {});
  assert.deepEqual(webhook.check?.({ webhookUrl: url, webhookBody: "$title" }), {});
});

Deno.test("webhook: rejects invalid headers and headers that would break the request", () => {
  const issue = (webhookHeaders: string) =>
    webhook.check?.({ webhookUrl: "$title", webhookHeaders }).webhookHeaders;
  assert.equal(issue("A: 1\n\nx-b:2"), undefined);
  for (
    const wrong of ["A", "A B: 1", "A: 中", "Content-Length: 3", "transfer-encoding: chunked", "a: b\u0001"]
  ) {
    assert.ok(issue(wrong), wrong);
  }
});

Deno.test("webhook: the body that the form suggests is accepted and sent as JSON", async () => {
  await using scene = await SenderScene.start();
  const webhookBody = webhook.fields.find(({ name }) => name === "webhookBody")?.initial ?? "";
  const values = {
    webhookMethod: "POST",
    webhookContentType: "application/json",
    webhookUrl: url,
    webhookBody,
  };
  assert.deepEqual(webhook.check?.(values), {});
  await webhook.send(specialMessage, values, scene.sender());
  const { title, content, link } = specialMessage;
  assert.deepEqual(JSON.parse(String(scene.requested[0]?.body)), { title, content, link });
});
