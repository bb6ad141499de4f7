import assert from "node:assert/strict";
import { parseCron } from "../../contract/cron/expression.ts";
import { parseCommand } from "../tasks/command/parse_command.ts";
import { commandOf, compare, type CompareInput, type ScriptTask } from "./compare.ts";
import type { PulledFile } from "./pull/job.ts";

function file(
  path: string,
  hash: string,
  name: string | null = null,
  cron: string | null = null,
): PulledFile {
  return { path, hash, size: 1, script: { name, cron } };
}

function task(id: number, path: string, given: Partial<ScriptTask> = {}): ScriptTask {
  return { id, path, name: path, schedules: ["1 1 * * *"], enabled: true, isOwn: true, ...given };
}

function changes(
  input: Partial<CompareInput> & { files: PulledFile[]; defaultCron?: string },
): string[] {
  const { files, defaultCron = null, ...rest } = input;
  const { tasks } = compare({
    alias: "one",
    autoAdd: true,
    requireHeader: false,
    autoDelete: true,
    onChange: "follow",
    before: [],
    edited: new Set(),
    tasks: [],
    trashed: new Set(),
    ...rest,
    pulled: { commit: "c", files, leftOut: [], defaultCron },
  });
  return tasks.map(({ kind, path, name, schedule, reason }) =>
    [kind, path, name, schedule, ...(reason ? [reason] : [])].join(" ")
  );
}

Deno.test("compare: a task that a user deleted is not added again while it can be restored", () => {
  const files = [file("a.js", "1"), file("b.js", "1")];
  const added = changes({ files, trashed: new Set(["a.js"]) });
  assert.deepEqual(added.map((change) => change.split(" ").slice(0, 2)), [["added", "b.js"]]);
});

Deno.test("compare: tasks are added, removed and changed according to the settings", () => {
  const before = [file("a.js", "1", "A", "1 1 * * *"), file("gone.js", "1")];
  const tasks = [task(1, "a.js", { name: "A" }), task(2, "gone.js")];
  const files = [file("a.js", "2", "A2", "2 2 * * *"), file("new.js", "1", "N", "3 3 * * *")];
  assert.deepEqual(changes({ files, before, tasks }), [
    ...["changed a.js A2 2 2 * * *", "added new.js N 3 3 * * *", "removed gone.js gone.js 1 1 * * *"],
  ]);
  assert.deepEqual(
    changes({ files, before, tasks, onChange: "keep", autoAdd: false, autoDelete: false }),
    [],
  );
});

Deno.test("compare: the default rule applies only to new scripts without a rule", () => {
  const defaultCron = "9 9 * * *";
  const before = [file("old.js", "1", "O"), file("had.js", "1", "H", "1 1 * * *")];
  const tasks = [task(1, "old.js", { name: "O" }), task(2, "had.js", { name: "H" })];
  const files = [
    ...[file("old.js", "2", "O"), file("had.js", "2", "H"), file("new.js", "1")],
    file("says.js", "1", "S", "3 3 * * *"),
  ];
  assert.deepEqual(changes({ files, before, tasks, defaultCron }), [
    "added new.js new.js 9 9 * * * no_header",
    "added says.js S 3 3 * * *",
  ]);
  assert.deepEqual(changes({ files: [file("x.js", "1")], defaultCron: "never" }), [
    "added x.js x.js never incorrect_cron",
  ]);
});

Deno.test("compare: files without a header get no task if that is asked for, and are named once", () => {
  const [before, files] = [[file("old.js", "1")], [
    ...[file("old.js", "2"), file("lib.js", "1"), file("named.js", "1", "N")],
    file("due.js", "1", null, "3 3 * * *"),
  ]];
  const kinds = changes({ files, before, requireHeader: true }).map((one) => one.split(" ").slice(0, 2));
  assert.deepEqual(kinds, [["skipped", "lib.js"], ["added", "named.js"], ["added", "due.js"]]);
  const tasks = [task(1, "old.js", { name: "mine" })];
  assert.deepEqual(changes({ files: files.slice(0, 1), before, tasks, requireHeader: true }), []);
});

Deno.test("compare: adds only the file if no task can run its type", () => {
  assert.deepEqual(changes({ files: [file("a.json", "1"), file("b.rb", "1"), file("Makefile", "1")] }), []);
});

Deno.test("compare: keeps a user's edit until the value changes upstream", () => {
  const tasks = [task(1, "a.js", { name: "mine", schedules: ["5 5 * * *"] })];
  const before = [file("a.js", "1", "A", "1 1 * * *")];
  assert.deepEqual(changes({ tasks, before, files: [file("a.js", "2", "A", "1 1 * * *")] }), []);
  assert.deepEqual(changes({ tasks, before, files: [file("a.js", "2", "B", "1 1 * * *")] }), [
    "changed a.js B 5 5 * * *",
  ]);
  assert.deepEqual(changes({ tasks, before: [], files: [file("a.js", "2", "B", "1 1 * * *")] }), []);
});

Deno.test("compare: does not duplicate, remove or change a foreign task of a script", () => {
  const tasks = [task(1, "a.js", { isOwn: false }), task(2, "gone.js", { isOwn: false })];
  const before = [file("a.js", "1", "A"), file("gone.js", "1")];
  assert.deepEqual(changes({ tasks, before, files: [file("a.js", "2", "B")] }), []);
});

Deno.test("compare: distinguishes names that contain each other", () => {
  const tasks = [task(1, "a.js"), task(2, "sub/a.js")];
  const before = [file("a.js", "1"), file("sub/a.js", "1")];
  assert.deepEqual(changes({ tasks, before, files: [file("a.js", "1")] }), [
    "removed sub/a.js sub/a.js 1 1 * * *",
  ]);
});

Deno.test("compare: creates no task for a dependency or an invalid rule", () => {
  const dependency = { ...file("lib.js", "1"), script: null };
  const files = [
    dependency,
    file("q.js", "1", null, "0 0 0/2 * * nonsense"),
    file("n.js", "1", "N", "0 0 30 2 *"),
  ];
  assert.deepEqual(changes({ files }), [
    ...["added q.js q.js 0 0 0/2 * * nonsense incorrect_cron", "added n.js N 0 0 30 2 * cron_never_fires"],
  ]);
});

Deno.test("compare: a script without a rule gets a generated one that stays the same", () => {
  const rules = Array.from(
    { length: 200 },
    (_, index) => changes({ files: [file(`${index}.js`, "1", "N")] })[0] ?? "",
  );
  assert.ok(new Set(rules.map((rule) => rule.split(" ").slice(3).join(" "))).size > 100);
  for (const rule of rules) {
    const [minute, hour, ...rest] = rule.split(" ").slice(3);
    assert.ok(Number(minute) < 59 && Number(hour) < 23, rule);
    assert.deepEqual(rest, ["*", "*", "*"]);
    parseCron(rule.split(" ").slice(3).join(" "));
  }
});

Deno.test("compare: each command names exactly its script", () => {
  for (
    const path of [
      "a.js",
      "sub/a b.js",
      "$(x).js",
      "it's.js",
      "-rf.js",
      "中文/签到.js",
      "a;b.js",
      'say "x".js',
    ]
  ) {
    const command = parseCommand(commandOf("one", path) ?? "");
    assert.deepEqual(
      [command.kind, command.kind === "script" && command.script],
      ["script", `one/${path}`],
      path,
    );
  }
  assert.equal(commandOf("one", "it's $x.js"), null);
});

Deno.test("compare: a file that someone changed or deleted counts as changed, also if the repository did not change it", () => {
  const before = [file("a.js", "1"), file("b.js", "1"), file("c.js", "1")];
  const { files, counts } = compare({
    ...{
      alias: "one",
      autoAdd: true,
      requireHeader: false,
      autoDelete: true,
      onChange: "follow",
      before,
      tasks: [],
      trashed: new Set(),
    },
    edited: new Set(["a.js"]),
    pulled: {
      commit: "c",
      files: [...before.slice(0, 2), file("c.js", "2")],
      leftOut: [],
      defaultCron: null,
    },
  });
  assert.deepEqual(files, [
    { kind: "changed", path: "a.js", size: 1, edited: true },
    { kind: "changed", path: "c.js", size: 1 },
  ]);
  assert.deepEqual(counts.files, { added: 0, changed: 2, removed: 0 });
});
