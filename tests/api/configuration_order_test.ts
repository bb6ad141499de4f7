// Views and notification rules of files: their order, and to what rules refer.
import assert from "node:assert/strict";
import { type Change, ConfigurationScene, type File, fileOfTask } from "../support/configuration_scene.ts";

function view(name: string, after?: string): File {
  return {
    path: `views/${name}.yaml`,
    text: `name: ${name}\nconditions: []\n${after === undefined ? "" : `after: ${after}\n`}`,
  };
}

function rule(name: string, more = ""): File {
  return { path: `rules/${name}.yaml`, text: `name: ${name}\nevents:\n  - run_failed\n${more}` };
}

function channel(name: string): File {
  return {
    path: `channels/${name}.yaml`,
    text: `name: ${name}\ntype: gotify\nfields:\n  gotifyUrl: https://push.example.org\n`,
  };
}

async function viewsOf(scene: ConfigurationScene): Promise<string> {
  const { items } = await scene.call("GET", "/views");
  return items.map(({ name }: { name: string }) => name).join(" ");
}

async function rulesOf(scene: ConfigurationScene) {
  return (await scene.call("GET", "/notifications/rules")).rules;
}

async function namesOfRules(scene: ConfigurationScene): Promise<string> {
  return (await rulesOf(scene)).map(({ name }: { name: string }) => name).join(" ");
}

function changed(changes: readonly Change[]): unknown[] {
  return changes.filter(({ action }) => action !== "unchanged")
    .map(({ path, action, fields }) => [path, action, ...action === "update" ? [fields] : []]);
}

Deno.test("configuration: views come after those that their files name, whatever the files are called", async () => {
  await using scene = await ConfigurationScene.open();
  const files = [view("a", "c"), view("b"), view("c", "b")];
  await scene.apply(files);
  assert.equal(await viewsOf(scene), "b c a");
  assert.deepEqual(changed(await scene.plan(files)), []);
  assert.deepEqual((await scene.export()).map(({ text }) => /^after: (.*)$/m.exec(text)?.[1]), [
    "c",
    undefined,
    "b",
  ]);
  // One that moves changes its own file and that of the one behind it.
  const { items } = await scene.call("GET", "/views");
  const [b, c, a] = items.map(({ id }: { id: number }) => id);
  await scene.call("PUT", "/views/order", { ids: [c, b, a] });
  assert.equal((await scene.export()).map(({ text }) => /^after: (.*)$/m.exec(text)?.[1]).join(), "b,c,");
  assert.deepEqual(changed(await scene.plan(files)), [
    ["views/a.yaml", "update", [{ field: "after", from: "b", to: "c" }]],
    ["views/c.yaml", "update", [{ field: "after", from: null, to: "b" }]],
  ]);
  await scene.apply(files);
  assert.deepEqual(await scene.export(), files);
  assert.equal(await viewsOf(scene), "c b a", "who has an order keeps it");
});

Deno.test("configuration: views that two branches have added behind the same one stand by the names of their files", async () => {
  await using scene = await ConfigurationScene.open();
  const files = [view("first"), view("two", "first"), view("one", "first"), view("last", "one")];
  await scene.apply(files);
  assert.equal(await viewsOf(scene), "first one last two");
  assert.deepEqual(changed(await scene.plan(files)), []);
});

Deno.test("configuration: files that say nothing of their order leave it, also when they are only some", async () => {
  await using scene = await ConfigurationScene.open();
  for (const name of ["z", "y", "x"]) {
    await scene.call("POST", "/views", { name, shared: true, conditions: [] });
  }
  assert.deepEqual(changed(await scene.plan([view("x"), view("z")])), []);
  await scene.apply([view("x"), view("z"), view("new")]);
  assert.equal(await viewsOf(scene), "z y x new");
  // It may come after one that has no file.
  await scene.apply([view("new", "y")]);
  assert.equal(await viewsOf(scene), "z y new x");
  const pruned = await scene.apply([view("z"), view("new", "z")], { prune: true });
  assert.deepEqual(changed(pruned).map((one) => (one as unknown[]).slice(0, 2)), [
    ["views/new.yaml", "update"],
    ["views/x.yaml", "delete"],
  ]);
  assert.equal(await viewsOf(scene), "z new y");
});

Deno.test("configuration: views in a circle and after an unknown or deleted one are rejected with their lines", async () => {
  await using scene = await ConfigurationScene.open();
  assert.deepEqual(
    (await scene.rejected([view("a", "b"), view("b", "a"), view("c")])).map((issue) =>
      issue.split(":").slice(0, 2).join(":")
    ),
    ["views/a.yaml:3 after order_circle", "views/b.yaml:3 after order_circle"],
  );
  assert.match((await scene.rejected([view("a", "a")]))[0]!, /^views\/a\.yaml:3 after order_circle/);
  assert.match((await scene.rejected([view("a", "nobody")]))[0]!, /^views\/a\.yaml:3 after unknown_object/);
  await scene.apply([view("a"), view("b", "a")]);
  assert.match(
    (await scene.rejected([view("b", "a")], { prune: true }))[0]!,
    /^views\/b\.yaml:3 after unknown_object/,
  );
});

Deno.test("configuration: views of the same name that several accounts share come back", async () => {
  const files = [
    { path: "views/mine-2.yaml", text: "name: Mine\nconditions: []\nhidden: true\n" },
    { path: "views/mine.yaml", text: "name: Mine\nconditions: []\nafter: mine-2\n" },
  ];
  await using scene = await ConfigurationScene.open();
  await scene.apply(files);
  assert.equal(await viewsOf(scene), "Mine Mine");
  assert.deepEqual(await scene.export(), files);
});

Deno.test("configuration: rules are created, changed, ordered and pruned; a channel of a file brings none of its own", async () => {
  await using scene = await ConfigurationScene.open();
  const files = [
    channel("phones"),
    fileOfTask("load"),
    rule("b", "channels:\n  - phones\ntasks:\n  - load\n"),
    rule("a", 'after: b\nquietHours:\n  from: "22:00"\n  to: "07:00"\n'),
  ];
  await scene.apply(files);
  assert.equal(await namesOfRules(scene), "b a");
  const [{ id, taskIds, channelIds }, a] = await rulesOf(scene);
  const { items: [task] } = await scene.call("GET", "/tasks");
  const { items: [phones] } = await scene.call("GET", "/notifications");
  assert.deepEqual([taskIds, channelIds, phones.isDefault], [[task.id], [phones.id], false]);
  assert.deepEqual([a.groupMs, a.oncePerState, a.enabled, a.taskIds], [300_000, true, true, null]);
  assert.deepEqual(changed(await scene.plan(files)), []);
  const more = [...files.slice(0, 2), rule("b", "enabled: false\n")];
  assert.deepEqual(changed(await scene.plan(more, { prune: true })), [
    ["rules/a.yaml", "delete"],
    ["rules/b.yaml", "update", [
      { field: "tasks", from: ["load"], to: null },
      { field: "channels", from: ["phones"], to: null },
      { field: "enabled", from: null, to: false },
    ]],
  ]);
  await scene.apply(more, { prune: true });
  const [left, ...none] = await rulesOf(scene);
  assert.deepEqual([left.id, left.enabled, left.taskIds, none], [id, false, null, []]);
  const { items } = await scene.call("GET", "/configuration/managed");
  assert.ok(
    items.some((one: { kind: string; path: string }) => one.kind === "rule" && one.path === "rules/b.yaml"),
  );
});

Deno.test("configuration: wrong rules name their field, and nothing is applied", async () => {
  await using scene = await ConfigurationScene.open();
  const cases: [string, RegExp][] = [
    ["channels:\n  - nobody\n", /^rules\/a\.yaml:5 channels\.0 unknown_object/],
    ["tasks:\n  - nobody\n", /^rules\/a\.yaml:5 tasks\.0 unknown_object/],
    ["taskIds:\n  - 1\n", /^rules\/a\.yaml:4 taskIds unknown_field/],
    ['title: "{colour}"\n', /^rules\/a\.yaml:4 title unknown_placeholder/],
    ['quietHours:\n  from: "07:00"\n  to: "07:00"\n', /^rules\/a\.yaml:6 quietHours\.to quiet_all_day/],
    ["after: a\n", /^rules\/a\.yaml:4 after order_circle/],
  ];
  for (const [more, expected] of cases) {
    assert.match((await scene.rejected([fileOfTask("good"), rule("a", more)])).join("\n"), expected);
  }
  const limit = Array.from({ length: 201 }, (_, n) => rule(`r${n}`));
  assert.equal((await scene.plan(limit.slice(1))).length, 200);
  assert.match((await scene.rejected(limit))[0]!, /^rules\/r200\.yaml:1 name too_many/);
  assert.deepEqual(await scene.export(), []);
});

Deno.test("configuration: what names deleted objects never concerns more in its file than before", async () => {
  await using scene = await ConfigurationScene.open();
  const tasks: number[] = [];
  for (const name of ["a", "b"]) {
    tasks.push((await scene.call("POST", "/tasks", { name, command: "true", schedules: "manual" })).id);
  }
  const after = { tasks: tasks.map((taskId) => ({ taskId, outcome: "any" })) };
  await scene.call("POST", "/tasks", { name: "c", command: "true", schedules: "manual", upstream: after });
  const window = { schedule: "0 2 * * 0", durationMs: 3_600_000 };
  await scene.call("POST", "/windows", { ...window, name: "both", scope: { taskIds: tasks } });
  await scene.call("POST", "/windows", { ...window, name: "one", scope: { taskIds: [tasks[0]] } });
  await scene.apply([rule("both", "tasks:\n  - a\n  - b\n"), rule("one", "tasks:\n  - a\n")]);
  await scene.call("DELETE", `/tasks/${tasks[0]}`);
  const files = new Map((await scene.export()).map(({ path, text }) => [path, text]));
  assert.match(files.get("windows/both.yaml")!, /^scope:\n {2}tasks:\n {4}- b$/m);
  assert.equal(files.has("windows/one.yaml"), false, "without its task it would concern all");
  assert.match(files.get("rules/both.yaml")!, /^tasks:\n {2}- b$/m);
  assert.match(files.get("rules/one.yaml")!, /^tasks: \[\]$/m);
  assert.match(files.get("tasks/c.yaml")!, /^ {2}tasks:\n {4}- task: b\n {6}outcome: any\n {2}rule/m);
});

async function subscriptionOf(scene: ConfigurationScene, name: string): Promise<number> {
  const manual = { type: "public_repository", schedule: { kind: "manual" } };
  const { id } = await scene.call("POST", "/subscriptions", {
    ...{ name, url: `https://git.example/${name}/b.git`, ...manual },
  });
  return id;
}

function conditionOf(ids: readonly number[]) {
  return { property: "subscription", operator: "isOneOf", values: ids.map(String) };
}

Deno.test("configuration: files do not name what is left out, and are applied to this panel and another", async () => {
  const files = await exportLeftOut();
  await using second = await ConfigurationScene.open();
  await second.apply(files);
  assert.deepEqual(await second.export(), files);
});

async function exportLeftOut(): Promise<File[]> {
  await using scene = await ConfigurationScene.open();
  const subscription = await subscriptionOf(scene, "gone");
  const gone = "conditions:\n  - property: subscription\n    operator: isOneOf\n    values:\n      - gone\n";
  const viewOfGone = { path: "views/b.yaml", text: `name: b\n${gone}hidden: true\nafter: a\n` };
  const windowOfX = {
    path: "windows/w.yaml",
    text: 'name: w\nschedule: "0 2 * * 0"\ndurationMs: 3600000\nscope:\n  tasks:\n    - x\n',
  };
  const triggered = fileOfTask("t", "triggers:\n  - type: window\n    window: w\n    on: start\n");
  const all = [view("a"), viewOfGone, view("c", "b"), windowOfX, fileOfTask("x"), triggered];
  await scene.apply(all);
  assert.equal(await viewsOf(scene), "a b c");
  await scene.call("DELETE", `/subscriptions/${subscription}`);
  const { items } = await scene.call("GET", "/tasks?sort=name");
  const [t, x] = items.map(({ id }: { id: number }) => id);
  await scene.call("DELETE", `/tasks/${x}`);

  const files = await scene.export();
  assert.deepEqual(files, [fileOfTask("t"), view("a"), view("c", "a")]);
  assert.deepEqual(changed(await scene.plan(files)), []);
  await scene.apply(files);
  assert.equal(await viewsOf(scene), "a b c");
  // Those that move take what is behind them along.
  assert.deepEqual(changed(await scene.plan([files[0]!, view("a", "c"), view("c")])), [
    ["views/a.yaml", "update", [{ field: "after", from: null, to: "c" }]],
  ]);
  await scene.apply([view("a", "c"), view("c")]);
  assert.equal(await viewsOf(scene), "c a b");
  await scene.apply([view("a"), view("c", "a")]);
  assert.equal(await viewsOf(scene), "a b c");
  // A change of another field leaves what the files cannot name.
  await scene.apply([fileOfTask("t", "enabled: false\n")]);
  assert.equal((await scene.call("GET", `/tasks/${t}`)).triggers.length, 1);
  // Files of others may name it.
  assert.deepEqual(changed(await scene.plan([triggered])).map((one) => (one as unknown[])[2]), [
    [{ field: "enabled", from: false, to: null }],
  ]);
  const atEnd = { ...triggered, text: triggered.text.replace("start", "end") };
  await scene.apply([atEnd]);
  assert.equal((await scene.call("GET", `/tasks/${t}`)).triggers[0].on, "end");
  assert.deepEqual(changed(await scene.plan([atEnd])), []);
  // It may get a file again.
  await scene.apply([view("a"), view("b", "c"), view("c", "a")]);
  assert.equal(await viewsOf(scene), "a c b");
  const { items: views } = await scene.call("GET", "/views");
  assert.deepEqual(views.map(({ hidden }: { hidden: boolean }) => hidden), [false, false, false]);
  const pruned = await scene.apply(files, { prune: true });
  assert.deepEqual(changed(pruned).map((one) => (one as unknown[]).slice(0, 2)), [
    ["views/b.yaml", "delete"],
    ["windows/w.yaml", "delete"],
  ]);
  assert.deepEqual(await scene.export(), files);
  return files;
}

Deno.test("configuration: a view is left out when one of its conditions names only what is gone", async () => {
  await using scene = await ConfigurationScene.open();
  const gone = await subscriptionOf(scene, "gone");
  const stays = await subscriptionOf(scene, "stays");
  const failed = { property: "lastOutcome", operator: "isOneOf", values: ["failed"] };
  const views = {
    "one of both": [conditionOf([gone, stays]), failed],
    "one of gone and failed": [conditionOf([gone]), failed],
    "failed and one of gone": [failed, conditionOf([gone])],
  };
  for (const [name, conditions] of Object.entries(views)) {
    await scene.call("POST", "/views", { name, shared: true, conditions });
  }
  assert.equal((await scene.export()).length, 3);
  await scene.call("DELETE", `/subscriptions/${gone}`);
  const files = await scene.export();
  assert.deepEqual(files.map(({ path }) => path), ["views/one-of-both.yaml"]);
  assert.match(files[0]!.text, /values:\n {6}- stays\n {2}- property: lastOutcome/);
});

Deno.test("configuration: after rules were pruned, those that change or are created stay in their order", async () => {
  await using scene = await ConfigurationScene.open();
  await scene.apply([rule("a"), rule("b", "after: a\n"), rule("c", "after: b\n"), rule("d", "after: c\n")]);
  await scene.apply([rule("c"), rule("d")], { prune: true });
  await scene.apply([rule("c"), rule("d", "enabled: false\n")]);
  assert.equal(await namesOfRules(scene), "c d");
  await scene.apply([rule("c"), rule("d"), rule("e")]);
  assert.equal(await namesOfRules(scene), "c d e");
  // So does one that loses its channel, and gets it back.
  await scene.apply([channel("phones"), rule("e", "channels:\n  - phones\n")]);
  const { items: [phones] } = await scene.call("GET", "/notifications");
  await scene.call("DELETE", `/notifications/${phones.id}`);
  assert.equal(await namesOfRules(scene), "c d e");
  await scene.call("POST", `/notifications/${phones.id}/restore`);
  assert.equal(await namesOfRules(scene), "c d e");
});

Deno.test("configuration: the audit log has each change of an apply once, and none of a plan", async () => {
  await using scene = await ConfigurationScene.open();
  const calendar = (zone: string) => ({
    path: "calendars/days.yaml",
    text: `name: Days\ntimeZone: ${zone}\n`,
  });
  await scene.apply([calendar("UTC"), rule("a"), rule("b")]);
  const files = [calendar("Europe/Berlin"), rule("a", "enabled: false\n")];
  await scene.plan(files, { prune: true });
  await scene.apply(files, { prune: true });
  const { items } = await scene.call("GET", "/audit-log");
  const [applied] = items.filter(({ act }: { act: string }) => act === "configuration.apply");
  assert.deepEqual(
    applied.changes.map(({ kind, name, field }: Record<string, string>) => [kind, name, field]),
    [["calendar", "Days", "timeZone"], ["notificationRule", "a", "enabled"], [
      ...["notificationRule", "b", "exists"],
    ]],
  );
  assert.deepEqual(items.filter(({ act }: { act: string }) => act.startsWith("configuration")).length, 2);
});
