import assert from "node:assert/strict";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import {
  changesBetween,
  checkSource,
  checkValues,
  emptyValues,
  inputOf,
  proposedAlias,
  valuesOf,
} from "./subscription_values.ts";

const subscription: Subscription = {
  id: 1,
  name: "Daily scripts",
  type: "private_repository",
  url: "git@example.com:owner/scripts.git",
  branch: "main",
  pullMethod: "ssh_key",
  username: "",
  schedule: { kind: "interval", every: 6, unit: "hours" },
  timeZone: null,
  whitelist: "daily/",
  blacklist: "",
  dependencyWords: "",
  extensions: "js py",
  before: null,
  after: "echo done",
  proxy: "",
  requireHeader: false,
  autoAdd: true,
  autoDelete: false,
  onChange: "keep",
  ownPython: false,
  applyFolder: "panel",
  review: "ask",
  pinnedCommit: null,
  alias: "owner_scripts_main",
  enabled: true,
  passwordSet: false,
  privateKeySet: true,
  status: "idle",
  activeRun: null,
  nextRunAt: null,
  lastRun: null,
  lastPull: null,
  commit: null,
  waiting: null,
  taskCount: 3,
  packages: [],
  createdAt: "2027-01-01T00:00:00.000Z",
  updatedAt: "2027-01-01T00:00:00.000Z",
  version: 2,
};

Deno.test("subscription values: an unchanged subscription sends nothing", () => {
  const values = valuesOf(subscription);
  assert.deepEqual(changesBetween(values, valuesOf(subscription)), {});
});

Deno.test("subscription values: existing values are sent unchanged, a secret only when replaced or removed", () => {
  const values = valuesOf(subscription);
  const { name, url, schedule, review, alias } = subscription;
  const sent = inputOf(values);
  assert.deepEqual(
    [sent.name, sent.url, sent.schedule, sent.review, sent.alias],
    [name, url, schedule, review, alias],
  );
  assert.ok(!("privateKey" in sent) && !("password" in sent));
  const key = { kind: "replace" as const, text: "KEY" };
  assert.deepEqual(changesBetween(values, { ...values, privateKey: key }), { privateKey: "KEY" });
  assert.deepEqual(changesBetween(values, { ...values, privateKey: key, passphrase: "open" }), {
    privateKey: "KEY",
    passphrase: "open",
  });
  assert.deepEqual(changesBetween(values, { ...values, passphrase: "of no new key" }), {});
  assert.deepEqual(changesBetween(values, { ...values, privateKey: { kind: "remove" } }), {
    privateKey: null,
  });
  assert.deepEqual(changesBetween(values, { ...values, privateKey: { kind: "replace", text: "" } }), {});
});

Deno.test("subscription values: name and folder are derived from the address unless they are set", () => {
  const values = { ...emptyValues, url: "https://example.com/owner/repo.git", branch: "dev" };
  assert.equal(proposedAlias(values), "owner_repo_dev");
  assert.deepEqual([inputOf(values).name, inputOf(values).alias], ["owner_repo_dev", "owner_repo_dev"]);
  assert.equal(inputOf({ ...values, alias: "mine" }).name, "mine");
  assert.equal(proposedAlias(emptyValues), "");
});

Deno.test("subscription values: fields that do not apply to the type are not sent", () => {
  const file = inputOf({
    ...emptyValues,
    type: "file",
    url: "https://example.com/o/a.js",
    branch: "dev",
    whitelist: "x",
    review: "pinned",
    pinnedCommit: "a".repeat(40),
    privateKey: { kind: "replace", text: "KEY" },
  });
  assert.deepEqual(
    [file.branch, file.whitelist, file.review, file.pinnedCommit, file.pullMethod],
    ["", "", "ask", null, null],
  );
  assert.ok(!("privateKey" in file));
  const login = { username: "mira", password: { kind: "replace" as const, text: "token" } };
  const key = inputOf({ ...valuesOf(subscription), ...login });
  assert.deepEqual([key.username, key.password], ["", undefined]);
  const withPassword = inputOf({ ...valuesOf(subscription), ...login, pullMethod: "password" });
  assert.deepEqual([withPassword.username, withPassword.password], ["mira", "token"]);
});

Deno.test("subscription values: each kind of schedule sends its own fields", () => {
  const schedule = (part: Partial<typeof emptyValues>) => inputOf({ ...emptyValues, ...part }).schedule;
  assert.deepEqual(schedule({ rules: [" @daily ", ""] }), { kind: "cron", rules: ["@daily"] });
  assert.deepEqual(schedule({ kind: "interval", every: 2, unit: "days" }), {
    kind: "interval",
    every: 2,
    unit: "days",
  });
  assert.deepEqual(schedule({ kind: "manual" }), { kind: "manual" });
});

const translate: Translate = (key, { label, max } = {}) =>
  key === "controls.tooLong" ? `${key} ${label} ${max}` : key;
const complete = { ...emptyValues, url: "https://example.com/o/r.git" };

Deno.test("subscription checks: complete values have no messages", () => {
  assert.deepEqual(checkValues(complete, translate), {});
  assert.deepEqual(checkValues({ ...complete, url: "git@example.com:o/r.git" }, translate), {});
});

Deno.test("subscription checks: each invalid field has its message", () => {
  const errors = (part: Partial<typeof complete>) => checkValues({ ...complete, ...part }, translate);
  assert.deepEqual(errors({ url: " " }), { url: "ui.required" });
  assert.deepEqual(errors({ url: "ftp://example.com/o" }), { url: "subscriptions.addressWrong" });
  assert.deepEqual(errors({ url: "git@h:o/a.js", type: "file" }), { url: "subscriptions.addressWrongFile" });
  assert.deepEqual(errors({ alias: "../x" }), { alias: "subscriptions.aliasWrong" });
  assert.deepEqual(errors({ alias: "x".repeat(81) }), { alias: "controls.tooLong subscriptions.alias 80" });
  assert.deepEqual(errors({ alias: "x".repeat(80) }), {});
  assert.deepEqual(errors({ review: "pinned", pinnedCommit: "abc" }), {
    pinnedCommit: "subscriptions.pinnedCommitWrong",
  });
  assert.deepEqual(errors({ rules: ["  "] }), { rules: "ui.required" });
  assert.deepEqual(errors({ kind: "interval", every: null }), { every: "ui.required" });
  assert.deepEqual(errors({ kind: "interval", every: 0 }), { every: "ui.range" });
  assert.deepEqual(errors({ kind: "manual", rules: [], every: null }), {});
});

Deno.test("subscription checks: a preview needs no schedule", () => {
  assert.deepEqual(checkSource({ ...complete, rules: [""] }, translate), {});
});
