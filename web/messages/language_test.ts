import assert from "node:assert/strict";
import { createFormat } from "./format.ts";
import { chooseLanguage, dateTag, directionOf, type LanguageSources, requestedLanguage } from "./language.ts";

const nothing: LanguageSources = {
  search: "",
  cookie: "",
  stored: null,
  followsSystem: false,
  browser: ["en-GB"],
  panel: "",
};

const choices: [string, Partial<LanguageSources>, "en" | "zh"][] = [
  ["no source has one", {}, "zh"],
  ["the URL", { search: "?lang=en" }, "en"],
  ["the URL before the cookie", { search: "?a=1&lang=en", cookie: "lang=zh" }, "en"],
  ["the cookie before storage", { cookie: "a=b; lang=en", stored: "zh" }, "en"],
  ["storage alone", { stored: "en" }, "en"],
  ["the panel when nothing is chosen", { panel: "en" }, "en"],
  ["storage before the panel", { stored: "zh", panel: "en" }, "zh"],
  ["a language in the URL that does not exist before the panel", { search: "?lang=fr", panel: "en" }, "zh"],
  ["an empty parameter is ignored", { search: "?lang=", cookie: "lang=", stored: "en" }, "en"],
  ["the first two letters", { search: "?lang=en-GB" }, "en"],
  ["in any case", { cookie: "lang=EN_us" }, "en"],
  ["Chinese of any kind", { search: "?lang=zh-Hant" }, "zh"],
  [
    "an unknown language in the URL outranks a known one in storage",
    { search: "?lang=fr", stored: "en" },
    "zh",
  ],
  ["a cookie whose name only ends in lang is ignored", { cookie: "xlang=en" }, "zh"],
  ["the browser, if it is followed", { followsSystem: true, cookie: "lang=zh", stored: "zh" }, "en"],
  ["the URL before the browser", { followsSystem: true, search: "?lang=zh" }, "zh"],
  ["the first language that exists", { followsSystem: true, browser: ["fr", "en-US", "zh"] }, "en"],
  ["a browser in other languages", { followsSystem: true, browser: ["fr"] }, "zh"],
  ["an escaped cookie", { cookie: "lang=%65n" }, "en"],
  ["an invalid escape", { cookie: "lang=%E0%A4%A", stored: "en" }, "zh"],
];

for (const [name, sources, language] of choices) {
  Deno.test(`language: ${name}`, () => {
    assert.equal(chooseLanguage({ ...nothing, ...sources }), language);
  });
}

Deno.test("language: the requested language is returned as written, for the writing direction", () => {
  assert.equal(requestedLanguage({ ...nothing, search: "?lang=ar-EG" }), "ar-EG");
});

Deno.test("language: he, ar, fa and ku are written from right to left, others are not", () => {
  const directions = ["he", "ar-EG", "fa_IR", "KU", "en", "zh-CN", "de", "hebrew", ""].map(directionOf);
  assert.deepEqual(directions, ["rtl", "rtl", "rtl", "rtl", "ltr", "ltr", "ltr", "rtl", "ltr"]);
});

Deno.test("language: English dates follow the region of the browser, else the year comes first", () => {
  const written = (...browser: string[]) =>
    createFormat("en", dateTag("en", browser)).dateTime("2026-03-04T05:06:07Z", "UTC");
  assert.equal(written("en-GB", "en"), "04/03/2026, 05:06:07");
  assert.equal(written("de-DE", "en-US"), "03/04/2026, 05:06:07");
  assert.equal(written("de-DE", "en"), "2026-03-04, 05:06:07");
  assert.equal(dateTag("zh", ["en-GB"]), "zh-CN");
});
