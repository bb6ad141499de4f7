import assert from "node:assert/strict";
import type { AuditEntry } from "../../server/contract/audit_log.ts";
import { automaticBackups } from "../../server/contract/automatic_backups.ts";
import { type SettingsPatch, settingsPatch } from "../../server/contract/settings.ts";
import { backupLimits } from "../../server/contract/limits/backups.ts";
import { Bus } from "../../server/engine/bus.ts";
import { openSettings } from "../../server/features/settings/service.ts";
import { Sealer } from "../../server/platform/seal.ts";
import { TestClock } from "../support/test_clock.ts";
import { password, TestApp } from "../support/test_app.ts";

const defaults = {
  concurrency: 4,
  language: "en",
  followSystemLanguage: false,
  timeZone: null,
  title: "Sundial",
  theme: "system",
  logRetentionDays: 30,
  logKeepRuns: null,
  logMaxBytes: 50_000_000,
  uploadMaxBytes: 1_000_000_000,
  javascriptRuntime: "auto",
  scriptAccess: "write",
  taskTimeLimitMs: null,
  dependencies: {
    nodeManager: "npm",
    ...{ nodeMirror: null, nodeProxy: null, pythonMirror: null, pythonProxy: null },
    ...{ linuxMirror: null, linuxProxy: null, denoMirror: null, jsrMirror: null, denoProxy: null },
  },
  ...{ proxy: null, sshKey: null },
  ...{ updateAddress: null, updateCheck: true, pulseUrl: null, passwordLogin: true },
  backups: automaticBackups.parse({}),
  effectiveTimeZone: "Europe/Berlin",
  version: 1,
};

Deno.test("settings: a fresh panel has the defaults and the system's zone", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { status, json, headers } = await app.call("GET", "/api/settings", { cookie });
  assert.equal(status, 200);
  assert.deepEqual(json, defaults);
  assert.equal(headers.get("etag"), '"1"');
});

Deno.test("settings: a change applies, is stored, increments the version and publishes an event", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const received: number[] = [];
  app.settings.onChange((settings) => received.push(settings.concurrency));
  const body = { concurrency: 9, timeZone: "Asia/Shanghai" };
  const { status, json, headers } = await app.call("PATCH", "/api/settings", { cookie, body });
  const expected = { ...defaults, ...body, effectiveTimeZone: "Asia/Shanghai", version: 2 };
  assert.equal(status, 200);
  assert.deepEqual(json, expected);
  assert.equal(headers.get("etag"), '"2"');
  assert.deepEqual((await app.call("GET", "/api/settings", { cookie })).json, expected);
  assert.deepEqual(received, [9]);
  assert.deepEqual(app.events, [
    { topic: "settings", type: "settings:updated", id: 1, version: 2, at: "2026-03-04T05:06:07.000Z" },
  ]);
  const reset = await app.call("PATCH", "/api/settings", { cookie, body: { timeZone: null } });
  assert.equal(reset.json.effectiveTimeZone, "Europe/Berlin");
});

/** Every setting that the response contains as it was sent. */
const full = {
  concurrency: 7,
  language: "zh",
  followSystemLanguage: true,
  timeZone: "Asia/Shanghai",
  title: "很好 😀",
  theme: "dark",
  logRetentionDays: 7,
  logKeepRuns: 50,
  logMaxBytes: 65_536,
  uploadMaxBytes: 1_000_000,
  javascriptRuntime: "deno",
  scriptAccess: "none",
  taskTimeLimitMs: 60_000,
  updateAddress: "https://releases.example/manifest.json",
  updateCheck: false,
  pulseUrl: "https://watch.example/ping/abc?from=panel",
  passwordLogin: true,
  dependencies: { ...defaults.dependencies, nodeManager: "pnpm", jsrMirror: "https://jsr.example" },
  backups: { ...defaults.backups, enabled: false, at: "04:00" },
  proxy: "http://proxy.example:8080",
};

Deno.test("settings: every one is stored as sent", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  const { sshKey: _, ...others } = settingsPatch.shape;
  assert.deepEqual(Object.keys(full).sort(), Object.keys(others).sort());
  assert.equal((await app.call("PATCH", "/api/settings", { cookie, body: full })).status, 200);
  const { json } = await app.call("GET", "/api/settings", { cookie });
  for (const [name, value] of Object.entries(full)) assert.deepEqual(json[name], value, name);
});

Deno.test("settings: an empty change does nothing and publishes nothing", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { status, json } = await app.call("PATCH", "/api/settings", { cookie, body: {} });
  assert.deepEqual([status, json.version], [200, 1]);
  assert.deepEqual(app.events, []);
});

Deno.test("settings: the second of two edits of one version is rejected", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const edit = (concurrency: number, ifMatch: string) =>
    app.call("PATCH", "/api/settings", { cookie, body: { concurrency }, headers: { "if-match": ifMatch } });
  const both = await Promise.all([edit(7, '"1"'), edit(8, '"1"')]);
  // Which of them comes first is up to the database.
  assert.deepEqual(both.map((response) => response.status).sort(), [200, 412]);
  assert.equal(both.find(({ status }) => status === 412)?.problem.code, "stale_version");
  assert.equal((await edit(9, 'W/"2"')).json.version, 3);
  assert.equal((await edit(10, "*")).json.version, 4);
  assert.equal((await edit(11, "latest")).status, 412);
  assert.equal(app.settings.current().concurrency, 10);
});

const rejections: [unknown, string, string][] = [
  [{ concurrency: 0 }, "concurrency", "too_small"],
  [{ concurrency: 1001 }, "concurrency", "too_big"],
  [{ concurrency: 1.5 }, "concurrency", "invalid_type"],
  [{ concurrency: "5" }, "concurrency", "invalid_type"],
  [{ timeZone: "Europe/Atlantis" }, "timeZone", "unknown_time_zone"],
  [{ timeZone: "+08:00" }, "timeZone", "unknown_time_zone"],
  [{ title: "" }, "title", "required"],
  [{ title: "x".repeat(61) }, "title", "too_long"],
  [{ title: "Sundial\u202e" }, "title", "invalid_character"],
  [{ theme: "pink" }, "theme", "invalid_value"],
  [{ logRetentionDays: 0 }, "logRetentionDays", "too_small"],
  [{ logKeepRuns: 0 }, "logKeepRuns", "too_small"],
  [{ logMaxBytes: 65_535 }, "logMaxBytes", "too_small"],
  [{ taskTimeLimitMs: 0 }, "taskTimeLimitMs", "too_small"],
  [{ uploadMaxBytes: 999_999 }, "uploadMaxBytes", "too_small"],
  [{ pulseUrl: "ftp://watch.example" }, "pulseUrl", "bad_address"],
  [{ pulseUrl: "https://me:secret@watch.example/x" }, "pulseUrl", "bad_address"],
  [{ version: 7 }, "version", "unknown_field"],
  [{ effectiveTimeZone: "UTC" }, "effectiveTimeZone", "unknown_field"],
  [[], "", "invalid_type"],
  [null, "", "invalid_type"],
];
for (const [body, path, code] of rejections) {
  Deno.test(`settings: ${JSON.stringify(body).slice(0, 40)} is rejected at ${path || "the body"} as ${code}`, async () => {
    await using app = await TestApp.open();
    const cookie = await app.setUp();
    const { status, problem } = await app.call("PATCH", "/api/settings", { cookie, body });
    assert.equal(status, 422);
    assert.deepEqual(problem.issues?.map((issue) => [issue.path, issue.code]), [[path, code]]);
    assert.equal(app.settings.current().version, 1);
    assert.deepEqual(app.events, []);
  });
}

Deno.test("settings: logs can be kept forever", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const { json } = await app.call("PATCH", "/api/settings", { cookie, body: { logRetentionDays: null } });
  assert.equal(json.logRetentionDays, null);
  assert.equal((await app.call("GET", "/api/settings", { cookie })).json.logRetentionDays, null);
});

Deno.test("settings: an unreadable row deletes, permits and sends nothing; the log names it", async () => {
  await using app = await TestApp.open();
  const rows = {
    logRetentionDays: "36500",
    scriptAccess: '"everything"',
    updateCheck: "{broken",
    backups: '{"keep": 0}',
    concurrency: "5000",
  };
  const values = Object.entries(rows).map(([name, value_json]) => ({ name, value_json }));
  await app.db.insertInto("setting").values(values).execute();
  const warned: unknown[] = [];
  const settings = await openSettings({
    ...{ db: app.db, bus: new Bus(() => {}), clock: new TestClock(), systemTimeZone: "UTC" },
    ...{ defaultConcurrency: 4, defaultLanguage: "en" as const },
    secrets: { sealer: new Sealer("/nowhere"), keys: "/nowhere" },
    logger: { warn: (_, fields) => void warned.push(fields?.["name"]) },
  });
  const { logRetentionDays, scriptAccess, updateCheck, backups, concurrency } = settings.current();
  assert.deepEqual([logRetentionDays, scriptAccess, updateCheck, concurrency], [null, "none", false, 4]);
  assert.equal(backups.keep, backupLimits.keep);
  assert.deepEqual(warned.sort(), Object.keys(rows).sort());
});

Deno.test("settings: an unreadable row counts as not set", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await app.db.insertInto("setting").values([
    { name: "concurrency", value_json: '"many"' },
    { name: "of_a_newer_panel", value_json: "1" },
  ]).execute();
  const { json } = await app.call("PATCH", "/api/settings", { cookie, body: { title: "Mine" } });
  assert.deepEqual([json.concurrency, json.title, json.of_a_newer_panel], [4, "Mine", undefined]);
});

Deno.test("settings: package mirrors are replaced as a whole, and a URL with a password is rejected", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const change = (dependencies: object) =>
    app.call("PATCH", "/api/settings", { cookie, body: { dependencies } });
  const nodeMirror = "https://mirror.example/npm/";
  const changed = await change({ nodeManager: "pnpm", nodeMirror });
  assert.deepEqual(changed.json.dependencies, { ...defaults.dependencies, nodeManager: "pnpm", nodeMirror });
  assert.deepEqual((await change({})).json.dependencies, defaults.dependencies);
  for (
    const address of [
      "mirror.example",
      "ftp://a",
      "http://me:secret@a/",
      "http://a b",
      "http://",
      "--proxy",
      "http://a/?x",
      "http://h:99999/",
      "http://[::g]/",
      "http://h%00/",
    ]
  ) {
    const { status, problem } = await change({ pythonMirror: address });
    assert.equal(status, 422, address);
    assert.deepEqual(problem.issues?.map(({ path, code }) => `${path} ${code}`), [
      "dependencies.pythonMirror bad_address",
    ]);
  }
  assert.equal((await change({ nodeManager: "yarn" })).status, 422);
});

Deno.test("settings: an application cannot change backups, whatever its scopes", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  const headers = await programHeaders(app, cookie);
  const patch = (change: unknown) => app.call("PATCH", "/api/settings", { headers, body: change });
  const rejected = await patch({ title: "Mine", backups: { enabled: false } });
  assert.deepEqual([rejected.status, rejected.problem.code], [403, "person_required"]);
  assert.deepEqual(rejected.problem.issues?.map(({ path }) => path), ["backups"]);
  assert.deepEqual([app.settings.current().title, app.settings.current().version], ["Sundial", 1]);
  assert.equal((await patch({ title: "Mine" })).status, 200);
});

const trusted = {
  updateAddress: "https://updates.example/latest.json",
  proxy: "http://me:secret@192.0.2.1:8080",
  sshKey: { privateKey: "no key" },
};

for (const [name, value] of Object.entries(trusted)) {
  Deno.test(`settings: changing ${name} requires step-up, and no application may change it`, async () => {
    await using app = await TestApp.open({ withDataDir: true });
    const cookie = await app.setUp();
    const headers = await programHeaders(app, cookie);
    const patch = (body: object) => app.call("PATCH", "/api/settings", { cookie, body });
    await app.db.updateTable("session").set({ proven_at: 0 }).execute();
    const rejected = await patch({ [name]: value, title: "Mine" });
    assert.deepEqual([rejected.status, rejected.problem.code], [403, "step_up_required"]);
    assert.deepEqual([app.settings.current().title, app.settings.current().version], ["Sundial", 1]);
    assert.equal((await patch({ title: "Mine", [name]: null })).status, 200);
    await app.call("POST", "/api/auth/step-up", { cookie, body: { password } });
    const accepted = name === "sshKey" ? 422 : 200;
    assert.equal((await patch({ [name]: value })).status, accepted);
    await app.db.updateTable("session").set({ proven_at: 0 }).execute();
    // Sending back the masked value changes nothing.
    const current = app.settings.current()[name as keyof typeof trusted];
    assert.equal((await patch({ [name]: current, concurrency: 9 })).status, 200);
    if (name !== "sshKey") assert.equal((await patch({ [name]: null })).status, 403);
    const byProgram = await app.call("PATCH", "/api/settings", {
      headers,
      body: { [name]: name === "sshKey" ? value : null },
    });
    assert.deepEqual([byProgram.status, byProgram.problem.code], [403, "person_required"]);
  });
}

/**
 * The settings that an application with `system:write` may change. All others, including new ones, require a
 * user.
 */
const openToApplications: Partial<SettingsPatch> = {
  concurrency: 9,
  language: "zh",
  followSystemLanguage: true,
  timeZone: "Asia/Shanghai",
  title: "Mine",
  theme: "dark",
  logRetentionDays: 9,
  logKeepRuns: 9,
  logMaxBytes: 65_536,
  uploadMaxBytes: 2_000_000,
  javascriptRuntime: "deno",
  taskTimeLimitMs: 60_000,
  updateCheck: false,
};
const address = "https://mirror.example/";

/** A new value of each setting that requires a user, by the path in the rejection. */
const forPeople: Record<string, SettingsPatch> = {
  updateAddress: { updateAddress: address },
  pulseUrl: { pulseUrl: address },
  passwordLogin: { passwordLogin: false },
  proxy: { proxy: "http://192.0.2.1:8080" },
  sshKey: { sshKey: { privateKey: "no key" } },
  backups: { backups: automaticBackups.parse({ enabled: false }) },
  scriptAccess: { scriptAccess: "none" },
  ...Object.fromEntries(
    Object.entries(defaults.dependencies).map(([part, before]) => [
      `dependencies.${part}`,
      { dependencies: { ...defaults.dependencies, [part]: before === null ? address : "pnpm" } },
    ]),
  ),
};

Deno.test("settings: applications may change only the listed ones, alone or among others", async () => {
  await using app = await TestApp.open();
  const headers = await programHeaders(app, await app.setUp());
  const known = [...Object.keys(openToApplications), ...Object.keys(forPeople)].map((path) =>
    path.split(".")[0]!
  );
  assert.deepEqual([...new Set(known)].sort(), Object.keys(settingsPatch.shape).sort());
  for (const [path, patch] of Object.entries(forPeople)) {
    for (const body of [patch, { ...openToApplications, ...patch }]) {
      const { status, problem } = await app.call("PATCH", "/api/settings", { headers, body });
      assert.deepEqual([status, problem.code], [403, "person_required"], path);
      assert.deepEqual(problem.issues?.map((issue) => issue.path), [path]);
    }
  }
  assert.equal(app.settings.current().version, 1);
  const { json } = await app.call("PATCH", "/api/settings", { headers, body: openToApplications });
  assert.deepEqual({ ...json, ...openToApplications }, json);
});

Deno.test("settings: changing a mirror, a proxy or the package managers requires step-up", async () => {
  await using app = await TestApp.open();
  const cookie = await app.setUp();
  await app.db.updateTable("session").set({ proven_at: 0 }).execute();
  const patch = (body: SettingsPatch) => app.call("PATCH", "/api/settings", { cookie, body });
  for (const part of Object.keys(defaults.dependencies)) {
    const rejected = await patch(forPeople[`dependencies.${part}`]!);
    assert.deepEqual([rejected.status, rejected.problem.code], [403, "step_up_required"], part);
  }
  // Values as returned, or omitted defaults, are no change.
  const unchanged = await patch({ title: "Mine", dependencies: app.settings.current().dependencies });
  assert.deepEqual([unchanged.status, unchanged.json.title], [200, "Mine"]);
  await app.call("POST", "/api/auth/step-up", { cookie, body: { password } });
  assert.equal((await patch(forPeople["dependencies.nodeMirror"]!)).status, 200);
  await app.db.updateTable("session").set({ proven_at: 0 }).execute();
  // Omitting it would restore the default mirror, which is a change.
  const reset = await app.call("PATCH", "/api/settings", { cookie, body: { dependencies: {} } });
  assert.deepEqual([reset.status, reset.problem.code], [403, "step_up_required"]);
});

Deno.test("settings: the audit log has the changed ones and the user, and passwords are masked", async () => {
  await using app = await TestApp.open({ withDataDir: true });
  const cookie = await app.setUp();
  const mirror = { dependencies: { nodeMirror: "https://npm.example" }, concurrency: 5, theme: "system" };
  await app.call("PATCH", "/api/settings", { cookie, body: mirror });
  await app.call("PATCH", "/api/settings", { cookie, body: { proxy: trusted.proxy } });
  const { json, text } = await app.call("GET", "/api/audit-log", { cookie });
  const [{ act, actor, detail, changes }, { changes: plain }] = json.items as [AuditEntry, AuditEntry];
  assert.deepEqual([act, actor.kind, detail], ["settings.update", "person", {
    fields: ["proxy"],
  }]);
  const fieldsOf = (all: AuditEntry["changes"]) => all.map(({ field, from, to }) => [field, from, to]);
  assert.deepEqual(fieldsOf(changes), [["proxy", null, "http://me:***@192.0.2.1:8080"]]);
  assert.deepEqual(fieldsOf(plain), [
    ["concurrency", 4, 5],
    ["dependencies.nodeMirror", null, "https://npm.example"],
  ]);
  assert.ok(!text.includes("secret"));
});

async function programHeaders(app: TestApp, cookie: string): Promise<Record<string, string>> {
  const body = { name: "Robot", scopes: ["system:write"] };
  const { json } = await app.call("POST", "/api/applications", { cookie, body });
  const { clientId, clientSecret } = json;
  const given = await app.call("POST", "/api/auth/token", { body: { clientId, clientSecret } });
  return { authorization: `Bearer ${given.json.token}` };
}
