import assert from "node:assert/strict";
import type { ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import {
  freeName,
  missingFields,
  movedFields,
  newDraft,
  sentChannel,
  sentFields,
  withSecret,
} from "./channel_draft.ts";

const label = { en: "Any", zh: "任意" };
const entry: ChannelTypeEntry = {
  type: "any",
  label,
  fields: [
    { name: "server", kind: "address", label, required: true, destination: true },
    { name: "token", kind: "secret", label, required: true, destination: false },
    { name: "level", kind: "text", label, required: true, destination: false, default: "active" },
    {
      name: "way",
      kind: "select",
      label,
      required: true,
      destination: false,
      options: [{ value: "a", label }],
    },
    { name: "note", kind: "lines", label, required: false, destination: false },
    { name: "headers", kind: "secret_lines", label, required: false, destination: false },
  ],
};

Deno.test("channel draft: starts with defaults and lacks fields without one", () => {
  const draft = newDraft(entry, "Any");
  assert.deepEqual(draft.values, { server: "", level: "active", way: "", note: "" });
  // An unset choice does not fall back to the first option.
  assert.deepEqual(missingFields(entry, draft, []), ["server", "token", "way"]);
});

Deno.test("channel draft: a stored secret is kept, replaced or removed", () => {
  const draft = { ...newDraft(entry, "Any"), values: { server: "https://a", way: "a" } };
  const withSecret = (secrets: typeof draft.secrets) => ({ ...draft, secrets });
  assert.deepEqual(sentFields(draft), { server: "https://a", way: "a" });
  assert.deepEqual(missingFields(entry, draft, ["token"]), []);
  const removed = withSecret({ token: { act: "remove" } });
  assert.deepEqual(sentFields(removed), { server: "https://a", way: "a", token: "" });
  assert.deepEqual(missingFields(entry, removed, ["token"]), ["token"]);
  const replaced = withSecret({ token: { act: "replace", text: "x&y" } });
  assert.deepEqual(sentFields(replaced), { server: "https://a", way: "a", token: "x&y" });
  assert.deepEqual(missingFields(entry, withSecret({ token: { act: "replace", text: " " } }), ["token"]), [
    "token",
  ]);
});

Deno.test("channel draft: a secret that was touched but kept counts as untouched", () => {
  const draft = newDraft(entry, "Any");
  const touched = { ...draft, secrets: withSecret(draft, "token", { act: "remove" }) };
  assert.deepEqual(touched.secrets, { token: { act: "remove" } });
  assert.deepEqual({ ...draft, secrets: withSecret(touched, "token", { act: "keep" }) }, draft);
});

Deno.test("channel draft: does not send unset fields", () => {
  assert.deepEqual(Object.keys(sentChannel(newDraft(entry, " Any "))).sort(), ["fields", "name", "type"]);
  assert.equal(sentChannel(newDraft(entry, " Any ")).name, "Any");
  const wished = { ...newDraft(entry, "Any"), proxy: "socks5://a:1", isDefault: true };
  assert.equal(sentChannel(wished).proxy, "socks5://a:1");
  assert.equal(sentChannel(wished).isDefault, true);
});

Deno.test("channel draft: a free name ignores the case of the others", () => {
  assert.equal(freeName("Bark", []), "Bark");
  assert.equal(freeName("Bark", ["bark", "Bark 2", "Other"]), "Bark 3");
});

Deno.test("channel draft: another origin is another destination; another path or text is not", () => {
  const saved = { ...newDraft(entry, "Any"), values: { server: "https://a.example/x", note: "a" } };
  const moved = (values: Record<string, string>) =>
    movedFields(entry, saved, { ...saved, values: { ...saved.values, ...values } }).map(({ name }) => name);
  assert.deepEqual(moved({}), []);
  assert.deepEqual(moved({ server: " https://a.example/y", note: "b", level: "other" }), []);
  assert.deepEqual(moved({ server: "http://a.example/x" }), ["server"]);
  assert.deepEqual(moved({ server: "https://b.example/x" }), ["server"]);
});
