import assert from "node:assert/strict";
import { bark } from "./channels/bark.ts";
import type { ChannelType } from "./channels/channel_type.ts";
import { channelTypes } from "./channels/list.ts";
import { pushPlus } from "./channels/push_plus.ts";
import { weWorkBot } from "./channels/we_work_bot.ts";
import { webhook } from "./channels/webhook.ts";
import { leadsElsewhere } from "./check_fields.ts";

const [here, there] = ["https://a.example/x", "https://b.example/x"];
const rows: [string, ChannelType, Record<string, string>, Record<string, string>, boolean][] = [
  ["another server", weWorkBot, { weWorkOrigin: here }, { weWorkOrigin: there }, true],
  ["another path", weWorkBot, { weWorkOrigin: here }, { weWorkOrigin: "https://a.example/y" }, false],
  ["an address that is a secret", webhook, { webhookUrl: here }, { webhookUrl: there }, true],
  ["a key that is replaced", bark, { barkPush: "one" }, { barkPush: "two" }, false],
  ["a server in place of a key", bark, { barkPush: "one" }, { barkPush: there }, true],
  [
    "what a message opens",
    bark,
    { barkUrl: here, barkIcon: here },
    { barkUrl: there, barkIcon: there },
    false,
  ],
  ["who hears the outcome", pushPlus, { pushplusCallbackUrl: here }, { pushplusCallbackUrl: there }, false],
];

for (const [what, type, before, after, isElsewhere] of rows) {
  Deno.test(`check fields: ${what} ${isElsewhere ? "is another place" : "is the same place"}`, () => {
    const place = (values: Record<string, string>) => ({ values, proxy: null });
    assert.equal(leadsElsewhere(type, place(before), place(after)), isElsewhere);
  });
}

Deno.test("check fields: what a channel names of its fields is there", () => {
  for (const { type, fields, aliases = {}, passedOn = [] } of channelTypes) {
    for (const name of [...passedOn, ...Object.values(aliases)]) {
      assert.ok(fields.some((field) => field.name === name), `${type} ${name}`);
    }
  }
});
