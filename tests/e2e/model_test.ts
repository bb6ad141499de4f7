// Thousands of random actions of several concurrent users, while the panel and its children are killed. In
// the end the page, the API and the process table must agree, and match the responses that users got.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import type { BatchResult, List } from "../../server/contract/shapes.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { markedPids } from "../support/marked_pids.ts";
import { panelDatabase } from "../support/panel_database.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { until } from "../support/until.ts";

const ACTIONS = byLength(3_000, 5_000);
const PEOPLE = 8;
const KILLS = 4;
const TASKS = 50;

/** The confirmed state of a task. */
interface Known {
  id: number;
  enabled: boolean;
  name: string;
}

class World {
  readonly tasks = new Map<number, Known>();
  readonly deleted = new Set<number>();
  /** Tasks with a pending change or deletion: the result of a concurrent request for them is undefined. */
  readonly busy = new Set<number>();
  readonly random: () => number;
  made = 0;

  constructor(public panel: PanelProcess, seed: number) {
    this.random = seededRandom(seed);
  }

  pick(): Known | undefined {
    const free = [...this.tasks.values()].filter(({ id }) => !this.busy.has(id));
    return free[Math.floor(this.random() * free.length)];
  }
}

Deno.test("model: after thousands of random actions and kills, page, API and process table agree", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-model-" });
  const browser = await launchBrowser();
  const seed = Number(Deno.env.get("SUNDIAL_TEST_SEED") ?? 4_711);
  let world: World | undefined;
  try {
    await using database = await panelDatabase(dataDir);
    const { environment } = database;
    world = new World(await PanelProcess.start({ dataDir, environment, setUp: true }), seed);
    await world.panel.logIn();
    for (let index = 0; index < TASKS; index++) await create(world);
    for (let kill = 0; kill <= KILLS; kill++) {
      await action(world, dataDir, Math.ceil(ACTIONS / (KILLS + 1)));
      if (kill === KILLS) break;
      await world.panel.end("SIGKILL");
      world.panel = await PanelProcess.start({ dataDir, environment });
      await world.panel.logIn();
    }
    await compareAll(world, dataDir, async () => {
      const client = await BrowserClient.open(browser);
      await logIn(client.page, world!.panel);
      return client;
    });
    await world.panel.stop();
    reportFigure(
      "model",
      `${ACTIONS} actions of ${PEOPLE} users, ${KILLS} kills, page, API and processes agree`,
    );
  } finally {
    await browser.close();
    await world?.panel.stop();
    await removeDataDir(dataDir);
  }
});

async function action(world: World, dataDir: string, times: number): Promise<void> {
  let left = times;
  const actAsUser = async () => {
    try {
      while (left-- > 0) await oneAction(world, dataDir);
    } finally {
      left = 0; // the first failure stops all users; otherwise the others would continue against a panel that is shutting down
    }
  };
  const all = await Promise.allSettled(Array.from({ length: PEOPLE }, actAsUser));
  for (const one of all) if (one.status === "rejected") throw one.reason;
}

async function oneAction(world: World, dataDir: string): Promise<void> {
  const dice = world.random();
  if (dice < 0.03) return await create(world);
  if (dice < 0.06) return await killChild(world, dataDir);
  const task = world.pick();
  if (!task) return await create(world);
  if (dice < 0.4) return await ask(world, "run", task);
  if (dice < 0.62) return await ask(world, "stop", task);
  world.busy.add(task.id);
  try {
    if (dice < 0.72) await switchTo(world, task, "enable");
    else if (dice < 0.82) await switchTo(world, task, "disable");
    else if (dice < 0.97) await edit(world, task);
    else await remove(world, task);
  } finally {
    world.busy.delete(task.id);
  }
}

const commands = ["true", "sleep 0.2", "sleep 1", "sleep 1; exit 3", "sh -c 'sleep 2 & sleep 2'"];
const schedules: Task["schedules"][] = ["manual", "manual", ["*/2 * * * * *"], [
  "*/3 * * * * *",
  "*/5 * * * * *",
]];
const overlaps = [{ policy: "skip" }, { policy: "queue", limit: 2 }, { policy: "replace" }, {
  policy: "allow",
  limit: 3,
}];

function choose<T>(world: World, options: readonly T[]): T {
  // The lists are not empty.
  return options[Math.floor(world.random() * options.length)] as T;
}

async function create(world: World): Promise<void> {
  // No name is part of another: a search would otherwise find more than a page of them.
  const name = `model ${String(++world.made).padStart(4, "0")}`;
  const json = {
    name,
    command: choose(world, commands),
    schedules: choose(world, schedules),
    overlap: choose(world, overlaps),
  };
  const { id } = await world.panel.json<Task>("/api/tasks", { json });
  world.tasks.set(id, { id, enabled: true, name });
}

async function ask(world: World, action: "run" | "stop", { id }: Known): Promise<void> {
  const { results } = await world.panel.json<BatchResult>(`/api/tasks/${action}`, { json: { ids: [id] } });
  const code = results[0]?.error?.code ?? "ok";
  assert.ok(
    ["ok", "task_not_running", "task_already_active", "not_found"].includes(code),
    `${action}: ${code}`,
  );
}

async function switchTo(world: World, task: Known, action: "enable" | "disable"): Promise<void> {
  const { results } = await world.panel.json<BatchResult>(`/api/tasks/${action}`, {
    json: { ids: [task.id] },
  });
  assert.deepEqual(results, [{ id: task.id, ok: true }]);
  task.enabled = action === "enable";
}

async function edit(world: World, task: Known): Promise<void> {
  const json = {
    command: choose(world, commands),
    schedules: choose(world, schedules),
    overlap: choose(world, overlaps),
  };
  const changed = await world.panel.json<Task>(`/api/tasks/${task.id}`, { method: "PATCH", json });
  assert.deepEqual([changed.command, changed.schedules], [json.command, json.schedules]);
}

async function remove(world: World, task: Known): Promise<void> {
  const response = await world.panel.fetch(`/api/tasks/${task.id}`, { method: "DELETE" });
  await response.body?.cancel();
  assert.equal(response.status, 204);
  world.tasks.delete(task.id);
  world.deleted.add(task.id);
}

async function killChild(world: World, dataDir: string): Promise<void> {
  const pids = await markedPids(dataDir);
  const pid = pids[Math.floor(world.random() * pids.length)];
  try {
    if (pid !== undefined) Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

async function compareAll(world: World, dataDir: string, open: () => Promise<BrowserClient>): Promise<void> {
  const { panel } = world;
  // One that keeps running, so that running tasks are compared too, and none that restarts meanwhile.
  const known = [...world.tasks.values()];
  await panel.json("/api/tasks/disable", { json: { ids: known.map(({ id }) => id) } });
  await until("everything has ended", async () => (await liveRuns(panel)).length === 0);
  const lasting = known.slice(0, 3);
  for (const { id } of lasting) {
    // Longer than comparing the page task by task can take on any machine.
    const json = { command: "sleep 3600", schedules: "manual", overlap: { policy: "skip" } };
    await panel.json(`/api/tasks/${id}`, { method: "PATCH", json });
  }
  await panel.json("/api/tasks/run", { json: { ids: lasting.map(({ id }) => id) } });
  await until("they run", async () => (await liveRuns(panel)).every(({ state }) => state === "running"));

  const { items, total } = await panel.json<List<Task>>("/api/tasks?pageSize=500");
  assert.equal(total, world.tasks.size);
  assert.deepEqual(new Set(items.map(({ id }) => id)), new Set(world.tasks.keys()));
  const running = await liveRuns(panel);
  assert.deepEqual(new Set(running.map(({ taskId }) => taskId)), new Set(lasting.map(({ id }) => id)));
  // A `sleep 2` that an ended run left in the background may outlive it by that time.
  await until("the process table agrees", async () => {
    return isDeepStrictEqual(await markedRuns(dataDir), new Set(running.map(({ id }) => id)));
  });
  for (const { id, status } of items) {
    assert.equal(status, lasting.some((one) => one.id === id) ? "running" : "disabled", `task ${id}`);
  }
  await using client = await open();
  await comparePage(client.page, panel, items);
  assert.deepEqual(client.errors, []);
}

async function liveRuns(panel: PanelProcess): Promise<Run[]> {
  return (await panel.json<List<Run>>("/api/runs?state=queued,starting,running&pageSize=500")).items;
}

async function markedRuns(dataDir: string): Promise<Set<number>> {
  const installation = (await Deno.readTextFile(`${dataDir}/installation`)).trim();
  const mark = `SUNDIAL_RUN_MARK=${installation}:`;
  const entries = listProcesses().flatMap(({ pid }) =>
    readEnvironment(pid).filter((entry) => entry.startsWith(mark))
  );
  return new Set(entries.map((entry) => Number(entry.slice(mark.length))));
}

async function logIn(page: Page, panel: PanelProcess): Promise<void> {
  await page.goto(`${panel.address}/login?lang=en`);
  await page.getByLabel("Username", { exact: true }).fill(account.username);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard$/);
}

async function comparePage(page: Page, panel: PanelProcess, tasks: readonly Task[]): Promise<void> {
  for (const { name, status } of tasks) {
    await page.goto(`${panel.address}/crontab?q=${encodeURIComponent(`name:${name}`)}`);
    const row = page.getByRole("row", { name, exact: true });
    await row.waitFor();
    await row.getByText(status === "running" ? "Running" : "Disabled", { exact: true }).first().waitFor();
  }
}
