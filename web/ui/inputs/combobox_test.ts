import assert from "node:assert/strict";
import { findOptions } from "./combobox.tsx";

const zones = [
  "America/Indiana/Indianapolis",
  "Atlantic/Bermuda",
  "Europe/Berlin",
  "Europe/London",
  "Pacific/Guam",
].map((value) => ({ value, label: value, hint: value === "Europe/Berlin" ? "+01:00" : "+00:00" }));

const find = (typed: string) => findOptions(zones, typed).map(({ value }) => value);

const searches: Record<string, string[]> = {
  "": zones.map(({ value }) => value),
  ber: ["Atlantic/Bermuda", "Europe/Berlin"],
  berl: ["Europe/Berlin"],
  lond: ["Europe/London"],
  "EUROPE lon": ["Europe/London"],
  "+01": ["Europe/Berlin"],
  berlni: ["Europe/Berlin"],
  nowhere: [],
};

for (const [typed, expected] of Object.entries(searches)) {
  Deno.test(`combobox: ${JSON.stringify(typed)} finds ${expected.length} options`, () => {
    assert.deepEqual(find(typed), expected);
  });
}

Deno.test("combobox: an option that begins with the text comes first", () => {
  const options = ["a mail", "email", "mail"].map((value) => ({ value, label: value }));
  assert.deepEqual(findOptions(options, "mail").map(({ value }) => value), ["mail", "a mail", "email"]);
});

Deno.test("combobox: an option whose text does not have the word comes last", () => {
  const options = [
    { value: "wxPusherBot", label: "wxPusher" },
    { value: "telegramBot", label: "Telegram Bot" },
  ];
  assert.deepEqual(findOptions(options, "bot").map(({ label }) => label), ["Telegram Bot", "wxPusher"]);
});
