import assert from "node:assert/strict";
import { automaticBackups } from "../../../server/contract/automatic_backups.ts";
import { plainSettings, settingsPatch } from "../../../server/contract/settings.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { settingSections } from "../../shared/settings/setting_texts.ts";
import { findSettings } from "./find_settings.ts";

const inEnglish = newMessages("en", { texts: en });
const inChinese = newMessages("zh", { texts: zh });
const hrefs = (text: string, { t } = inEnglish) => findSettings(text, t, () => true).map(({ href }) => href);

Deno.test("find settings: matches labels before help, and every word has to match", () => {
  assert.deepEqual(hrefs("concurrent").slice(0, 1), ["/setting/running#concurrency"]);
  assert.deepEqual(hrefs("python mirror"), ["/setting/dependence#pythonMirror"]);
  assert.equal(hrefs("proxy")[0], "/setting/network#proxy");
  assert.deepEqual(hrefs("python zzz"), []);
  assert.deepEqual(hrefs("  "), []);
});

Deno.test("find settings: finds pages by their name, and Chinese texts by names of the API", () => {
  assert.equal(hrefs("audit")[0], "/setting/auditLog");
  assert.equal(hrefs("并发", inChinese)[0], "/setting/running#concurrency");
  assert.equal(hrefs("concurrency", inChinese)[0], "/setting/running#concurrency");
});

Deno.test("find settings: finds settings by words that people use for them", () => {
  assert.equal(hrefs("how long logs")[0], "/setting/storage#logRetentionDays");
  assert.equal(hrefs("日志保留", inChinese)[0], "/setting/storage#logRetentionDays");
  for (const text of ["2fa", "TOTP"]) assert.equal(hrefs(text)[0], "/setting/security#secondFactor");
  assert.equal(hrefs("token")[0], "/setting/app");
  assert.equal(hrefs("令牌", inChinese)[0], "/setting/app");
  assert.equal(hrefs("webhook")[0], "/setting/notification#channels");
  assert.deepEqual(hrefs("pause"), ["/setting/running#concurrency"]);
  assert.deepEqual(hrefs("暂停", inChinese), ["/setting/running#concurrency"]);
});

Deno.test("find settings: finds nothing on pages that the role does not include", () => {
  const found = (text: string) =>
    findSettings(text, inEnglish.t, (needed) => needed === null).map(({ href }) => href);
  assert.deepEqual(found("concurrent"), []);
  assert.deepEqual(found("audit"), []);
  assert.equal(found("2fa")[0], "/setting/security#secondFactor");
});

/** Settings without a field of their own. */
const partOfOthers: readonly string[] = [
  // A choice of `language`.
  "followSystemLanguage",
  // Groups of settings.
  "backups",
  "dependencies",
];

Deno.test("find settings: each setting of the API is found, or is listed as part of others", () => {
  const names = [
    ...Object.keys(settingsPatch.shape).filter((name) => !partOfOthers.includes(name)),
    ...Object.keys(plainSettings.shape.dependencies.unwrap().shape),
    ...Object.keys(automaticBackups.shape).map((name) => `backup${name[0]!.toUpperCase()}${name.slice(1)}`),
  ];
  const fields = settingSections.flatMap(({ fields }) => fields.map(([id]) => id));
  assert.deepEqual(names.filter((name) => !fields.includes(name)), []);
});
