import assert from "node:assert/strict";
import { translateStored } from "./stored_texts.ts";

const translate = translateStored({
  en: {
    gone: "It is gone",
    late: () => "Too late",
    host: (host) => `The host ${host} was not found`,
    network: (host, by) => `${host} is internal. Set A=${by}, then ask for ${host} again.`,
  },
  zh: {
    gone: "已不存在",
    late: () => "太晚",
    host: (host) => `找不到主机 ${host}`,
    network: (host, by) => `请设置 A=${by}，以访问 ${host}`,
  },
});

Deno.test("stored texts: a text of the panel is in the language that is asked for, with its values", () => {
  assert.equal(translate("It is gone", "zh"), "已不存在");
  assert.equal(translate("已不存在", "en"), "It is gone");
  assert.equal(translate("Too late", "zh"), "太晚");
  assert.equal(translate("找不到主机 example.org", "en"), "The host example.org was not found");
  const english = "a.lan is internal. Set A=10.0.0.0/8, then ask for a.lan again.";
  assert.equal(translate(english, "zh"), "请设置 A=10.0.0.0/8，以访问 a.lan");
  assert.equal(translate("请设置 A=10.0.0.0/8，以访问 a.lan", "en"), english);
  assert.equal(translate(english, "en"), english);
});

Deno.test("stored texts: what a tool or a service said stays as it is", () => {
  for (const text of ["npm error 404", "It is gone, it says", "", null]) {
    assert.equal(translate(text, "zh"), text);
  }
});
