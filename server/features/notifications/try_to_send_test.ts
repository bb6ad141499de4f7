import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { Language } from "../../contract/settings.ts";
import { gotify } from "./channels/gotify.ts";
import { smtp } from "./channels/smtp.ts";
import { hideSecrets, tryToSend } from "./try_to_send.ts";

const secret = "k/e+y=4711!";
const rows: [what: string, text: string, hidden: string][] = [
  ["unchanged", `no ${secret} here`, "no *** here"],
  ["in a URL", `x?key=${encodeURIComponent(secret)}&y`, "x?key=***&y"],
  ["in base64", `Basic ${btoa(secret)}`, "Basic ***"],
  ["truncated at the end", `the key ${secret.slice(0, 7)}`, "the key ***"],
];
for (const [what, text, hidden] of rows) {
  Deno.test(`hide secrets: one ${what}`, () => assert.equal(hideSecrets(text, [secret, "abc"]), hidden));
}

Deno.test("hide secrets: ignores very short secrets", () => {
  assert.equal(hideSecrets("a cab", ["a", "abc"]), "a cab");
});

Deno.test("try to send: says how to trust a server whose certificate nobody has issued", async () => {
  const tryWith = async (reason: string, language: Language) => {
    const type = { ...smtp, send: () => Promise.reject(new Error(reason)) };
    const channel = { type, values: {}, proxy: null, secrets: [] };
    const message = { title: "t", content: "c", link: null, key: "k" };
    const { result } = await tryToSend(channel, message as never, { // the channel reads none of it
      clock: new TestClock(0),
      openSender: () => ({}) as never, // the channel sends nothing
      language,
      requester: "person",
      signal: new AbortController().signal,
      onBug: assert.fail,
    });
    return result;
  };
  const reasons = [
    "self-signed certificate",
    "unable to verify the first certificate",
    "unable to get local issuer certificate",
  ];
  for (const reason of reasons) {
    assert.match(
      await tryWith(reason, "en"),
      new RegExp(`^Could not connect: ${reason}\\. .*update-ca-certificates.*SSL_CERT_FILE$`),
    );
    assert.match(await tryWith(reason, "zh"), /update-ca-certificates.*SSL_CERT_FILE/);
  }
  assert.equal(await tryWith("connect ECONNREFUSED", "en"), "Could not connect: connect ECONNREFUSED");
});

Deno.test("try to send: names the secret that a channel still lacks, and sends nothing", async () => {
  const type = { ...gotify, send: () => Promise.reject(new Error("it was sent")) };
  const channel = { type, values: { gotifyUrl: "https://push.example" }, proxy: null, secrets: [] };
  const message = { title: "t", content: "c", link: null, key: "k" };
  const tried = await tryToSend(channel, message, {
    clock: new TestClock(0),
    openSender: () => ({}) as never, // the channel sends nothing
    language: "en",
    requester: "person",
    signal: new AbortController().signal,
    onBug: assert.fail,
  });
  assert.equal(tried.ok, false);
  assert.equal(tried.permanent, true);
  assert.equal(tried.result, "Enter the secret of this channel: Application token");
});
