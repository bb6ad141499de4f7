import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { bark } from "./channels/bark.ts";
import type { ChannelField } from "../../contract/notifications.ts";
import { isSecretKind } from "../../contract/field_kinds.ts";
import type { ChannelType, Sender, Values } from "./channels/channel_type.ts";
import { channelTypes } from "./channels/list.ts";
import { pushPlus } from "./channels/push_plus.ts";
import { weWorkBot } from "./channels/we_work_bot.ts";
import { webhook } from "./channels/webhook.ts";
import { changedDestinations, completed, draftChannel } from "./check_fields.ts";

const [here, there] = ["https://a.example/x", "https://b.example/x"];
const rows: [string, ChannelType, Record<string, string>, Record<string, string>, boolean][] = [
  ["another server", weWorkBot, { weWorkOrigin: here }, { weWorkOrigin: there }, true],
  ["another path", weWorkBot, { weWorkOrigin: here }, { weWorkOrigin: "https://a.example/y" }, false],
  ["a secret address", webhook, { webhookUrl: here }, { webhookUrl: there }, true],
  ["a replaced key", bark, { barkPush: "one" }, { barkPush: "two" }, false],
  ["a server instead of a key", bark, { barkPush: "one" }, { barkPush: there }, true],
  [
    "the link that a message opens",
    bark,
    { barkUrl: here, barkIcon: here },
    { barkUrl: there, barkIcon: there },
    false,
  ],
  ["the URL that receives the result", pushPlus, { pushplusCallbackUrl: here }, {
    pushplusCallbackUrl: there,
  }, false],
];

for (const [what, type, before, after, isElsewhere] of rows) {
  Deno.test(`check fields: ${what} is ${isElsewhere ? "another destination" : "the same destination"}`, () => {
    const fieldPath = (values: Record<string, string>) => ({ values, proxy: null });
    assert.equal(changedDestinations(type, fieldPath(before), fieldPath(after)).length > 0, isElsewhere);
  });
}

Deno.test("check fields: the fields that a channel refers to exist", () => {
  for (const { type, fields, aliases = {} } of channelTypes) {
    for (const name of Object.values(aliases)) {
      assert.ok(fields.some((field) => field.name === name), `${type} ${name}`);
    }
  }
});

const message = { title: "T", content: "C", link: null, key: "k" };

/** Returns the servers that a channel connects to with these values, whether or not sending succeeds. */
async function targetsOf(type: ChannelType, values: Values): Promise<string[]> {
  const targets: string[] = [];
  const sender: Sender = {
    request: ({ url, proxy = null }) => {
      targets.push(`${new URL(url).origin} by ${proxy?.replace(/\/\/.*@/, "//")}`);
      return Promise.resolve({ status: 200, text: "{}", json: { errcode: 0, access_token: "t" } });
    },
    mail: ({ host, port, secure }) => {
      targets.push(`${host}:${port} ${secure}`);
      return Promise.resolve("");
    },
    now: () => 0,
  };
  await type.send(message, completed(type, values), sender).catch(() => {});
  return targets;
}

const { privateKey, publicKey } = await crypto.subtle.generateKey(
  { name: "ECDSA", namedCurve: "P-256" },
  true,
  [
    "sign",
    "verify",
  ],
);
const signingKey = Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64url");
const browserKey = Buffer.from(await crypto.subtle.exportKey("raw", publicKey)).toString("base64url");

/** Returns enough possible values of a field to see the effect of each. */
function valuesOf({ kind, name, options = [] }: ChannelField): string[] {
  if (kind === "address") return ["https://a.example", "https://b.example", "http://a.example"];
  if (kind === "number") return ["1", "2"];
  if (kind === "select") return options.map(({ value }) => value);
  if (kind === "switch") return ["true", "false"];
  if (name === "smtpTo" || name === "emailTo") return ["one@a.example", "one@b.example"];
  if (name === "weWorkAppKey") return ["a,b,c,1", "d,e,f,2"];
  if (name === "chronocatQQ") return ["user_id=1", "user_id=2"];
  if (name === "webPushSigningKey") return [signingKey];
  if (name === "webPushPublicKey") return [browserKey];
  if (isSecretKind(kind)) return ["https://a.example/$title", "https://b.example/$title", "key1", "key2"];
  return ["a.example", "b.example"];
}

for (const type of channelTypes) {
  const { fields } = type;
  Deno.test(`check fields: ${type.type} never sends a stored secret to another destination`, async () => {
    const first = Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)[0]!]));
    assert.ok((await targetsOf(type, first)).length > 0, "it connects to nothing");
    const secretNames = fields.filter(({ kind }) => isSecretKind(kind)).map(({ name }) => name);
    const isSecret = (name: string) => secretNames.includes(name);
    const pick = (wanted: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(first).filter(([name]) => wanted(name)));
    const stored = {
      plain: pick((name) => !isSecret(name)),
      secrets: pick(isSecret),
      proxy: null,
      redactedProxy: "",
    };
    for (const field of fields) {
      const others = secretNames.filter((name) => name !== field.name);
      for (const value of valuesOf(field).slice(1)) {
        const after = { ...first, [field.name]: value };
        const isElsewhere = String(await targetsOf(type, first)) !== String(await targetsOf(type, after));
        const sent = { ...stored.plain, [field.name]: value };
        for (const language of ["en", "zh"] as const) {
          const { issues } = draftChannel(type, { fields: sent }, stored, language);
          const again = issues.filter(({ code }) => code === "secret_again");
          if (isElsewhere) assert.ok(field.destination || others.length === 0, `${field.name}=${value}`);
          if (isElsewhere || again.length > 0) {
            assert.deepEqual(again.map(({ path }) => path), others.map((name) => `fields.${name}`));
          }
          for (const { params } of again) assert.equal(params?.field, field.label[language]);
        }
        const given = Object.fromEntries(others.map((name) => [name, first[name]!]));
        const { issues } = draftChannel(type, { fields: { ...sent, ...given } }, stored, "en");
        assert.deepEqual(issues.filter(({ code }) => code === "secret_again"), []);
      }
    }
  });
}

Deno.test("check fields: a proxy that could read the traffic is another destination", () => {
  const gotify = channelTypes.find(({ type }) => type === "gotify")!;
  const change = (type: ChannelType, values: Values, proxy: string | null) =>
    changedDestinations(type, { values, proxy: null }, { values, proxy });
  const socks = "socks5://192.0.2.1:1080";
  assert.deepEqual(change(gotify, { gotifyUrl: "http://a.example" }, socks), ["proxy"]);
  assert.deepEqual(change(gotify, { gotifyUrl: "https://a.example" }, socks), []);
  assert.deepEqual(change(gotify, { gotifyUrl: "http://a.example" }, null), []);
});
