import assert from "node:assert/strict";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { changesBetween, draftOf, emptyDraft, inputOf, isChanged, proposedAlias } from "./draft.ts";

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
  autoAdd: true,
  autoDelete: false,
  onChange: "keep",
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
  createdAt: "2027-01-01T00:00:00.000Z",
  updatedAt: "2027-01-01T00:00:00.000Z",
  version: 2,
};

Deno.test("subscription draft: one that was only opened sends nothing", () => {
  const draft = draftOf(subscription);
  assert.deepEqual(changesBetween(draft, draftOf(subscription)), {});
  assert.equal(isChanged(draft, draftOf(subscription)), false);
});

Deno.test("subscription draft: what is there is sent as it was, a secret only when it was replaced or removed", () => {
  const draft = draftOf(subscription);
  const { name, url, schedule, review, alias } = subscription;
  const sent = inputOf(draft);
  assert.deepEqual(
    [sent.name, sent.url, sent.schedule, sent.review, sent.alias],
    [name, url, schedule, review, alias],
  );
  assert.ok(!("privateKey" in sent) && !("password" in sent));
  const key = { act: "replace" as const, text: "KEY" };
  assert.deepEqual(changesBetween(draft, { ...draft, privateKey: key }), { privateKey: "KEY" });
  assert.deepEqual(changesBetween(draft, { ...draft, privateKey: key, passphrase: "open" }), {
    privateKey: "KEY",
    passphrase: "open",
  });
  assert.deepEqual(changesBetween(draft, { ...draft, passphrase: "of no new key" }), {});
  assert.deepEqual(changesBetween(draft, { ...draft, privateKey: { act: "remove" } }), { privateKey: null });
  assert.deepEqual(changesBetween(draft, { ...draft, privateKey: { act: "replace", text: "" } }), {});
});

Deno.test("subscription draft: name and folder follow from the address while nobody names them", () => {
  const draft = { ...emptyDraft, url: "https://example.com/owner/repo.git", branch: "dev" };
  assert.equal(proposedAlias(draft), "owner_repo_dev");
  assert.deepEqual([inputOf(draft).name, inputOf(draft).alias], ["owner_repo_dev", "owner_repo_dev"]);
  assert.equal(inputOf({ ...draft, alias: "mine" }).name, "mine");
  assert.equal(proposedAlias(emptyDraft), "");
});

Deno.test("subscription draft: what does not go with the type is not sent", () => {
  const file = inputOf({
    ...emptyDraft,
    type: "file",
    url: "https://example.com/o/a.js",
    branch: "dev",
    whitelist: "x",
    review: "pinned",
    pinnedCommit: "a".repeat(40),
    privateKey: { act: "replace", text: "KEY" },
  });
  assert.deepEqual(
    [file.branch, file.whitelist, file.review, file.pinnedCommit, file.pullMethod],
    ["", "", "ask", null, null],
  );
  assert.ok(!("privateKey" in file));
  const login = { username: "mira", password: { act: "replace" as const, text: "token" } };
  const key = inputOf({ ...draftOf(subscription), ...login });
  assert.deepEqual([key.username, key.password], ["", undefined]);
  const withPassword = inputOf({ ...draftOf(subscription), ...login, pullMethod: "password" });
  assert.deepEqual([withPassword.username, withPassword.password], ["mira", "token"]);
});

Deno.test("subscription draft: each kind of schedule sends its own fields", () => {
  const schedule = (part: Partial<typeof emptyDraft>) => inputOf({ ...emptyDraft, ...part }).schedule;
  assert.deepEqual(schedule({ rules: [" @daily ", ""] }), { kind: "cron", rules: ["@daily"] });
  assert.deepEqual(schedule({ kind: "interval", every: 2, unit: "days" }), {
    kind: "interval",
    every: 2,
    unit: "days",
  });
  assert.deepEqual(schedule({ kind: "manual" }), { kind: "manual" });
});
