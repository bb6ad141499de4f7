// An administrator watches several machines, places a task, drains a worker and removes one that is gone.
import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import type { Run } from "../../server/contract/runs.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { addLiveRun, addNode, databaseOf } from "../support/node_rows.ts";
import { until } from "../support/until.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";

/** Nodes that nothing keeps alive are seen for the whole test. */
const alive = { silentMs: -3_600_000 };

interface Scene extends Story {
  db: Kysely<Tables>;
  ids: { task: number; worker: number; silent: number; lost: number };
}

testStory("nodes: one machine, then several", async (story, t) => {
  await using db = databaseOf(story.dataDir);
  const scene: Scene = { ...story, db, ids: { task: 0, worker: 0, silent: 0, lost: 0 } };
  await runSteps(t, scene, {
    "a single machine is one node, and the page says how to add a worker": seeOneMachine,
    "nodes that join appear by themselves, with state, load and version": seeNodes,
    "a worker drains and takes runs again": drain,
    "the runs of a node are listed with its name": listRuns,
    "a task is placed in a pool that no node has yet": place,
    "a silent node is removed after a question, and its runs are explained": remove,
  });
});

async function seeOneMachine(scene: Scene): Promise<void> {
  const { page, at, w } = scene;
  await page.goto(at("/setting/nodes"));
  await page.getByText(w.nodes.introSingle).first().waitFor();
  const table = page.getByRole("table", { name: w.nodes.tab });
  assert.equal(await table.getByRole("row").count(), 2);
  await table.getByText(w.nodes.thisPanel).first().waitFor();
  const start = page.getByRole("region", { name: w.nodes.addStart });
  await start.getByText("sundial worker --pools default").first().waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await start.getByRole("button", { name: w.ui.copy }).click();
  await start.getByRole("button", { name: w.ui.copied }).waitFor();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^SUNDIAL_DATABASE_URL=[^]* worker --pools default$/,
  );
  await page.getByRole("region", { name: w.nodes.addMove }).getByText("sundial migrate --to").first()
    .waitFor();
  assert.deepEqual(await findAxeIssues(page), []);
  scene.ids.task = await scene.add({ name: "Train", command: "true" });
}

async function seeNodes({ page, w, db, ids, format }: Scene): Promise<void> {
  await addNode(db, "panel-1", { ...alive, role: "panel", planning: 1 });
  ids.worker = await addNode(db, "gpu-1", { ...alive, pools_json: '["gpu"]', version: "0.0.9" });
  ids.silent = await addNode(db, "nas", { silentMs: 45_000 });
  await addLiveRun(db, { task: ids.task, node: ids.worker, name: "Train" });
  ids.lost = await addLiveRun(db, { task: ids.task, node: ids.silent, name: "Train" });
  const row = (name: string) => page.getByRole("row", { name, exact: true });
  await row("panel-1").getByText(w.nodes.planning, { exact: true }).first().waitFor();
  await row("gpu-1").getByText(w.nodes.stateOnline).first().waitFor();
  await row("gpu-1").getByText(format("nodes.runningOf", { running: "1", capacity: "8" })).first().waitFor();
  await row("gpu-1").getByText("0.0.9").first().waitFor();
  await row("nas").getByText(w.nodes.stateUnreachable).first().waitFor();
  await page.getByText(w.nodes.addHelp).first().waitFor();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function drain({ page, w, format }: Scene): Promise<void> {
  const row = page.getByRole("row", { name: "gpu-1", exact: true });
  const button = (label: string) =>
    row.getByRole("button", { name: format("ui.labelAndValue", { label, value: "gpu-1" }) });
  await button(w.nodes.drain).click();
  await page.getByText(format("nodes.drained", { name: "gpu-1" })).first().waitFor();
  await row.getByText(w.nodes.stateDraining).first().waitFor();
  await button(w.nodes.resume).click();
  await row.getByText(w.nodes.stateOnline).first().waitFor();
}

async function listRuns({ page, w, format, ids }: Scene): Promise<void> {
  const row = page.getByRole("row", { name: "gpu-1", exact: true });
  await row.getByRole("link", { name: format("nodes.showRuns", { name: "gpu-1" }) }).click();
  const node = format("ui.labelAndValue", { label: w.runs.node, value: "gpu-1" });
  await page.getByRole("group", { name: w.tasks.filters }).getByText(node).first().waitFor();
  const runs = page.getByRole("table", { name: w.runs.title });
  await runs.getByRole("columnheader", { name: w.runs.node }).waitFor();
  await until("only its run to be listed", async () => await runs.getByRole("row").count() === 2);
  await runs.getByText("gpu-1").click();
  await page.getByRole("link", { name: node }).waitFor();
  const menu = page.getByRole("button", { name: w.runs.node, exact: true });
  await page.keyboard.press("Escape");
  await menu.click();
  await page.getByRole("menuitem", { name: "nas" }).click();
  await page.waitForURL((url) => url.searchParams.get("node") === String(ids.silent));
}

async function place({ page, at, w, panel, format, ids }: Scene): Promise<void> {
  await page.goto(at(`/crontab/modal?id=${ids.task}`));
  const dialog = page.getByRole("dialog", { name: w.task.editTitle });
  await dialog.getByRole("button", { name: w.task.advanced }).click();
  await dialog.getByRole("combobox", { name: w.tasks.pool }).click();
  await page.getByRole("option", { name: "gpu" }).waitFor();
  await page.getByPlaceholder(w.task.poolSearch).fill("big disk");
  await page.getByRole("option", { name: format("task.poolNew", { name: "big disk" }) }).click();
  await dialog.getByRole("combobox", { name: w.task.placementMode }).click();
  await page.getByRole("option", { name: w.task.placementEach }).click();
  await dialog.getByLabel(w.tasks.retry, { exact: true }).fill("1");
  await dialog.getByRole("switch", { name: w.task.retryOnLost }).click();
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  // The server names the field whose value it rejects.
  await dialog.getByText(/only letters, digits, dots/).first().waitFor();
  await dialog.getByRole("combobox", { name: w.tasks.pool }).click();
  await page.getByPlaceholder(w.task.poolSearch).fill("big-disk");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  const { placement, retry } = await panel.json<Task>(`/api/tasks/${ids.task}`);
  assert.deepEqual([placement, retry.onLost], [{ pool: "big-disk", mode: "all" }, true]);
  await page.goto(at(`/crontab/detail?id=${ids.task}`));
  await page.getByText(format("tasks.poolEach", { pool: "big-disk" })).first().waitFor();
}

async function remove({ page, at, w, panel, format, ids }: Scene): Promise<void> {
  await page.goto(at("/setting/nodes"));
  const row = page.getByRole("row", { name: "nas", exact: true });
  await row.getByRole("button", {
    name: format("ui.labelAndValue", { label: w.nodes.remove, value: "nas" }),
  }).click();
  const question = page.getByRole("alertdialog", { name: format("nodes.removeTitle", { name: "nas" }) });
  await question.getByText(format("nodes.removeText", { count: 1 })).first().waitFor();
  await question.getByRole("button", { name: w.nodes.remove }).click();
  await page.getByText(format("nodes.removed", { name: "nas" })).first().waitFor();
  await row.waitFor({ state: "detached" });
  assert.equal((await panel.json<Run>(`/api/runs/${ids.lost}`)).state, "lost");
  await page.goto(at(`/runs?run=${ids.lost}`));
  await page.getByRole("note").getByText(w.runs.stateLostHelp).first().waitFor();
  await page.getByRole("link", { name: new RegExp(`${ids.silent}$`) }).waitFor();
}
