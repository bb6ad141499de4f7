// What scripts find of their repository besides the files that become tasks: the whole repository, the notifiers, and the
// modules of the user.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PullChanges, Subscription } from "../../server/contract/subscriptions.ts";
import { notifiers } from "../../server/features/script_library/notifiers.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";

const TOOL = `#!/bin/bash
# cron: 7 4 * * *
# new Env("tool")
set -eu
cat "$(find "$dir_repo" -type d -iname demo_tool | head -1)/data/payload.txt"
`;

async function runTask(scene: SubscriptionScene, name: string) {
  const task = (await scene.tasks()).find((one) => one.name === name);
  const { results } = await scene.panel.json<{ results: { ok: boolean; runId?: number }[] }>(
    "/api/tasks/run",
    {
      json: { ids: [task!.id] },
    },
  );
  assert.ok(results[0]?.ok);
  const { items } = await scene.panel.json<{ items: { id: number }[] }>(
    `/api/runs?taskId=${task!.id}&pageSize=1`,
  );
  return await scene.end(items[0]!.id);
}

Deno.test("subscriptions: after a pull, scripts find the whole repository, notifiers and the modules of the user", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({}, "demo/tool.git");
  const files = {
    "run.sh": TOOL,
    "task_a.js": `// cron: 8 4 * * *
      // new Env("modules")
      console.log(require("./function/h").v, require("./sendNotify").who, require("./own").v);`,
    "function/h.js": 'exports.v = "helper of the repository";',
    "sendNotify.js": 'module.exports = { who: "notifier of the repository" };',
    "own.js": 'exports.v = "script of the repository";',
    "data/payload.txt": "payload\n",
  };
  await repository.commit(files);
  await Deno.mkdir(join(scene.scripts, "deps", "function"), { recursive: true });
  const modules = { "function/h.js": "h", "own.js": "o", "more/extra.js": "e" };
  for (const [path, value] of Object.entries(modules)) {
    await Deno.mkdir(join(scene.scripts, "deps", path, ".."), { recursive: true });
    await Deno.writeTextFile(join(scene.scripts, "deps", path), `exports.v = "${value}";`);
  }
  const { id } = await scene.create({
    url: scene.server.url("demo/tool.git"),
    alias: "demo_tool",
    extensions: "sh js",
    whitelist: "run|task_|own",
    dependencyWords: "function|sendNotify",
    after: "cp /ql/data/repo/demo_tool/data/payload.txt /ql/data/scripts/demo_tool/; ls",
  });
  await scene.pull(id);
  const repositories = join(scene.dataDir, "ql", "data", "repo");
  assert.equal(await Deno.readTextFile(join(repositories, "demo_tool/data/payload.txt")), "payload\n");
  assert.equal(await scene.read("demo_tool/payload.txt"), "payload\n");
  assert.equal(await scene.read("demo_tool/more/extra.js"), 'exports.v = "e";');
  assert.equal(await scene.read("demo_tool/notify.py"), notifiers["notify.py"]);
  assert.match((await runTask(scene, "tool")).log, /^payload$/m);
  const { log } = await runTask(scene, "modules");
  assert.match(log, /^h notifier of the repository script of the repository$/m);

  // Each pull replaces it as a whole, and a preview leaves it alone.
  await Deno.writeTextFile(join(repositories, "demo_tool/built.txt"), "built");
  await repository.commit({ ...files, "data/payload.txt": "new\n" });
  await scene.panel.json("/api/subscriptions/preview", { json: { id } });
  assert.match((await scene.pull(id)).log, /No changes|up to date/);
  assert.equal(await Deno.readTextFile(join(repositories, "demo_tool/data/payload.txt")), "new\n");
  assert.equal(existsSync(join(repositories, "demo_tool/built.txt")), false);

  await scene.change(id, { alias: "renamed" });
  assert.equal(await Deno.readTextFile(join(repositories, "renamed/data/payload.txt")), "new\n");
  const names = () => [...Deno.readDirSync(repositories)].map(({ name }) => name);
  await until("nothing else in the folder", () => names().join() === "renamed" || null);

  // What waits for approval is not in place.
  await scene.change(id, { review: "ask" });
  await repository.commit({ ...files, "run.sh": `${TOOL}# changed`, "data/payload.txt": "later\n" });
  await scene.pull(id);
  assert.equal(await Deno.readTextFile(join(repositories, "renamed/data/payload.txt")), "new\n");
  await scene.panel.json(`/api/subscriptions/${id}/approve`, { method: "POST" });
  assert.equal(await Deno.readTextFile(join(repositories, "renamed/data/payload.txt")), "later\n");

  await scene.panel.json("/api/subscriptions", { method: "DELETE", json: { ids: [id], withTasks: true } });
  await until("the repository to be removed", () => names().length === 0 || null);
});

Deno.test("subscriptions: a notifier of the user replaces that of the repository from the next pull on, as long as it is there", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({}, "demo/alerts.git");
  await repository.commit({
    "alert.js": `// cron: 9 4 * * *
      // new Env("alert")
      console.log("sent by " + require("./sendNotify").who);`,
    "sendNotify.js": 'exports.who = "the repository";',
  });
  const { id } = await scene.create({
    url: scene.server.url("demo/alerts.git"),
    alias: "alerts",
    whitelist: "alert",
    dependencyWords: "sendNotify",
  });
  const sender = async () => {
    await scene.pull(id);
    return /^sent by (.*)$/m.exec((await runTask(scene, "alert")).log)?.[1];
  };
  assert.equal(await sender(), "the repository");
  const own = join(scene.scripts, "deps/sendNotify.js");
  await Deno.mkdir(join(own, ".."), { recursive: true });
  await Deno.writeTextFile(own, 'exports.who = "the user";');
  assert.equal(await sender(), "the user");
  assert.equal(await scene.read("alerts/sendNotify.js"), 'exports.who = "the user";');
  await Deno.remove(own);
  assert.equal(await sender(), "the repository");
  assert.equal(await scene.read("alerts/sendNotify.js"), 'exports.who = "the repository";');
});

Deno.test("subscriptions: scripts that look for a notifier beside them find one, also in a repository without", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({}, "demo/looking.git");
  await repository.commit({
    "looks.py": `# cron: 10 4 * * *
# new Env("python")
from os.path import dirname, exists
print("beside:", exists(dirname(__file__) + "/notify.py"))
import notify
print("sends:", callable(notify.send))
`,
    "looks.js": `// cron: 11 4 * * *
// new Env("javascript")
console.log("beside:", require("fs").existsSync(__dirname + "/sendNotify.js"));
console.log("sends:", typeof require("./sendNotify").sendNotify === "function");
`,
  });
  const { id } = await scene.create({ url: scene.server.url("demo/looking.git"), alias: "looking" });
  await scene.pull(id);
  assert.match((await runTask(scene, "python")).log, /^beside: True\nsends: True$/m);
  assert.match((await runTask(scene, "javascript")).log, /^beside: true\nsends: true$/m);
});

Deno.test("subscriptions: a pull names the files that it takes back to the repository, in preview, log and counts", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({}, "demo/edits.git");
  await repository.commit({ "a.js": "// a", "b.js": "// b" });
  const { id } = await scene.create({ url: scene.server.url("demo/edits.git"), alias: "edits" });
  await scene.pull(id);
  await Deno.writeTextFile(join(scene.scripts, "edits/a.js"), "// mine");
  const { runId } = await scene.panel.json<{ runId: number }>("/api/subscriptions/preview", { json: { id } });
  await scene.end(runId);
  const { changes } = await scene.panel.json<{ changes: PullChanges }>(
    `/api/subscriptions/previews/${runId}`,
  );
  assert.deepEqual(changes.counts.files, { added: 0, changed: 1, removed: 0 });
  assert.deepEqual(changes.files, [{ kind: "changed", path: "a.js", size: 4, edited: true }]);
  const { log } = await scene.pull(id);
  assert.match(log, /Files added: 0, changed: 1, removed: 0/);
  assert.match(log, /^a\.js was changed here/m);
  assert.doesNotMatch(log, /No changes/);
  assert.equal(await scene.read("edits/a.js"), "// a");
  const { items } = await scene.panel.json<{ items: { size: number }[] }>(
    "/api/files/scripts/versions?path=edits/a.js",
  );
  assert.ok(items.some(({ size }) => size === "// mine".length));
  assert.match((await scene.pull(id)).log, /No changes/);
  const { lastPull } = await scene.get(id) as Subscription & { lastPull?: unknown };
  assert.notEqual(lastPull, null);
});
