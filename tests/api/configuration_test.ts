import assert from "node:assert/strict";
import { configurationLimits } from "../../server/contract/limits/configuration.ts";
import { schemas } from "../../server/features/configuration/kinds.ts";
import { referenceFields, referencePaths } from "../../server/features/configuration/references.ts";
import {
  ConfigurationScene as Scene,
  type File,
  fileOfTask as task,
} from "../support/configuration_scene.ts";

async function fill(scene: Scene): Promise<void> {
  const calendar = await scene.call("POST", "/calendars", {
    name: "Working days",
    timeZone: "Europe/Berlin",
    sources: [{ type: "country", country: "DE", region: "BY" }],
    days: [{ date: "2026-12-24", kind: "off", name: "Christmas Eve" }],
  });
  const load = await scene.call("POST", "/tasks", {
    name: "Load",
    command: "echo '数据' && echo \"$DAY\"",
    schedules: [{ rule: "0 3 * * *", parameters: { taskId: "7", DAY: "monday" } }, "@workday 1 09:00"],
    parameters: [{ name: "taskId", type: "text" }, {
      name: "DAY",
      type: "choice",
      choices: ["monday", "friday"],
    }],
    calendarId: calendar.id,
    onDayOff: "next",
    labels: ["data", "夜间"],
    retry: { times: 2, delayMs: 1000 },
    notify: { onFailure: true, longerThanMs: 60_000 },
    validUntil: "2027-01-01T00:00:00+01:00",
  });
  const upload = await scene.call("POST", "/tasks", {
    name: "Load",
    command: "line one\nline two # not a comment\n",
    schedules: "manual",
    enabled: false,
    upstream: { tasks: [{ taskId: load.id, outcome: "any" }], within: "since 00:00" },
  });
  // The order of creation is not that in which they start.
  await scene.call("PATCH", `/tasks/${load.id}`, { timeZone: "Asia/Shanghai" });
  await scene.call("POST", "/windows", {
    name: "Sunday",
    schedule: "0 2 * * 0",
    durationMs: 3_600_000,
    scope: { taskIds: [upload.id, load.id] },
    effect: "skip",
  });
  await scene.call("POST", "/windows", {
    name: "Release",
    from: "2026-12-31T22:00:00Z",
    to: "2027-01-01T02:00:00Z",
    scope: { labels: ["data"] },
  });
  await scene.call("POST", "/heartbeats", { name: "备份", periodMs: 3_600_000, labels: ["data"] });
  await scene.call("POST", "/views", {
    name: "Failing data",
    shared: true,
    conditions: [{ property: "label", operator: "isOneOf", values: ["data"] }],
    sort: [{ field: "lastRunAt", descending: true }],
  });
  await scene.call("POST", "/views", { name: "Only mine", conditions: [] });
  await scene.call("POST", "/views", { name: "Zebra", shared: true, conditions: [] });
  await scene.call("POST", "/views", { name: "Any", shared: true, conditions: [] });
  await scene.call("POST", "/notifications", {
    name: "Phones",
    type: "gotify",
    fields: { gotifyUrl: "https://push.example.org", gotifyToken: "a-secret-token", gotifyPriority: "3" },
  });
  const { items: [channel] } = await scene.call("GET", "/notifications");
  const { rules } = await scene.call("GET", "/notifications/rules");
  await scene.call("PUT", "/notifications/rules", {
    rules: [
      { ...whole("Uploads fail", ["run_failed"]), taskIds: [upload.id, load.id], channelIds: [channel.id] },
      ...rules,
      {
        ...whole("All of it", ["run_failed", "run_too_long"]),
        ...{ enabled: false, labels: ["data"], quietHours: { from: "22:00", to: "07:30" }, groupMs: 0 },
        ...{
          longerThanMs: 60_000,
          oncePerState: false,
          title: "{task}",
          content: "{reason}\n",
          language: "zh",
        },
      },
    ],
  });
}

/** A rule as the page sends it. */
function whole(name: string, events: string[]) {
  return {
    ...{ name, events, enabled: true, labels: null, taskIds: null, channelIds: [], quietHours: null },
    ...{
      groupMs: 300_000,
      longerThanMs: null,
      oncePerState: true,
      title: null,
      content: null,
      language: null,
    },
  };
}

async function exportFilled(): Promise<File[]> {
  await using first = await Scene.open();
  await fill(first);
  const files = await first.export();
  const plan = await first.plan(files);
  assert.deepEqual(plan.filter(({ action }) => action !== "unchanged"), []);
  return files;
}

Deno.test("configuration: what was exported and applied to an empty panel is exported the same", async () => {
  const files = await exportFilled();
  const all = files.map(({ path, text }) => `--- ${path}\n${text}`).join("");
  assert.deepEqual(files.map(({ path }) => path), [
    "calendars/working-days.yaml",
    "channels/phones.yaml",
    "heartbeats/备份.yaml",
    "rules/all-of-it.yaml",
    "rules/failures.yaml",
    "rules/uploads-fail.yaml",
    "tasks/load-2.yaml",
    "tasks/load.yaml",
    "views/any.yaml",
    "views/failing-data.yaml",
    "views/zebra.yaml",
    "windows/release.yaml",
    "windows/sunday.yaml",
  ]);
  assert.doesNotMatch(all, /a-secret-token|taskIds|calendarId|key:/);
  assert.equal(
    files.find(({ path }) => path === "tasks/load-2.yaml")?.text,
    `name: Load
command: |-
  line one
  line two # not a comment
schedules: manual
enabled: false
upstream:
  tasks:
    - task: load
      outcome: any
  rule: all
  within: since 00:00
  waitMs: 0
`,
  );
  await using second = await Scene.open();
  const planned = await second.plan(files);
  assert.ok(planned.every(({ action }) => action === "create"));
  assert.deepEqual((await second.export()).length, 0, "a plan changes nothing");
  const applied = await second.apply(files);
  assert.deepEqual(applied, planned);
  assert.deepEqual(applied.find(({ name }) => name === "Phones")?.missingSecrets, ["gotifyToken"]);
  const again = (await second.export()).map(({ path, text }) => `--- ${path}\n${text}`).join("");
  assert.equal(again, all);
  const unchanged = await second.plan(files);
  assert.ok(unchanged.every(({ action }) => action === "unchanged"));
  const { items } = await second.call("GET", "/tasks?sort=createdAt");
  const [load] = items.filter(({ timeZone }: { timeZone: string }) => timeZone === "Asia/Shanghai");
  assert.ok(load.nextRunAt, "it is planned, with its calendar");
});

Deno.test("configuration: a change in a file changes its field, and only that", async () => {
  await using scene = await Scene.open();
  await fill(scene);
  const files = await scene.export();
  await scene.apply(files);
  const before = await scene.call("GET", "/tasks?q=name:load&sort=createdAt");
  const changed = files.map((file) =>
    file.path === "tasks/load.yaml"
      ? { ...file, text: file.text.replace("name: Load", "name: Load all") }
      : file
  );
  const plan = await scene.plan(changed);
  assert.deepEqual(
    plan.filter(({ action }) => action !== "unchanged").map(({ path, fields }) => [path, fields]),
    [
      ["tasks/load.yaml", [{ field: "name", from: "Load", to: "Load all" }]],
    ],
  );
  await scene.apply(changed);
  const after = await scene.call("GET", `/tasks/${before.items[0].id}`);
  assert.equal(after.name, "Load all");
  assert.equal(after.version, before.items[0].version + 1);
  const { items } = await scene.call("GET", `/tasks/${after.id}/changes`);
  assert.deepEqual(items[0].changes, [{ field: "name", from: "Load", to: "Load all" }]);
  // The file keeps its name.
  assert.equal(
    (await scene.export()).find(({ path }) => path === "tasks/load.yaml")?.text.split("\n")[0],
    "name: Load all",
  );
  // A secret that was entered stays.
  const [channel] = (await scene.call("GET", "/notifications")).items;
  assert.deepEqual(channel.secretsSet, ["gotifyToken"]);
});

Deno.test("configuration: tasks refer to each other in any order, and may start after each other in another way", async () => {
  await using scene = await Scene.open();
  const after = (name: string) => `upstream:\n  tasks:\n    - task: ${name}\n`;
  await scene.apply([task("a", after("z")), task("m"), task("z", after("m"))]);
  const idOf = async (name: string) => {
    const { items } = await scene.call("GET", `/tasks?q=name:${name}`);
    return items[0];
  };
  assert.equal((await idOf("a")).upstream.tasks[0].taskId, (await idOf("z")).id);
  await scene.apply([task("a"), task("m", after("z")), task("z", after("a"))]);
  assert.equal((await idOf("z")).upstream.tasks[0].taskId, (await idOf("a")).id);
  assert.equal((await idOf("m")).upstream.tasks[0].taskId, (await idOf("z")).id);
  const issues = await scene.rejected([task("a", after("m")), task("m", after("z")), task("z", after("a"))]);
  assert.match(issues.join("\n"), /cycle: The task would start after itself: .*→.*/);
  assert.equal((await idOf("a")).upstream, null);
});

Deno.test("configuration: what depends on the tasks before a task does not depend on their names", async () => {
  await using scene = await Scene.open();
  const list = "parameters:\n  - name: x\n    type: text\nforEach:\n  parameter: x\n  output: list\n";
  await scene.apply([task("a", `upstream:\n  tasks:\n    - task: z\n${list}`), task("z")]);
  const { items: [a] } = await scene.call("GET", "/tasks?sort=name");
  assert.deepEqual([a.name, a.forEach.output, a.version], ["a", "list", 1], "it was written once");
  const { total } = await scene.call("GET", `/tasks/${a.id}/changes`);
  assert.equal(total, 1);
});

Deno.test("configuration: when half of it is invalid, nothing is applied, and each error has its line", async () => {
  await using scene = await Scene.open();
  const files = [
    task("good"),
    task("wrong-field", "colour: red\n"),
    task("wrong-value", "retry:\n  times: -1\n"),
    task("wrong-rule", "").text.includes("manual")
      ? { path: "tasks/wrong-rule.yaml", text: "name: w\ncommand: w\nschedules:\n  - 61 * * * *\n" }
      : task("never"),
    task("unknown", "upstream:\n  tasks:\n    - task: nobody\n"),
    task("numbered", "calendarId: 1\n"),
    { path: "calendars/one.yaml", text: "name: One\ntimeZone: Mars/Base\n" },
  ];
  const issues = await scene.rejected(files);
  for (
    const part of [
      "tasks/wrong-field.yaml:4 colour unknown_field",
      "tasks/wrong-value.yaml:5 retry.times too_small",
      "tasks/unknown.yaml:6 upstream.tasks.0.task unknown_object: There is no tasks of this name: nobody",
      "tasks/numbered.yaml:4 calendarId unknown_field",
    ]
  ) assert.ok(issues.some((issue) => issue.startsWith(part)), `${part} is not in\n${issues.join("\n")}`);
  // What only the services know comes once the files can be read.
  const rest = files.filter(({ path }) => /good|wrong-rule|one/.test(path));
  const later = await scene.rejected(rest);
  assert.ok(
    later.some((issue) => issue.startsWith("tasks/wrong-rule.yaml:4 schedules.0 ")),
    later.join("\n"),
  );
  assert.ok(later.some((issue) => issue.startsWith("calendars/one.yaml:2 timeZone ")), later.join("\n"));
  assert.deepEqual(await scene.export(), []);
  const chinese = await scene.rejected([task("unknown", "calendar: nobody\n")], { language: "zh" });
  assert.match(chinese[0]!, /没有此名称：nobody/);
});

Deno.test("configuration: parameters that the webhook of a task fills stay", async () => {
  await using scene = await Scene.open();
  const declared = "parameters:\n  - name: BRANCH\n    type: text\n";
  await scene.apply([task("deploy", declared)]);
  const { items: [{ id }] } = await scene.call("GET", "/tasks");
  await scene.call("PUT", `/tasks/${id}/webhook`, { signature: "github", mapping: { BRANCH: "/ref" } });
  const without = [task("deploy", "parameters: []\n")];
  assert.deepEqual(await scene.rejected(without), [
    "tasks/deploy.yaml:4 parameters webhook_maps_parameter: The webhook of this task fills the parameter BRANCH, which would be gone: change the webhook first",
  ]);
  assert.equal((await scene.call("GET", `/tasks/${id}`)).parameters.length, 1);
  await scene.call("PATCH", `/tasks/${id}/webhook`, { mapping: {} });
  await scene.apply(without);
  assert.deepEqual((await scene.call("GET", `/tasks/${id}`)).parameters, []);
});

Deno.test("configuration: prune deletes only what this folder has applied", async () => {
  await using scene = await Scene.open();
  await scene.call("POST", "/tasks", { name: "by hand", command: "true", schedules: "manual" });
  await scene.apply([task("a"), task("b")]);
  await scene.apply([task("other")], { folder: "/srv/other" });
  assert.deepEqual((await scene.plan([task("a")])).map(({ action }) => action), ["unchanged"]);
  const { items: [b] } = await scene.call("GET", "/tasks?q=name:b&sort=-name");
  assert.ok(b);
  const plan = await scene.plan([task("a")], { prune: true });
  assert.deepEqual(plan.map(({ path, action }) => [path, action]), [
    ["tasks/a.yaml", "unchanged"],
    ["tasks/b.yaml", "delete"],
  ]);
  // One that runs is ended first.
  const { items } = await scene.call("GET", "/tasks?sort=name");
  const names = items.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ["a", "b", "by hand", "other"]);
  await scene.call("PATCH", `/tasks/${items[1].id}`, { command: "sleep 60" });
  await scene.call("POST", "/tasks/run", { ids: [items[1].id] });
  await scene.apply([task("a")], { prune: true });
  const left = await scene.call("GET", "/tasks?sort=name");
  assert.deepEqual(left.items.map(({ name }: { name: string }) => name), ["a", "by hand", "other"]);
  const { items: trash } = await scene.call("GET", "/tasks/trash");
  assert.deepEqual(trash.map(({ name }: { name: string }) => name), ["b"]);
  const managed = await scene.call("GET", "/configuration/managed");
  assert.deepEqual(
    managed.items.map(({ path, source }: { path: string; source: string }) => [path, source]),
    [["tasks/a.yaml", "/srv/panel"], ["tasks/other.yaml", "/srv/other"]],
  );
});

Deno.test("configuration: an object that was deleted by hand is created again, and none is taken for another", async () => {
  await using scene = await Scene.open();
  await scene.apply([{ path: "heartbeats/job.yaml", text: "name: Job\nperiodMs: 60000\n" }]);
  const { items: [first] } = await scene.call("GET", "/heartbeats");
  await scene.call("DELETE", `/heartbeats/${first.id}`);
  // May get the same ID.
  await scene.call("POST", "/heartbeats", { name: "Another", periodMs: 60_000 });
  assert.deepEqual((await scene.call("GET", "/configuration/managed")).items, []);
  const [change] = await scene.apply([{ path: "heartbeats/job.yaml", text: "name: Job\nperiodMs: 60000\n" }]);
  assert.equal(change?.action, "create");
  assert.equal((await scene.call("GET", "/heartbeats")).total, 2);
});

Deno.test("configuration: the folder of another name adopts objects, and does not create them twice", async () => {
  await using scene = await Scene.open();
  await scene.call("POST", "/heartbeats", { name: "Job", periodMs: 60_000 });
  const [change] = await scene.apply([{
    path: "heartbeats/another.yaml",
    text: "name: Job\nperiodMs: 60000\n",
  }]);
  assert.equal(change?.action, "unchanged");
  assert.deepEqual((await scene.export()).map(({ path }) => path), ["heartbeats/another.yaml"]);
});

Deno.test("configuration: hostile files are rejected, and change nothing", async () => {
  await using scene = await Scene.open();
  const yaml = (text: string, path = "tasks/x.yaml") => ({ path, text });
  const bomb = `a: &a [${"x, ".repeat(9)}x]\n` +
    [..."bcdefghi"].map((name, index) => {
      const before = "abcdefghi"[index];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]\n`;
    }).join("");
  const cases: [File[], string][] = [
    [[yaml(bomb)], "too_many_aliases"],
    [[yaml("name: a\nname: b\ncommand: c\nschedules: manual\n")], "same_key"],
    [[yaml("name: a\n---\nname: b\n")], "several_documents"],
    [[yaml("- a\n- b\n")], "not_an_object"],
    [[yaml("")], "not_an_object"],
    [[yaml("name: !!js/function 'x'\ncommand: c\nschedules: manual\n")], "not_yaml"],
    [[yaml("name: !secret x\ncommand: c\nschedules: manual\n")], "not_yaml"],
    [[yaml("? [a, b]\n: c\n")], "not_yaml"],
    [[yaml(`name: ${"[".repeat(5_000)}`)], "not_yaml"],
    [[yaml(`name: ${"- ".repeat(10_000)}a`)], "not_yaml"],
    [[yaml(`${"- ".repeat(50)}a`)], "not_an_object"],
    [[yaml(Array.from({ length: 1_500 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""))], "not_yaml"],
    [[yaml(Array.from({ length: 40 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""))], "too_deep"],
    [[yaml("name: a\n\tcommand: c\n")], "not_yaml"],
    [[yaml("name: a\ncommand:\n\t- c\n")], "not_yaml"],
    [[yaml("name: a\u0000b\ncommand: c\nschedules: manual\n")], "invalid_character"],
    [[yaml('name: "a\\0b"\ncommand: c\nschedules: manual\n')], "invalid_character"],
    [[yaml('name: "\\ud83d"\ncommand: c\nschedules: manual\n')], "invalid_character"],
    [[yaml("# only a comment\n")], "not_an_object"],
    [[yaml("x", "tasks/a\u0000.yaml")], "bad_file_name"],
    [[yaml("x", "tasks/a\\b.yaml")], "bad_file_name"],
    [[yaml("x", "tasks/a.yaml.")], "bad_file_name"],
    [[yaml("x", "tasks/a.YAML")], "bad_file_name"],
    [[yaml("x", "Tasks/a.yaml")], "bad_file_name"],
    [[yaml("x", "../x.yaml")], "bad_file_name"],
    [[yaml("x", "tasks/../x.yaml")], "bad_file_name"],
    [[yaml("x", "/etc/passwd")], "bad_file_name"],
    [[yaml("x", "tasks/x.yml")], "bad_file_name"],
    [[yaml("x", "tasks/X.yaml")], "bad_file_name"],
    [[yaml("x", "tasks/.x.yaml")], "bad_file_name"],
    [[yaml("x", "constructor/x.yaml")], "bad_file_name"],
    [[yaml("x", `tasks/${"x".repeat(configurationLimits.key + 1)}.yaml`)], "bad_file_name"],
    [[task("x"), task("x")], "same_file"],
    [[task("é"), { ...task("é"), path: "tasks/e\u0301.yaml" }], "same_file"],
    [[yaml("__proto__:\n  name: a\nname: b\ncommand: c\nschedules: manual\n")], "unknown_field"],
    [[yaml("name: ../x\ncommand: c\nschedules: manual\ncalendar: ../x\n")], "unknown_object"],
    [[{
      path: "channels/a.yaml",
      text: "name: a\ntype: gotify\nfields:\n  gotifyUrl: https://a.example\n  gotifyToken: x\n",
    }], "secret_in_file"],
    [[
      {
        path: "channels/a.yaml",
        text: "name: a\ntype: gotify\nisDefault: true\nfields:\n  gotifyUrl: https://a.example\n",
      },
      {
        path: "channels/b.yaml",
        text: "name: b\ntype: gotify\nisDefault: true\nfields:\n  gotifyUrl: https://a.example\n",
      },
    ], "several_defaults"],
  ];
  for (const [files, code] of cases) {
    const issues = await scene.rejected([task("good"), ...files]);
    const issue = issues.find((one) => one.includes(` ${code}: `));
    assert.ok(issue, `${code}: ${issues}`);
    const hasNoLine = ["bad_file_name", "same_file"].includes(code);
    assert.match(issue, hasNoLine ? /^\S* / : /^[a-z]+\/\S+\.yaml:\d+ /);
  }
  assert.deepEqual(await scene.export(), []);
});

Deno.test("configuration: files of other systems are read as if they were written here", async () => {
  await using scene = await Scene.open();
  const text =
    "name: Two\ncommand: |-\n  line one\n\n  line two\nschedules: manual\nbefore: >-\n  folded\n  text\n";
  const files = [
    { path: "tasks/crlf.yaml", text: text.replaceAll("\n", "\r\n") },
    { path: "tasks/bom.yaml", text: `\ufeff${text}` },
    { path: "tasks/both.yaml", text: `\ufeff${text.replaceAll("\n", "\r\n")}` },
    { path: "tasks/con.yaml", text },
    { path: "tasks/e\u0301.yaml", text: `${text}labels: [e\u0301]\n` },
  ];
  await scene.apply(files);
  const { items } = await scene.call("GET", "/tasks");
  assert.deepEqual(
    items.map((one: { command: string; before: string }) => [one.command, one.before]),
    Array(5).fill(["line one\n\nline two", "folded text"]),
  );
  assert.deepEqual((await scene.plan(files)).map(({ action }) => action), Array(5).fill("unchanged"));
  assert.ok((await scene.export()).some(({ path }) => path === "tasks/é.yaml"), "its name is in one form");
});

Deno.test("configuration: no name of a file is reserved anywhere, and none differs only in case", async () => {
  await using scene = await Scene.open();
  for (
    const name of ["CON", "nul", "Com1", "lpt9", "aux", "Σ", "ς", "ﬁ", "fi", "FI", "...", "é", "e\u0301"]
  ) {
    await scene.call("POST", "/tasks", { name, command: "true", schedules: "manual" });
  }
  const files = await scene.export();
  assert.deepEqual(files.map(({ path }) => path), [
    "tasks/aux-task.yaml",
    "tasks/com1-task.yaml",
    "tasks/con-task.yaml",
    "tasks/fi-2.yaml",
    "tasks/fi-3.yaml",
    "tasks/fi.yaml",
    "tasks/lpt9-task.yaml",
    "tasks/nul-task.yaml",
    "tasks/task.yaml",
    "tasks/é-2.yaml",
    "tasks/é.yaml",
    "tasks/ς-2.yaml",
    "tasks/σ.yaml",
  ]);
  assert.equal((await scene.plan(files)).filter(({ action }) => action !== "unchanged").length, 0);
});

Deno.test("configuration: files have a limit each and together", async () => {
  await using scene = await Scene.open();
  const padded = (name: string, bytes: number) => {
    const { path, text } = task(name);
    return { path, text: `${text}#${"é".repeat(Math.floor((bytes - text.length - 1) / 2))}`.padEnd(0) };
  };
  const { fileBytes, totalBytes } = configurationLimits;
  const exact = padded("exact", fileBytes);
  const filled = {
    ...exact,
    text: exact.text + "x".repeat(fileBytes - new TextEncoder().encode(exact.text).length),
  };
  assert.equal((await scene.plan([filled])).length, 1);
  assert.match((await scene.rejected([{ ...filled, text: `${filled.text}x` }]))[0]!, /file_too_large/);
  const many = Array.from(
    { length: totalBytes / fileBytes },
    (_, index) => ({ ...filled, path: `tasks/t${index}.yaml` }),
  );
  const over = await scene.rejected([...many, task("last")]);
  assert.match(over[0]!, /folder_too_large/);
});

Deno.test("configuration: only administrators may use it", async () => {
  await using scene = await Scene.open();
  const response = await scene.panel.send("POST", "/configuration/apply", {
    body: { files: [], folder: "x" },
  });
  await response.body?.cancel();
  assert.equal(response.status, 401);
});

Deno.test("configuration: every field that has IDs of other objects is known", () => {
  const fields = Object.values(schemas).flatMap((schema) =>
    referencePaths(schema).map((path) => path.at(-1)!)
  );
  assert.ok(fields.length >= 3);
  for (const field of fields) {
    assert.ok(Object.hasOwn(referenceFields, field), `nothing says what ${field} refers to`);
  }
});
