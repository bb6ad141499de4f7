import assert from "node:assert/strict";
import { isSecretKind } from "../../../contract/field_kinds.ts";
import { channelTypeEntry } from "../../../contract/notifications.ts";
import { texts as en } from "../../../../web/messages/en/texts.ts";
import { texts as zh } from "../../../../web/messages/zh/texts.ts";
import { channelTypes } from "./list.ts";

Deno.test("channels: each form satisfies the contract, in both languages", () => {
  for (const { type, label, fields, help } of channelTypes) {
    channelTypeEntry.parse({ type, label, fields, ...(help === undefined ? {} : { help }) });
    const texts = [label, ...fields.flatMap((field) => [field.label, ...(field.help ? [field.help] : [])])];
    assert.ok(texts.every(({ en, zh }) => en !== "" && zh !== ""), type);
    assert.equal(new Set(fields.map(({ name }) => name)).size, fields.length, type);
  }
});

Deno.test("channels: the default of a select field is one of its options", () => {
  for (const { type, fields } of channelTypes) {
    for (const { name, kind, options = [], default: usual } of fields) {
      assert.equal(kind === "select", options.length > 0, `${type} ${name}`);
      if (usual === undefined || kind !== "select") continue;
      assert.ok(options.some(({ value }) => value === usual), `${type} ${name}`);
    }
  }
});

// Headers, bodies and buttons contain credentials of other services.
const opens = /token|secret|pass|key|webhook$|auth$|headers$|body$|actions$/i;

Deno.test("channels: fields with credentials are secret", () => {
  const open = channelTypes.flatMap(({ fields }) => fields)
    .filter(({ name, kind }) => opens.test(name) && !isSecretKind(kind))
    .map(({ name }) => name);
  // The name of a webhook whose URL is stored elsewhere.
  assert.deepEqual(open, ["pushplusWebhook"]);
});

Deno.test("channels: each type exists once, under its original name", () => {
  const names = channelTypes.map(({ type }) => type);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    [...names].sort(),
    [
      ...["aibotk", "bark", "chat", "chronocat", "dingtalkBot", "discord", "email", "goCqHttpBot", "gotify"],
      ...["iGot", "lark", "matrix", "ntfy", "openiLink", "pushDeer", "pushMe", "pushPlus", "pushover"],
      ...["serverChan", "slack", "smtp", "teams", "telegramBot", "weWorkApp", "weWorkBot", "webhook"],
      ...["qmsg", "webPush", "wePlusBot", "wxPusherBot", "wxPusherSpt"],
    ].sort(),
  );
});

Deno.test("channels: the first steps on the overview name some of them, webhooks included", () => {
  const named = {
    en: ["email", "telegramBot", "slack", "webhook", "webPush"],
    zh: ["email", "dingtalkBot", "weWorkBot", "webhook", "webPush"],
  };
  const texts = { en: en.overview.stepChannelHelp, zh: zh.overview.stepChannelHelp };
  for (const language of ["en", "zh"] as const) {
    for (const name of named[language]) {
      const label = channelTypes.find(({ type }) => type === name)?.label[language] ?? "?";
      const word = label.replace(/ Bot$|机器人$|（.*）$/, "").toLowerCase();
      assert.ok(texts[language].toLowerCase().includes(word), `${language} ${word}`);
    }
  }
});
