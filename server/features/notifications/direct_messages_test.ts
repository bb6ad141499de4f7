import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import type { SendAsBody } from "../../contract/notifications.ts";
import type { Language } from "../../contract/settings.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { HttpRequest, HttpResult } from "./channels/channel_type.ts";
import { channelTypes } from "./channels/list.ts";
import { DirectMessages } from "./direct_messages.ts";

/** Sends a message while services respond as given; returns the lines, and the requests they got. */
async function send(
  body: Omit<SendAsBody, "title" | "content"> & Partial<SendAsBody>,
  { language = "en", respond = () => ({ id: 1, code: 200 }) }: {
    language?: Language;
    respond?: (request: HttpRequest) => unknown;
  } = {},
) {
  const requests: HttpRequest[] = [];
  const direct = new DirectMessages({
    clock: new TestClock("2026-03-04T12:00:00.000Z"),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    types: channelTypes,
    panelProxy: () => null,
    signal: new AbortController().signal,
    openSender: () => ({
      now: () => 0,
      mail: () => Promise.reject(new Error("unexpected mail")),
      request(request): Promise<HttpResult> {
        requests.push(request);
        const json = respond(request);
        return Promise.resolve({ status: 200, json, text: JSON.stringify(json), retryAfterMs: null });
      },
    }),
  });
  const { results } = await direct.send({ title: "Title", content: "Content", ...body }, {
    language,
    requester: "person",
  });
  return { requests, results, lines: results.map(({ message }) => message) };
}

const gotify = { GOTIFY_URL: "https://gotify.example", GOTIFY_TOKEN: "t0ken" };

Deno.test("direct messages: go through every channel whose variables are set", async () => {
  const { requests, results } = await send({
    variables: { ...gotify, BARK_PUSH: "k", QMSG_KEY: "q", OTHER: "x" },
  }, { respond: ({ url }) => ({ id: 1, code: url.includes("qmsg") ? 0 : 200 }) });
  assert.deepEqual(requests.map(({ url }) => new URL(url).host).sort(), [
    "api.day.app",
    "gotify.example",
    "qmsg.zendee.cn",
  ]);
  assert.deepEqual(results, [
    { channel: "bark", ok: true, message: "Bark: sent" },
    { channel: "gotify", ok: true, message: "Gotify: sent" },
    { channel: "qmsg", ok: true, message: "Qmsg: sent" },
  ]);
});

Deno.test("direct messages: say what is missing by its variable, in the caller's language", async () => {
  const variables = { GOTIFY_TOKEN: "t0ken" };
  assert.deepEqual((await send({ variables })).lines, ["Gotify: not sent: GOTIFY_URL: Required"]);
  const { lines } = await send({ variables }, { language: "zh" });
  assert.match(lines[0] ?? "", /^Gotify：未发送：GOTIFY_URL/);
  assert.match((await send({})).lines[0] ?? "", /^Not sent: no variable/);
});

Deno.test("direct messages: leave out an optional value that the channel does not accept", async () => {
  const { requests, lines } = await send({
    variables: { BARK_PUSH: "k", BARK_LEVEL: "loud", BARK_SOUND: "s" },
  });
  assert.deepEqual(lines, ["Bark: sent"]);
  const { level, sound } = requests[0]?.json as { level: string; sound: string };
  assert.deepEqual([level, sound], ["active", "s"]);
});

Deno.test("direct messages: a service's error does not contain the secret", async () => {
  const respond = () => ({ error: "bad t0ken" });
  const { results } = await send({ variables: gotify }, { respond });
  assert.equal(results[0]?.ok, false);
  assert.doesNotMatch(results[0]?.message ?? "", /t0ken/);
});

Deno.test("direct messages: titles in SKIP_PUSH_TITLE are not sent", async () => {
  const { requests, lines } = await send({ variables: { ...gotify, SKIP_PUSH_TITLE: "Other\n Title " } });
  assert.deepEqual([requests, lines], [[], ['Not sent: "Title" is listed in SKIP_PUSH_TITLE']]);
});

Deno.test("direct messages: a sentence is appended only on request", async () => {
  const respond = ({ url }: HttpRequest) =>
    url.includes("hitokoto") ? { hitokoto: "Well", from: "Book" } : { id: 1 };
  const contentOf = async (HITOKOTO: string) => {
    const { requests } = await send({ variables: { ...gotify, HITOKOTO } }, { respond });
    return (requests.at(-1)?.json as { message: string }).message;
  };
  assert.equal(await contentOf("false"), "Content");
  assert.match(await contentOf("true"), /^Content\n\nWell {4}----Book$/);
  const failed = await send({ variables: { ...gotify, HITOKOTO: "true" } });
  assert.deepEqual(failed.lines, ["Gotify: sent", "HITOKOTO: no sentence was appended: HTTP 200"]);
});

Deno.test("direct messages: one channel with its fields, by name or number", async () => {
  const fields = { gotifyUrl: "https://one.example", gotifyToken: "t", barkPush: "ignored" };
  for (const type of ["gotify", "0"]) {
    const { requests, lines } = await send({ channel: { type, fields } });
    assert.deepEqual([requests[0]?.url, lines], ["https://one.example/message", ["Gotify: sent"]]);
  }
  await assert.rejects(send({ channel: { type: "none", fields } }), AppError);
});

Deno.test("direct messages: control characters of a program's output are removed", async () => {
  const { requests } = await send({
    title: "\u001b[31mTitle\n two",
    content: "\u001b[1ma\u001b[0m\r\nb\u0000\tc",
    variables: gotify,
  });
  const { title, message } = requests[0]?.json as { title: string; message: string };
  assert.deepEqual([title, message], ["Title two", "a\nb\tc"]);
});
