import assert from "node:assert/strict";
import { HttpProxy } from "../../../../tests/support/proxies.ts";
import {
  odd,
  SenderScene,
  specialMessage,
  testChannel,
  webRejections,
} from "../../../../tests/support/sender_scene.ts";
import { telegramBot } from "./telegram_bot.ts";

testChannel({
  channel: telegramBot,
  values: { telegramBotToken: "1:AA_b", telegramBotUserId: "-100" },
  results: [{ body: { ok: true } }],
  requests: [{
    url: "https://api.telegram.org/bot1:AA_b/sendMessage",
    form: { chat_id: "-100", text: odd.complete, disable_web_page_preview: "true" },
  }],
  rejections: [
    ...webRejections,
    { body: { ok: false, description: "no chat" }, permanent: true, contains: "no chat" },
    {
      status: 429,
      body: { ok: false, parameters: { retry_after: 7 } },
      permanent: false,
      retryAfterMs: 7000,
    },
  ],
});

Deno.test("telegramBot: a message of maximum length keeps its link and stays within 4096", async () => {
  await using scene = await SenderScene.start();
  scene.responses.push({ body: { ok: true } });
  const values = {
    telegramBotToken: "1:A",
    telegramBotUserId: "2",
    telegramBotApiHost: "https://tg.example/",
  };
  const link = `https://panel.example/${"x".repeat(1000)}`;
  await telegramBot.send({ ...specialMessage, content: "😀".repeat(1900), link }, values, scene.sender());
  const text = new URLSearchParams(scene.requested[0]?.body).get("text") ?? "";
  assert.ok(text.length <= 4096 && text.length > 4090);
  assert.ok(text.endsWith(`😀…\n\n${link}`) && text.isWellFormed());
});

Deno.test("telegramBot: uses the channel's proxy with its login", async () => {
  await using scene = await SenderScene.start();
  await using proxy = await HttpProxy.open("me:p%40ss");
  scene.responses.push({ body: { ok: true } });
  const values = {
    telegramBotToken: "1:A",
    telegramBotUserId: "2",
    telegramBotApiHost: "https://tg.example",
    telegramBotProxyHost: "127.0.0.1",
    telegramBotProxyPort: String(proxy.port),
  };
  const send = (login: string) =>
    telegramBot.send(specialMessage, { ...values, telegramBotProxyAuth: login }, scene.sender());
  // The test proxy compares with the credentials as given, which are encoded.
  await send("me:p%40ss");
  assert.equal(proxy.connections, 1);
  await assert.rejects(send("me:wrong"), { name: "ProxyError" });
  assert.equal(scene.requested.length, 1);
});
