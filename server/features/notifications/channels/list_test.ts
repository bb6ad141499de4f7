import assert from "node:assert/strict";
import { isSecretKind } from "../../../contract/field_kinds.ts";
import { channelTypeEntry } from "../../../contract/notifications.ts";
import { channelTypes, findChannelType } from "./list.ts";

Deno.test("channels: each has a form that the contract allows, in both languages", () => {
  for (const { type, label, fields, help } of channelTypes) {
    channelTypeEntry.parse({ type, label, fields, ...(help === undefined ? {} : { help }) });
    const texts = [label, ...fields.flatMap((field) => [field.label, ...(field.help ? [field.help] : [])])];
    assert.ok(texts.every(({ en, zh }) => en !== "" && zh !== ""), type);
    assert.equal(new Set(fields.map(({ name }) => name)).size, fields.length, type);
  }
});

Deno.test("channels: a default that is chosen from a list is in it", () => {
  for (const { type, fields } of channelTypes) {
    for (const { name, kind, options = [], default: usual } of fields) {
      assert.equal(kind === "select", options.length > 0, `${type} ${name}`);
      if (usual === undefined || kind !== "select") continue;
      assert.ok(options.some(({ value }) => value === usual), `${type} ${name}`);
    }
  }
});

// Headers, bodies and buttons hold the logins of other services.
const opens = /token|secret|pass|key|webhook$|auth$|headers$|body$|actions$/i;

Deno.test("channels: what opens a door is a secret", () => {
  const open = channelTypes.flatMap(({ fields }) => fields)
    .filter(({ name, kind }) => opens.test(name) && !isSecretKind(kind))
    .map(({ name }) => name);
  // A name of a webhook that is kept elsewhere.
  assert.deepEqual(open, ["pushplusWebhook"]);
});

Deno.test("channels: each is there once, under the name it always had", () => {
  const names = channelTypes.map(({ type }) => type);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    [...names].sort(),
    [
      ...["aibotk", "bark", "chat", "chronocat", "dingtalkBot", "discord", "email", "goCqHttpBot", "gotify"],
      ...["iGot", "lark", "matrix", "ntfy", "openiLink", "pushDeer", "pushMe", "pushPlus", "pushover"],
      ...["serverChan", "slack", "smtp", "teams", "telegramBot", "weWorkApp", "weWorkBot", "webhook"],
      ...["wePlusBot", "wxPusherBot", "wxPusherSpt"],
    ].sort(),
  );
  assert.equal(findChannelType("gotify")?.type, "gotify");
  assert.equal(findChannelType("closed"), undefined);
});
