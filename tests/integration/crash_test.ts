// Kills the panel in the middle of its work: nothing is lost, nothing runs twice, nothing is left running
// unnoticed.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { endAll } from "../support/end_all.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { processesOf } from "../support/test_engine.ts";
import { until } from "../support/until.ts";
import { runSundial } from "../support/run_program.ts";

interface Row {
  id: number;
  task_id: number;
  state: string;
  due_at: number | null;
  due_through: number | null;
  due_count: number;
  exit_code: number | null;
  pid: number | null;
  skip_reason: string | null;
  log_path: string | null;
}

/** A data folder, and its state on disk and in the process table without a panel. */
class Ground implements AsyncDisposable {
  constructor(readonly root: string) {}

  static async make(): Promise<Ground> {
    return new Ground(await Deno.makeTempDir({ prefix: "sundial-crash-" }));
  }

  /** Starts the first panel, with an account and a concurrency limit. */
  async firstPanel(concurrency: number): Promise<PanelProcess> {
    const panel = await PanelProcess.start({ dataDir: this.root });
    await panel.request("POST", "/initialization", { username: "mira", password: "correct horse battery" });
    await panel.request("PATCH", "/settings", { concurrency });
    return panel;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  query<T>(sql: string): T[] {
    using database = new DatabaseSync(this.path("sundial.sqlite"), { readOnly: true, timeout: 10_000 });
    return database.prepare(sql).all() as T[];
  }

  rows(): Row[] {
    return this.query("select * from run order by id");
  }

  async lines(name: string): Promise<string[]> {
    const text = await Deno.readTextFile(this.path(name)).catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  }

  processes(runId?: number): number[] {
    return processesOf(Deno.readTextFileSync(this.path("installation")).trim(), runId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = this.processes();
    await endAll(left);
    await Deno.remove(this.root, { recursive: true });
    assert.deepEqual(left, [], "processes are left");
  }
}

Deno.test("crash: kill -9 with 20 running and 100 queued loses nothing and runs nothing twice", async () => {
  await using ground = await Ground.make();
  await using first = await ground.firstPanel(20);
  const witness = ground.path("witness");
  const command = `echo "$SUNDIAL_RUN_ID" >> ${witness}; for n in 1 2 3; do echo line $n; done; ` +
    `until [ -e ${ground.path("gate")} ]; do sleep 0.1; done; echo the end; exit $((SUNDIAL_RUN_ID % 3))`;
  const ids: number[] = [];
  for (let n = 0; n < 120; n++) {
    ids.push((await first.request("POST", "/tasks", { name: `t${n}`, command, schedules: "manual" })).id);
  }
  const { results } = await first.request("POST", "/tasks/run", { ids });
  assert.ok(results.every(({ ok }: { ok: boolean }) => ok));
  await until("twenty to run", async () => (await ground.lines("witness")).length === 20);
  await until("twenty records", () => ground.rows().filter(({ state }) => state === "running").length === 20);
  const before = new Map(
    ground.rows().filter(({ state }) => state === "running").map(({ id, pid }) => [id, pid]),
  );
  assert.equal((await first.kill()).signal, "SIGKILL");
  await using second = await PanelProcess.start({ dataDir: ground.root, cookie: first.cookie });
  const found = await second.request("GET", "/runs?state=running&pageSize=500");
  assert.deepEqual(new Map(found.items.map(({ id, pid }: Row) => [id, pid])), new Map([...before].reverse()));
  assert.equal((await second.request("GET", "/runs?state=queued&pageSize=1")).total, 100);
  assert.equal((await ground.lines("witness")).length, 20);
  await Deno.writeTextFile(ground.path("gate"), "");
  await until(
    "all to end",
    () => ground.rows().every(({ state }) => state === "succeeded" || state === "failed"),
  );
  const rows = ground.rows();
  assert.equal(rows.length, 120);
  assert.deepEqual(
    (await ground.lines("witness")).map(Number).sort((a, b) => a - b),
    rows.map(({ id }) => id),
  );
  for (const { id, exit_code, state, log_path } of rows) {
    assert.deepEqual([exit_code, state], [id % 3, id % 3 === 0 ? "succeeded" : "failed"]);
    const log = await Deno.readTextFile(join(ground.root, "logs", log_path!));
    assert.match(log, /^## Starting[^\n]*\n\nline 1\nline 2\nline 3\nthe end\n\n## [^\n]*\u3000{5}\n$/);
  }
  assert.equal((await second.end("SIGTERM")).code, 0);
  assert.deepEqual(ground.processes(), []);
});

Deno.test("crash: five kills at random moments record each due time once and run nothing twice", async () => {
  await using ground = await Ground.make();
  const random = randomFrom(7);
  await using panels = new AsyncDisposableStack();
  let panel = panels.use(await ground.firstPanel(6));
  const witness = ground.path("witness");
  const policies = ["skip", "queue", "replace", "allow"];
  const ids: number[] = [];
  for (const [n, policy] of [...policies, ...policies].entries()) {
    const seconds = n < 4 ? "0.05" : "1.7";
    const command = `echo "$SUNDIAL_RUN_ID" >> ${witness}; sleep ${seconds}; exit ${n % 2}`;
    const retry = { times: 1, delayMs: 0, backoff: "fixed", onLost: false };
    const task = { name: `t${n}`, command, schedules: ["* * * * * *"], overlap: { policy }, retry };
    ids.push((await panel.request("POST", "/tasks", task)).id);
  }
  for (let round = 0; round < 5; round++) {
    const killed = new Promise((resolve) => setTimeout(resolve, random(1_500)));
    await panel.request("POST", "/tasks/run", { ids: [ids[random(ids.length)], ids[random(ids.length)]] });
    await killed;
    await panel.kill();
    panel = panels.use(await PanelProcess.start({ dataDir: ground.root, cookie: panel.cookie }));
  }
  const dues = (id: number) => ground.rows().filter((row) => row.task_id === id && row.due_at !== null);
  await until("each to be due several times", () => ids.every((id) => dues(id).length > 3));
  await panel.request("POST", "/tasks/disable", { ids });
  await panel.request("POST", "/tasks/stop", { ids });
  const active = "/runs?state=queued,starting,running&pageSize=1";
  await until("quiet", async () => (await panel.request("GET", active)).total === 0);
  assert.equal((await panel.end("SIGTERM")).code, 0);
  assert.deepEqual(ground.processes(), []);
  const rows = ground.rows();
  const ran = (await ground.lines("witness")).map(Number);
  assert.equal(new Set(ran).size, ran.length, "a run ran twice");
  const known = new Set(rows.map(({ id }) => id));
  assert.deepEqual(ran.filter((id) => !known.has(id)), [], "a run without a record");
  const didRun = new Set(ran);
  for (const row of rows.filter(({ state }) => state === "succeeded" || state === "failed")) {
    assert.ok(didRun.has(row.id), `run ${row.id} is recorded as ${row.state} and never ran`);
  }
  for (const id of ids) assertNoGap(rows.filter((row) => row.task_id === id && row.due_at !== null));
  assert.deepEqual(
    ground.query<{ integrity_check: string }>("pragma integrity_check").map((row) => row.integrity_check),
    ["ok"],
  );
});

// Due every second: from the first to the last, each second is in exactly one row.
function assertNoGap(rows: readonly Row[]): void {
  const spans = rows.map(({ due_at, due_through, due_count }) => ({
    from: due_at!,
    to: due_through ?? due_at!,
    due_count,
  }))
    .sort((a, b) => a.from - b.from);
  assert.ok(spans.length > 3);
  for (const [index, { from, to, due_count }] of spans.entries()) {
    assert.equal(due_count, (to - from) / 1_000 + 1);
    const before = spans[index - 1];
    if (before) assert.equal(from, before.to + 1_000);
  }
}

/** Returns random integers below a limit, reproducible by seed (Park and Miller, 1988). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = state * 48_271 % 2_147_483_647) % below;
}

Deno.test("panel stop: exits 0 with open streams; tasks continue and the next panel adopts them", async () => {
  await using ground = await Ground.make();
  await using first = await ground.firstPanel(5);
  const barrier = ground.path("gate");
  const command = `until [ -e ${barrier} ]; do sleep 0.05; done; exit 4`;
  const { id } = await first.request("POST", "/tasks", { name: "t", command, schedules: "manual" });
  await first.request("POST", "/tasks/run", { ids: [id] });
  await until("it to run", () => ground.rows()[0]?.state === "running");
  const run = ground.rows()[0]!;
  const streams = [await first.send("GET", "/events"), await first.send("GET", `/runs/${run.id}/log/stream`)];
  const read = streams.map((stream) => stream.text().catch(() => ""));
  const { code, output } = await first.end("SIGTERM");
  assert.equal(code, 0, output);
  await Promise.all(read);
  assert.equal(ground.rows()[0]!.state, "running");
  assert.ok(ground.processes(run.id).length > 0);
  await using second = await PanelProcess.start({ dataDir: ground.root, cookie: first.cookie });
  assert.equal((await second.request("GET", `/runs/${run.id}`)).pid, run.pid);
  await Deno.writeTextFile(barrier, "");
  await until("its end", () => ground.rows()[0]!.state === "failed");
  assert.equal(ground.rows()[0]!.exit_code, 4);
  assert.equal((await second.end("SIGINT")).code, 0);
});

Deno.test("panel start: fails with one sentence and the documented exit code", async () => {
  await using ground = await Ground.make();
  await using panel = await PanelProcess.start({ dataDir: ground.root });
  const { port } = new URL(panel.address);
  await using other = await Ground.make();
  // They start at the same time, and only one may use a folder.
  await using third = await Ground.make();
  const folder = ["--data-dir", other.root];
  await Deno.writeTextFile(other.path("file"), "");
  const rejected: [string[], Record<string, string>, number, RegExp][] = [
    [
      ["serve", "--port", "0", "--data-dir", ground.root],
      {},
      1,
      new RegExp(`in use by another panel with pid ${panel.pid}[^\\n]*\\n$`),
    ],
    [
      ["serve", "--port", port, ...folder],
      {},
      1,
      new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: [^\\n]*\\n$`),
    ],
    [["serve", "--data-dir", other.path("file")], {}, 1, /^cannot use the data folder [^\n]*\n$/],
    [["serve", "--port", "abc", ...folder], {}, 2, /^--port is "abc", but [^\n]*\nUsage: sundial serve/],
    [["serve", "--nonsense", ...folder], {}, 2, /nonsense/],
    [["serve", ...folder], { SUNDIAL_LOG_LEVEL: "loud" }, 1, /^SUNDIAL_LOG_LEVEL is "loud", but [^\n]*\n/],
    [
      ["serve", "--data-dir", third.root],
      { SUNDIAL_DATABASE_URL: "postgres://x:hidden@127.0.0.1:1/z" },
      1,
      /^cannot use the PostgreSQL database 127\.0\.0\.1:1\/z: the server is unreachable[^\n]*\n$/,
    ],
    [["dance"], {}, 2, /^Unknown command: dance\n/],
  ];
  await Deno.writeTextFile(other.path("installation"), "none\n");
  const exits = await Promise.all(rejected.map(([args, env]) => runSundial(args, { env })));
  for (const [n, { code, err }] of exits.entries()) {
    assert.equal(code, rejected[n]![2], err);
    assert.match(err, rejected[n]![3]);
  }
  assert.equal((await panel.request("GET", "/health")).status, "ok");
  await panel.kill();
  await using after = await PanelProcess.start({ dataDir: ground.root });
  assert.equal((await after.request("GET", "/health")).status, "ok");
});
