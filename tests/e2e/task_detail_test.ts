// The page of one task: its state in words, the live log, Stop, the script and the trend of durations.
import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const DAY_MS = 86_400_000;
const scriptPath = "daily/report.sh";

testStory("task detail: the page of one task", {
  "the state is in words, with the failures in a row": readState,
  "a double click on Run does not stop the run": runTwice,
  "the log of a live run follows it, and stays with its outcome": followLog,
  "a button that becomes Stop under the pointer is disabled at first": stopInList,
  "Stop acts as soon as it appears": stopAtOnce,
  "a run requested while another stops waits for its end": runAgain,
  "the script is edited in place and guarded": editScript,
  "the trend marks what changed, also in its table": readTrend,
});

async function readState(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "Breaks", command: "echo no route to host; exit 3" });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByText(w.tasks.neverRun, { exact: true }).first().waitFor();
  for (let number = 0; number < 2; number++) await story.ended(await story.run(id));
  await page.getByText(story.format("task.stateFailing", { count: 2 }), { exact: true }).first().waitFor();
  await page.getByTitle("no route to host", { exact: true }).waitFor();
  await story.panel.json(`/api/tasks/${id}`, { method: "PATCH", json: { command: "sleep 120" } });
  const runId = await story.run(id);
  const ofLastRun = w.tasks.lastRunValue.replace("{value}", "no route to host");
  await page.getByTitle(ofLastRun, { exact: true }).waitFor();
  await story.panel.json("/api/tasks/stop", { method: "POST", json: { ids: [id] } });
  await story.ended(runId);
}

async function runTwice({ page, w, at, ...story }: Story): Promise<void> {
  await story.panel.json("/api/files/scripts/content?path=" + encodeURIComponent(scriptPath), {
    method: "PUT",
    headers: { "if-none-match": "*" },
    json: { content: "echo ready\nsleep 120\n" },
  });
  const id = await story.add({ name: "Long", command: `task ${scriptPath}` });
  await page.goto(at(`/crontab/detail?id=${id}`));
  const run = page.getByRole("button", { name: w.tasks.runNow });
  // The fonts, which load late, change the width of its text.
  await until(
    "the fonts have loaded",
    () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) =>
          family.replaceAll('"', "") === "Inter" && status === "loaded"
        )
      ),
  );
  const box = await run.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.dblclick(x, y);
  const stop = page.getByRole("button", { name: w.tasks.stop, exact: true });
  await stop.focus();
  await until("it runs", async () => (await newest(story, id)).state === "running");
  const after = await run.boundingBox();
  assert.deepEqual([after?.x, after?.y], [box.x, box.y]);
  const moved = await stop.boundingBox();
  assert.ok(moved && moved.x + moved.width < box.x - 100);
  await hasFocus(stop);
}

async function stopInList({ page, w, at, ...story }: Story): Promise<void> {
  const before = page.url();
  const name = "In the list";
  const id = await story.add({ name, command: "sleep 120" });
  await page.goto(at("/crontab?q=list"));
  const button = (act: string) => page.getByRole("button", { name: `${act}: ${name}`, exact: true });
  const box = await button(w.tasks.run).boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await button(w.tasks.stop).and(page.locator("[aria-disabled=true]")).waitFor();
  await page.mouse.click(x, y); // meant for the button that was there
  await page.mouse.move(x - 200, y);
  await button(w.tasks.stop).and(page.locator(":not([aria-disabled=true])")).waitFor();
  await until("it runs", async () => (await newest(story, id)).state === "running");
  await button(w.tasks.stop).click();
  await until("it has stopped", async () => (await newest(story, id)).state === "stopped");
  await page.goto(before);
}

async function stopAtOnce({ page, w, at, ...story }: Story): Promise<void> {
  const before = page.url();
  const id = await story.add({ name: "Stopped at once", command: "sleep 120" });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("button", { name: w.tasks.runNow }).click();
  await page.getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await until("it has stopped", async () => (await newest(story, id)).state === "stopped");
  await page.goto(before);
}

async function followLog({ page, w }: Story): Promise<void> {
  await page.getByRole("heading", { name: w.task.liveLog }).waitFor();
  const card = page.locator("section", { has: page.getByRole("heading", { name: w.task.liveLog }) });
  await card.getByText("ready", { exact: true }).first().waitFor();
  await hasFocus(page.getByRole("button", { name: w.tasks.stop, exact: true }));
  await page.getByRole("button", { name: w.tasks.stop, exact: true }).click();
  const over = page.locator("section", { has: page.getByRole("heading", { name: w.runs.log, exact: true }) });
  await over.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await over.getByText("ready", { exact: true }).first().waitFor();
}

async function runAgain({ page, w, at, ...story }: Story): Promise<void> {
  const [before, gate, first] = [page.url(), `${story.dataDir}/gate`, `${story.dataDir}/first`];
  const end = `until [ -e ${gate} ]; do sleep 0.05; done`;
  // On a slow machine, the first run may be killed before the gate opens; the second waits for it then.
  const command =
    `[ -e ${first} ] && { ${end}; echo again; exit; }; touch ${first}; trap '${end}; exit' TERM; echo ready; ` +
    "while :; do sleep 0.05; done";
  const id = await story.add({ name: "Ends slowly", command });
  await story.run(id);
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByText("ready", { exact: true }).first().waitFor();
  const rejected = page.getByTitle(w.task.runsAlready, { exact: true });
  await rejected.waitFor();
  await page.getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await page.getByRole("button", { name: w.runs.stopping, exact: true }).waitFor();
  await rejected.waitFor({ state: "detached" });
  await page.getByRole("button", { name: w.runs.runAgain }).click();
  await page.getByRole("button", { name: w.task.showLog }).click();
  const log = page.getByRole("dialog", { name: "Ends slowly" });
  await log.getByText(w.runs.stateQueued, { exact: true }).first().waitFor();
  await Deno.writeTextFile(gate, "");
  await log.getByText("again", { exact: true }).first().waitFor();
  await page.goto(before);
}

async function editScript({ page, w, panel }: Story): Promise<void> {
  await page.getByRole("button", { name: w.task.scriptShow, exact: true }).click();
  const editor = page.getByRole("region", { name: scriptPath });
  await editor.getByRole("button", { name: w.ui.edit, exact: true }).click();
  const text = editor.getByRole("textbox", { name: scriptPath });
  await text.press("Control+End");
  await page.keyboard.type("echo done");
  await page.getByRole("link", { name: w.tasks.title }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.stay }).click();
  await page.keyboard.press("Escape");
  await text.press("Control+s");
  await until("it is saved", async () => {
    const { content } = await panel.json<{ content: string }>(
      `/api/files/scripts/content?path=${encodeURIComponent(scriptPath)}`,
    );
    return content.endsWith("echo done");
  });
  await page.getByRole("button", { name: w.task.scriptHide, exact: true }).click();
  await text.waitFor({ state: "hidden" });
}

async function readTrend(story: Story): Promise<void> {
  const { page, w, openDatabase } = story;
  const id = Number(new URL(page.url()).searchParams.get("id"));
  await story.panel.json(`/api/tasks/${id}`, {
    method: "PATCH",
    json: { command: `task ${scriptPath} now` },
  });
  const db = await openDatabase();
  for (
    const { id: _, ...run } of await db.selectFrom("run").selectAll().where("task_id", "=", id).execute()
  ) {
    const earlier = (at: number | null) => at === null ? null : at - 2 * DAY_MS;
    await db.insertInto("run").values({
      ...run,
      queued_at: run.queued_at - 2 * DAY_MS,
      started_at: earlier(run.started_at),
      finished_at: earlier(run.finished_at),
    }).execute();
  }
  await db.destroy();
  await page.reload();
  const chart = page.getByRole("group", { name: w.statistics.trendKeys });
  await chart.focus();
  await page.keyboard.press("End");
  const readout = chart.getByRole("status");
  await readout.getByText(new RegExp(w.statistics.changeCommand)).first().waitFor();
  await readout.getByText(new RegExp(w.statistics.changeScript)).first().waitFor();
  await page.getByRole("button", { name: w.statistics.trendTable }).click();
  const table = page.getByRole("table", { name: w.statistics.trend });
  await table.getByRole("row", { name: new RegExp(w.statistics.changeCommand) }).waitFor();
  assert.equal(await table.getByRole("row").count(), 3);
}

async function newest({ panel }: Pick<Story, "panel">, taskId: number): Promise<Run> {
  const { items } = await panel.json<{ items: Run[] }>(`/api/tasks/${taskId}/runs`);
  assert.ok(items[0]);
  return items[0];
}
