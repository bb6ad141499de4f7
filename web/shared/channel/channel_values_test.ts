import assert from "node:assert/strict";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import {
  type ChannelValues,
  freeName,
  missingFields,
  movedFields,
  newValues,
  sentChannel,
  sentFields,
  valuesOf,
} from "./channel_values.ts";

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
const keep = { kind: "keep" } as const;

function withFields(values: ChannelValues, fields: ChannelValues["fields"]): ChannelValues {
  return { ...values, fields: { ...values.fields, ...fields } };
}

function missing(values: ChannelValues, stored: readonly string[] = []): string[] {
  return missingFields(entry, values, stored).map(({ name }) => name);
}

Deno.test("channel values: start with defaults and lack fields without one", () => {
  const values = newValues(entry, "Any");
  assert.deepEqual(values.fields, {
    ...{ server: "", token: keep, level: "active", way: "", note: "", headers: keep },
  });
  // An unset choice does not fall back to the first option.
  assert.deepEqual(missing(values), ["server", "token", "way"]);
});

Deno.test("channel values: a stored secret is kept, replaced or removed", () => {
  const values = withFields(newValues(entry, "Any"), { server: "https://a", level: "", way: "a" });
  assert.deepEqual(sentFields(values), { server: "https://a", way: "a" });
  assert.deepEqual(missing(values, ["token"]), []);
  const removed = withFields(values, { token: { kind: "remove" } });
  assert.deepEqual(sentFields(removed), { server: "https://a", way: "a", token: "" });
  assert.deepEqual(missing(removed, ["token"]), ["token"]);
  const replaced = withFields(values, { token: { kind: "replace", text: "x&y" } });
  assert.deepEqual(sentFields(replaced), { server: "https://a", way: "a", token: "x&y" });
  assert.deepEqual(missing(withFields(values, { token: { kind: "replace", text: " " } }), ["token"]), [
    "token",
  ]);
});

Deno.test("channel values: of a stored channel, every field has a value and no secret is touched", () => {
  const channel = { type: "any", name: "Any", fields: { server: "https://a" }, proxy: "", isDefault: true };
  const values = valuesOf(channel as unknown as Channel, entry); // only the parts that are read
  assert.deepEqual(values.fields, {
    ...{ server: "https://a", token: keep, level: "", way: "", note: "", headers: keep },
  });
  assert.deepEqual(sentFields(values), { server: "https://a" });
});

Deno.test("channel values: does not send unset fields", () => {
  assert.deepEqual(Object.keys(sentChannel(newValues(entry, " Any "))).sort(), ["fields", "name", "type"]);
  assert.equal(sentChannel(newValues(entry, " Any ")).name, "Any");
  const values = { ...newValues(entry, "Any"), proxy: "socks5://a:1", isDefault: true };
  assert.equal(sentChannel(values).proxy, "socks5://a:1");
  assert.equal(sentChannel(values).isDefault, true);
});

Deno.test("channel values: a free name ignores the case of the others", () => {
  assert.equal(freeName("Bark", []), "Bark");
  assert.equal(freeName("Bark", ["bark", "Bark 2", "Other"]), "Bark 3");
});

Deno.test("channel values: another origin is another destination; another path or text is not", () => {
  const saved = withFields(newValues(entry, "Any"), { server: "https://a.example/x", note: "a" });
  const moved = (fields: Record<string, string>) =>
    movedFields(entry, saved, withFields(saved, fields)).map(({ name }) => name);
  assert.deepEqual(moved({}), []);
  assert.deepEqual(moved({ server: " https://a.example/y", note: "b", level: "other" }), []);
  assert.deepEqual(moved({ server: "http://a.example/x" }), ["server"]);
  assert.deepEqual(moved({ server: "https://b.example/x" }), ["server"]);
});
