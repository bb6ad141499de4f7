// Changes that wait for approval: reviewed file by file, approved, and preserved over a restart.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import type { ComparedFile, WaitingChanges } from "../../server/contract/subscriptions.ts";
import { script } from "../support/git_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";

async function approve(scene: SubscriptionScene, id: number): Promise<void> {
  await scene.panel.json(`/api/subscriptions/${id}/approve`, { method: "POST" });
}

async function newestRun(scene: SubscriptionScene, id: number): Promise<Run & { log: string }> {
  const { items } = await scene.panel.json<{ items: Run[] }>(`/api/subscriptions/${id}/runs?pageSize=1`);
  return await scene.end(items[0]?.id ?? 0);
}

Deno.test("subscriptions: approval runs the after command once, in its own run", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const commit = await repository.commit({ "a.js": script("Alpha", "1 1 * * *") });
  const traces = join(scene.dataDir, "traces");
  const { id } = await scene.create({
    ...{ review: "ask", proxy: "" },
    after: `echo "in $PWD"; ls; echo once >> '${traces}'`,
  });
  const pulled = await scene.pull(id);
  assert.doesNotMatch(pulled.log, /after command/);
  await approve(scene, id);
  const run = await newestRun(scene, id);
  assert.notEqual(run.id, pulled.id);
  assert.deepEqual([run.state, run.cause, run.exitCode], ["succeeded", "person", 0], run.log);
  assert.match(
    run.log,
    new RegExp(
      `${commit.slice(0, 12)} was approved.*\n## Execute after command.*\nin .*/scripts/owner_one\na\\.js\n`,
    ),
  );
  assert.equal(run.logPath?.split("/")[0], pulled.logPath?.split("/")[0]);
  assert.equal(await Deno.readTextFile(traces), "once\n");
  assert.equal((await scene.get(id)).lastRun?.id, run.id);
});

Deno.test("subscriptions: files without a header can be left out on approval, and stay out", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const modules = { "utils.js": "exports.a = 1;\n", "sendNotify.js": "exports.b = 2;\n" };
  await repository.commit({ ...modules, "a.js": script("Alpha", "1 1 * * *") });
  const url = scene.server.url("owner/one.git");
  const { id, requireHeader } = await scene.create({ url, review: "ask" });
  assert.equal(requireHeader, false, "as in the panel that users move from");
  const { id: runId } = await scene.pull(id);
  const waiting = async () =>
    (await scene.panel.json<WaitingChanges>(`/api/subscriptions/${id}/waiting`)).changes.tasks
      .map(({ kind, path, reason }) => [kind, path, reason].join(" ")).sort();
  assert.deepEqual(await waiting(), [
    ...["added a.js ", "added sendNotify.js no_header", "added utils.js no_header"],
  ]);
  await scene.panel.json(`/api/subscriptions/${id}/approve`, { json: { runId, requireHeader: true } });
  const names = async () => (await scene.tasks()).map(({ name }) => name);
  assert.deepEqual(await names(), ["Alpha"]);
  assert.ok((await scene.files()).includes("owner_one/utils.js"), "scripts still find their modules");
  assert.equal((await scene.get(id)).requireHeader, true);
  await repository.commit({
    ...modules,
    ...{
      "a.js": script("Alpha", "1 1 * * *"),
      "utils.js": "exports.a = 3;\n",
      "more.js": "exports.c = 4;\n",
    },
  });
  const next = await scene.pull(id);
  assert.deepEqual(await waiting(), ["skipped more.js no_header"]);
  assert.match(next.log, /No task for more\.js: it has neither name nor schedule/);
  await approve(scene, id);
  assert.deepEqual(await names(), ["Alpha"]);
  // Whoever wants them as tasks after all gets them with the next pull.
  await scene.change(id, { requireHeader: false, review: "automatic" });
  await scene.pull(id);
  assert.deepEqual(await names(), ["Alpha", "more.js", "sendNotify.js", "utils.js"]);
});

Deno.test("subscriptions: a failing after command is reported, and approved files stay", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const commit = await repository.commit({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({
    ...{ review: "ask", after: "exit 7" },
  });
  await scene.pull(id);
  await approve(scene, id);
  const run = await newestRun(scene, id);
  assert.equal(run.state, "failed");
  assert.match(run.log, /after command ended with exit code 7/);
  const subscription = await scene.get(id);
  assert.deepEqual([subscription.commit, subscription.waiting, subscription.lastRun?.outcome], [
    commit,
    null,
    "failed",
  ]);
  assert.deepEqual(await scene.files(), ["owner_one/a.js"]);
});

Deno.test("subscriptions: approval without an after command runs nothing", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const { id } = await scene.create({ review: "ask" });
  const pulled = await scene.pull(id);
  await approve(scene, id);
  assert.equal((await newestRun(scene, id)).id, pulled.id);
});

Deno.test("subscriptions: the after command runs once although the panel is killed right after approval", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const traces = join(scene.dataDir, "traces");
  await Deno.writeTextFile(traces, "");
  const { id } = await scene.create({
    ...{ review: "ask", after: `echo once >> '${traces}'` },
  });
  for (let round = 1; round <= 3; round++) {
    await repository.commit({ "a.js": script(`Alpha ${round}`, "1 1 * * *") });
    await scene.pull(id);
    await approve(scene, id);
    await scene.restart("SIGKILL");
    const run = await newestRun(scene, id);
    assert.equal(run.state, "succeeded", run.log);
    assert.equal(await Deno.readTextFile(traces), "once\n".repeat(round));
  }
});

function check(scene: SubscriptionScene, where: string, path: string): Promise<Response> {
  return scene.panel.fetch(`/api/subscriptions/${where}/file?path=${encodeURIComponent(path)}`);
}

async function seen(scene: SubscriptionScene, where: string, path: string): Promise<ComparedFile> {
  const response = await check(scene, where, path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}

async function statusOf(scene: SubscriptionScene, where: string, path: string): Promise<number> {
  const response = await check(scene, where, path);
  await response.body?.cancel();
  return response.status;
}

Deno.test("subscriptions: each pending file can be read beside the current one", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const big = `// ${"x".repeat(1024 * 1024)}\n`;
  await repository.commit({ "a.js": "// old\n", "gone.js": "// gone\n", "b.js": Uint8Array.of(0, 1, 2) });
  const { id } = await scene.create({ review: "ask" });
  await scene.pull(id);
  await approve(scene, id);
  await Deno.writeTextFile(join(scene.scripts, "owner_one/a.js"), "// by hand\n");
  await Deno.writeTextFile(join(scene.scripts, "owner_one/private.txt"), "mine");
  await Deno.writeTextFile(join(scene.dataDir, "outside"), "a stranger's");
  await Deno.remove(join(scene.scripts, "owner_one/gone.js"));
  await Deno.symlink(join(scene.dataDir, "outside"), join(scene.scripts, "owner_one/gone.js"));
  await repository.commit({
    "a.js": "// new 新\n",
    "sub/n.js": "// comes\n",
    "big.js": big,
    "b.js": "// text\n",
  });
  const run = await scene.pull(id);
  const where = `${id}/waiting`;
  const text = (content: string) => ({
    size: new TextEncoder().encode(content).length,
    format: "text",
    content,
  });
  assert.deepEqual(await seen(scene, where, "a.js"), {
    ...{ runId: run.id, path: "a.js", before: text("// by hand\n"), after: text("// new 新\n") },
  });
  const sides = async (path: string) => {
    const { before, after } = await seen(scene, where, path);
    return [before?.format ?? null, after?.format ?? null];
  };
  assert.deepEqual(await sides("sub/n.js"), [null, "text"]);
  assert.deepEqual(await sides("b.js"), ["binary", "text"]);
  assert.deepEqual(await sides("big.js"), [null, "too_large"]);
  // A link that a script created meanwhile is not followed.
  assert.deepEqual(await sides("gone.js"), ["no_file", null]);
  const hostile = [
    ...["private.txt", "../../outside", "/etc/passwd", "./a.js", "sub/../a.js", "a.js/", "A.js", "sub"],
    ...["", ".", "../.sundial-wait-1/a.js", "a.js\0", "%2e%2e/a.js", "nothing.js"],
  ];
  for (const path of hostile) assert.equal(await statusOf(scene, where, path), 404, path);
  assert.equal(await statusOf(scene, "999/waiting", "a.js"), 404);
  await scene.panel.json(`/api/subscriptions/${id}/reject`, { method: "POST" });
  assert.equal(await statusOf(scene, where, "a.js"), 409);
});

Deno.test("subscriptions: files of the newest three previews can be read, older ones are removed", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({ "a.js": "// old\n" });
  const url = scene.server.url("owner/one.git");
  const { id } = await scene.create({ url });
  await scene.pull(id);
  await repository.commit({ "a.js": "// new\n" });
  const preview = async (json: unknown) => {
    const { runId } = await scene.panel.json<{ runId: number }>("/api/subscriptions/preview", { json });
    const run = await scene.end(runId);
    assert.equal(run.state, "succeeded", run.log);
    return runId;
  };
  const first = await preview({ id });
  const { before, after } = await seen(scene, `previews/${first}`, "a.js");
  assert.deepEqual([before?.content, after?.content], ["// old\n", "// new\n"]);
  assert.equal(await scene.read("owner_one/a.js"), "// old\n");
  const unsaved = await preview({ input: { type: "public_repository", url, schedule: { kind: "manual" } } });
  const other = await seen(scene, `previews/${unsaved}`, "a.js");
  assert.deepEqual([other.before, other.after?.content], [null, "// new\n"]);
  await scene.restart();
  assert.equal(await statusOf(scene, `previews/${first}`, "a.js"), 200);
  for (const path of ["../a.js", "b.js", ""]) {
    assert.equal(await statusOf(scene, `previews/${first}`, path), 404, path);
  }
  for (let round = 0; round < 2; round++) await preview({ id });
  assert.equal(await statusOf(scene, `previews/${first}`, "a.js"), 404);
  assert.equal(await statusOf(scene, `previews/${unsaved}`, "a.js"), 200);
  assert.equal(hidden(scene).filter((name) => name.startsWith(".sundial-seen-")).length, 3);
});

function hidden(scene: SubscriptionScene): string[] {
  const below = (folder: string) =>
    [...Deno.readDirSync(join(scene.dataDir, folder))].map(({ name }) => name);
  return [...below("scripts").filter((name) => name.startsWith(".sundial-")), ...below("pulls")].sort();
}

Deno.test("subscriptions: the next start removes half-written pending files, but no complete ones", async () => {
  await using scene = await SubscriptionScene.open();
  const [one, two, three] = await Promise.all(
    ["one", "two", "three"].map((name) => scene.repository({}, `o/${name}.git`)),
  );
  const ids: number[] = [];
  for (const [index, repository] of [one, two, three].entries()) {
    await repository?.commit({ "a.js": script(`Task ${index}`, "1 1 * * *") });
    const url = scene.server.url(`o/${["one", "two", "three"][index]}.git`);
    ids.push((await scene.create({ url, review: "ask" })).id);
    await scene.pull(ids[index] ?? 0);
  }
  const [stored = 0, noFolder = 0, noNote = 0] = ids;
  await scene.panel.end("SIGKILL");
  await Deno.remove(join(scene.scripts, `.sundial-wait-${noFolder}`), { recursive: true });
  await Deno.remove(join(scene.dataDir, `pulls/wait-${noNote}.json`));
  for (const name of ["wait-999", "seen-999"]) {
    await Deno.mkdir(join(scene.scripts, `.sundial-${name}`));
    await Deno.writeTextFile(join(scene.dataDir, `pulls/${name}.json`), "{}");
    await Deno.writeTextFile(join(scene.dataDir, `pulls/${name}.json.new`), "{");
  }
  await Deno.mkdir(join(scene.dataDir, "pulls/key-left"));
  await scene.restart();
  assert.deepEqual(hidden(scene), [`.sundial-wait-${stored}`, `wait-${stored}.json`]);
  const waiting = await Promise.all(ids.map(async (id) => (await scene.get(id)).waiting !== null));
  assert.deepEqual(waiting, [true, false, false]);
  await approve(scene, stored);
  assert.deepEqual(await scene.files(), ["o_one/a.js"]);
  for (const id of [noFolder, noNote]) {
    await scene.pull(id);
    await approve(scene, id);
  }
  assert.equal((await scene.tasks()).length, 3);
});
