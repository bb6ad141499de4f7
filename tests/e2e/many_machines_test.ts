// Two panels and two workers over one PostgreSQL database: an administrator places a task in a pool, reads its log live on the panel
// that does not plan, drains the worker and stops the run.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { NodeList } from "../../server/contract/nodes.ts";
import type { QueueState } from "../../server/contract/queue.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Language } from "../../server/contract/settings.ts";
import { newMessages } from "../../web/messages/create_messages.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { enterPanel } from "../support/stories.ts";
import { step } from "../support/step.ts";
import { until } from "../support/until.ts";

const databases = postgresDatabases ?? await PostgresDatabases.open();
const languages: readonly Language[] = ["en", "zh"];
const texts = { en, zh };
/** Prints what is appended to a file, until it is stopped. */
const command = (file: string) => `echo ready; tail -n +1 -f ${file}`;

interface Scene {
  planning: PanelProcess;
  other: PanelProcess;
  client: BrowserClient;
  page: Page;
  w: typeof en;
  format: ReturnType<typeof newMessages>["t"];
  /** The file whose lines the task prints. */
  output: string;
}

for (const language of languages) {
  Deno.test(`many machines: a run on a worker, from the panel that does not plan, in ${language}`, async (t) => {
    await using location = await panelFolder();
    const folder = location.path;
    await using database = await databases.temporary({ isMigrated: true });
    await using browser = await launchBrowser();
    const environment = { SUNDIAL_DATABASE_URL: database.url, SUNDIAL_KEY_FILE: join(folder, "shared.key") };
    const start = (name: string, command: "serve" | "worker", flags: string[] = []) =>
      PanelProcess.start({
        ...{ command, environment, setUp: command === "serve" },
        dataDir: join(folder, name),
        flags: ["--name", name, ...flags],
      });
    await using planning = await start("panel-1", "serve");
    await using other = await start("panel-2", "serve");
    await using _gpu = await start("gpu-1", "worker", ["--pools", "gpu"]);
    await using _edge = await start("edge-1", "worker", ["--pools", "edge"]);
    await planning.logIn();
    await other.logIn();
    await using client = await BrowserClient.open(browser, { locale: language });
    await enterPanel(client.page, other, language);
    const w = texts[language];
    const output = join(folder, "output");
    await Deno.writeTextFile(output, "");
    const format = newMessages(language, { texts: w }).t;
    await run(t, { planning, other, client, page: client.page, w, format, output });
    assert.deepEqual(client.errors, []);
  });
}

async function run(t: Deno.TestContext, scene: Scene): Promise<void> {
  await step(t, "the nodes page of each panel names the one that plans", () => seeNodes(scene));
  await step(t, "a task is placed in a pool", () => place(scene));
  await step(t, "it runs on the worker of its pool, and its log is read as it grows", () => followLog(scene));
  await step(t, "both panels count the run", () => countRuns(scene));
  await step(
    t,
    "a draining worker finishes its run, and the next run waits for its pool",
    () => drain(scene),
  );
  await step(t, "the run is stopped from the panel that does not plan", () => stop(scene));
}

async function seeNodes({ page, other, planning, w }: Scene): Promise<void> {
  await until("panel-1 to plan", async () => {
    const { items } = await planning.json<NodeList>("/api/nodes");
    return items.some((node) => node.planning && node.name === "panel-1");
  });
  await page.goto(`${other.address}/setting/nodes`);
  const row = (name: string) => page.getByRole("row", { name, exact: true });
  await row("panel-1").getByText(w.nodes.planning, { exact: true }).first().waitFor();
  await row("panel-2").getByText(w.nodes.thisPanel).first().waitFor();
  for (const name of ["gpu-1", "edge-1"]) await row(name).getByText(w.nodes.stateOnline).first().waitFor();
}

async function place({ page, other, w, output }: Scene): Promise<void> {
  await page.goto(`${other.address}/crontab/modal`);
  const dialog = page.getByRole("dialog", { name: w.task.createTitle });
  await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Train");
  await dialog.getByLabel(w.tasks.command, { exact: true }).fill(command(output));
  await dialog.getByRole("button", { name: w.task.advanced }).click();
  await dialog.getByRole("combobox", { name: w.tasks.pool }).click();
  await page.getByRole("option", { name: "gpu" }).click();
  await dialog.getByRole("button", { name: w.task.createAndRun }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function followLog({ page, other, w, output }: Scene): Promise<void> {
  const { items: [live] } = await until("the run to start", async () => {
    const runs = await other.json<List<Run>>("/api/runs?state=running");
    return runs.total > 0 && runs;
  });
  assert.deepEqual([live?.taskName, live?.nodeName], ["Train", "gpu-1"]);
  await page.goto(`${other.address}/crontab/detail?id=${live?.taskId}`);
  const log = page.locator("section").filter({
    has: page.getByRole("heading", { name: w.task.liveLog }),
  });
  await log.getByRole("link", { name: /gpu-1/ }).waitFor();
  await log.getByText("ready").first().waitFor();
  for (const line of ["epoch 1 done", "epoch 2 done"]) {
    await Deno.writeTextFile(output, `${line}\n`, { append: true });
    await log.getByText(line).first().waitFor();
  }
}

async function countRuns({ page, planning, other, w }: Scene): Promise<void> {
  for (const panel of [planning, other]) {
    const { limit, live } = await panel.json<QueueState>("/api/queue");
    assert.ok(limit > 1);
    assert.deepEqual(live.map(({ nodeName }) => nodeName), ["gpu-1"]);
    const { counts } = await panel.json<{ counts: { liveRuns: number } }>("/api/health");
    assert.equal(counts.liveRuns, 1);
  }
  await page.goto(`${other.address}/dashboard`);
  const figure = page.getByRole("list", { name: w.overview.figures }).getByRole("link").filter({
    hasText: w.overview.running,
  });
  await figure.getByText("1", { exact: true }).first().waitFor();
}

async function drain({ page, other, w, format }: Scene): Promise<void> {
  await page.goto(`${other.address}/setting/nodes`);
  const row = page.getByRole("row", { name: "gpu-1", exact: true });
  const label = format("ui.labelAndValue", { label: w.nodes.drain, value: "gpu-1" });
  await row.getByRole("button", { name: label }).click();
  await page.getByText(format("nodes.drained", { name: "gpu-1" })).first().waitFor();
  await row.getByText(w.nodes.stateDraining).first().waitFor();
  await row.getByText(format("nodes.runningOf", { running: "1", capacity: "4" })).first().waitFor();
  const task = { name: "Next", command: "true", schedules: "manual", placement: { pool: "gpu" } };
  const { id } = await other.json<{ id: number }>("/api/tasks", { json: task });
  await other.json("/api/tasks/run", { json: { ids: [id] } });
  await page.goto(`${other.address}/crontab?queue=1`);
  const queue = page.getByRole("dialog", { name: w.tasks.queue });
  await queue.getByText("gpu-1").first().waitFor();
  const reason = format("queue.whyEmptyPool", { pool: "gpu" });
  await queue.getByText(reason).first().waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${other.address}/crontab/logModal?id=${id}`);
  await page.getByRole("dialog").getByText(reason).first().waitFor();
  await page.goto(`${other.address}/setting/running`);
  await page.getByText(w.settings.concurrencyNodesHelp).first().waitFor();
}

async function stop({ page, other, planning, w }: Scene): Promise<void> {
  const { items: [live] } = await planning.json<List<Run>>("/api/runs?state=running");
  await page.goto(`${other.address}/crontab/detail?id=${live?.taskId}`);
  await page.getByRole("button", { name: w.tasks.stop, exact: true }).first().click();
  await page.getByRole("row").getByText(w.runs.stateStopped).first().waitFor();
  assert.equal((await planning.json<Run>(`/api/runs/${live?.id}`)).state, "stopped");
  const { counts } = await planning.json<{ counts: { liveRuns: number } }>("/api/health");
  assert.equal(counts.liveRuns, 0);
}
