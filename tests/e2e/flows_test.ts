// Tasks that start after others, on a desk and on a phone: linked in the form, followed on the page of the flow run, stopped and continued.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { FlowRun } from "../../server/contract/flows.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { choose } from "../support/choose.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const steps = {
  "all that starts a task stands in one place of the form": showStarts,
  "a task is linked to others in the form, and an empty choice is named": linkTasks,
  "its page names the tasks that it starts after": showLinks,
  "a link that would close a circle is rejected at its field, with the way": rejectCycle,
  "the flow run shows what ran, what did not, and why": showFlowRun,
  "the log of a task opens beside the graph, by keyboard too": openLogBeside,
  "one steps over a task that did not run, and the list follows": stepOverNotRun,
  "why a task did not start leads to the first cause": showCauses,
  "it continues with what has not succeeded": continueFlow,
  "it is stopped on its page, and what has not run is continued": stopFlow,
  "the flow shows how the tasks are connected, and which of them cannot start": showFlow,
  "the run of a task shows what it has left for the others": showOutputs,
  "a task runs for each value that the form lists": runForEach,
  "links give values, and a list comes from an output": giveByLinks,
  "a due time that waits in vain says for what, in its flow run and when asked why": waitInVain,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(`flows on ${screen}: linked, followed and continued`, async (story, t) => {
    await addTasks(story);
    await runSteps(t, story, steps);
  }, options);
}

const form = ({ page }: Story) => page.getByRole("dialog");

async function addTasks({ panel }: Story): Promise<void> {
  const task = async (name: string, command: string, upstream: unknown = null) => {
    const json = { name, command, schedules: "manual", upstream };
    return (await panel.json<Task>("/api/tasks", { json })).id;
  };
  const first = await task(
    "Export",
    'echo rows=17 >> "$SUNDIAL_OUTPUT"; touch "$SUNDIAL_OUTPUT_DIR/day.csv"',
  );
  await task("Check", `test -e ${gateOf(panel.address)}`, { tasks: [{ taskId: first }] });
  await task("Upload", "true");
}

function gateOf(address: string): string {
  return join("/tmp", `sundial-gate-${new URL(address).port}`);
}

async function idOf({ panel }: Story, name: string): Promise<number> {
  const { items } = await panel.json<List<Task>>("/api/tasks");
  return items.find((task) => task.name === name)!.id;
}

async function showStarts(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/crontab/modal"));
  const starts = form(story).getByRole("group", { name: w.task.starts, exact: true });
  const schedule = starts.getByRole("group", { name: w.tasks.schedule, exact: true });
  await schedule.getByRole("radio", { name: w.tasks.scheduleManual, exact: true }).waitFor({
    state: "attached",
  });
  assert.equal(await schedule.getByRole("radio").count(), 4);
  await starts.getByRole("button", { name: w.flows.addFirst }).waitFor();
  await starts.getByRole("button", { name: w.triggers.addFirst }).waitFor();
  await starts.getByRole("switch", { name: w.webhooks.start }).waitFor();
  await starts.getByRole("button", { name: w.flows.addFirst }).click();
  await starts.getByRole("group", { name: w.flows.after, exact: true }).waitFor();
  assert.equal(await starts.getByRole("switch", { name: w.approvals.requires }).count(), 0);
}

async function linkTasks(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at(`/crontab/modal?id=${await idOf(story, "Upload")}`));
  await form(story).getByRole("button", { name: w.flows.addFirst }).click();
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).getByText(format("ui.required", { label: w.flows.afterTask })).first().waitFor();
  await form(story).getByRole("combobox", { name: w.flows.afterTask, exact: true }).click();
  await page.getByRole("option", { name: /Check/ }).click();
  await form(story).getByRole("combobox", { name: format("flows.afterOutcome", { task: "Check" }) })
    .waitFor();
  await assertFits(story);
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
}

async function showLinks(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/detail?id=${await idOf(story, "Upload")}`));
  await page.getByRole("link", { name: "Check", exact: true }).waitFor();
  await page.getByText(w.tasks.scheduleUpstream).first().waitFor();
  await page.getByText(w.task.nextUpstream).first().waitFor();
  await assertFits(story);
}

async function rejectCycle(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/modal?id=${await idOf(story, "Export")}`));
  await form(story).getByRole("button", { name: w.flows.addFirst }).click();
  await form(story).getByRole("combobox", { name: w.flows.afterTask, exact: true }).click();
  await page.getByRole("option", { name: /Upload/ }).click();
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).getByText(/Export → Check → Upload → Export/).first().waitFor();
}

async function showFlowRun(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  await panel.json("/api/tasks/run", { json: { ids: [await idOf(story, "Export")] } });
  await until("the flow run to fail", async () => (await flowOf(story))?.state === "failed");
  await page.goto(at("/flow"));
  await page.getByRole("link", { name: /Export/ }).click();
  const list = page.getByRole("list", { name: w.flows.tasks });
  await list.getByText(format("flows.link", { task: "Check", decision: w.flows.reasonUpstreamFailed }))
    .first()
    .waitFor();
  await list.getByText(w.flows.notRun).first().waitFor();
  const { runId } = (await flowOf(story))!.tasks[0]!;
  await list.getByLabel(format("flows.outputsOf", { run: runId! })).getByText("rows").first().waitFor();
  await assertGraph(story);
  await assertFits(story);
}

async function openLogBeside(story: Story): Promise<void> {
  const { page, w, client, format } = story;
  const { isWide, panel, panelOf, link } = peekOf(story);
  const [exported, check] = (await flowOf(story))!.tasks;
  const flowUrl = page.url();

  await link("Check").focus();
  await page.keyboard.press("Enter");
  await panel(check!.runId!).getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await panel(check!.runId!).getByRole("log").waitFor();
  assert.equal(String(await page.locator("li a[aria-current=true]").allInnerTexts()), "Check");
  await assertFits(story);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);

  await page.reload(); // the address stores what is selected
  const next = panel(check!.runId!).getByRole("button", { name: w.flows.previousRun });
  await next.click();
  await panel(exported!.runId!).getByRole("log").waitFor();
  await page.keyboard.press("Escape");
  await panel(exported!.runId!).waitFor({ state: "detached" });
  assert.equal(page.url(), flowUrl);
  if (isWide) await hasFocus(link("Export"));

  await link("Check").click();
  await panel(check!.runId!).waitFor();
  await page.keyboard.press("Escape");
  await hasFocus(link("Check"));
  await link("Upload").click(); // it did not run: the panel says why
  await panelOf("Upload")
    .getByText(format("flows.link", { task: "Check", decision: w.flows.reasonUpstreamFailed })).first()
    .waitFor();
  await page.keyboard.press("Escape");
  if (isWide) {
    const box = page.getByRole("group", { name: w.flows.graph }).getByRole("link", { name: /Export/ });
    await box.click();
    await panel(exported!.runId!).getByRole("log").waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(box);
  }
  await link("Check").click();
  await panel(check!.runId!).getByRole("link", { name: w.runList.openLog }).click();
  await page.waitForURL(/logModal/);
}

function peekOf({ page, w, format }: Story) {
  const isWide = page.viewportSize()!.width > 768;
  const list = page.getByRole("list", { name: w.flows.tasks });
  const panelOf = (name: string) => page.getByRole(isWide ? "region" : "dialog", { name });
  return {
    isWide,
    /** The panel of a task that did not run. */
    panelOf,
    panel: (run: number) => panelOf(isWide ? format("runList.peek", { run }) : `#${run}`),
    link: (name: string) => list.getByRole("link", { name, exact: true }),
  };
}

async function stepOverNotRun(story: Story): Promise<void> {
  const { page, w, at } = story;
  const { isWide, panel, panelOf, link } = peekOf(story);
  const { id, tasks: [exported, check] } = (await flowOf(story))!;
  await page.goto(at(`/flow/run?id=${id}&task=${check!.taskId}`));
  const button = (name: string) => page.getByRole("button", { name });
  await panel(check!.runId!).getByRole("log").waitFor();
  if (!isWide) {
    await button(w.flows.nextRun).tap();
    await panelOf("Upload").waitFor();
    assert.equal(await button(w.flows.nextRun).isDisabled(), true);
    await button(w.flows.previousRun).tap();
    await panel(check!.runId!).getByRole("log").waitFor();
    return;
  }
  // The link goes away with the run, the button stays.
  for (const focused of [page.getByRole("link", { name: w.runList.openLog }), button(w.flows.nextRun)]) {
    await focused.focus();
    await page.keyboard.press("j");
    await panelOf("Upload").waitFor();
    assert.equal(await button(w.flows.nextRun).isDisabled(), true);
    await page.keyboard.press("k");
    await panel(check!.runId!).getByRole("log").waitFor();
    await page.keyboard.press("ArrowUp");
    await panel(exported!.runId!).getByRole("log").waitFor();
    await page.keyboard.press("ArrowDown");
    await panel(check!.runId!).getByRole("log").waitFor();
  }
  await button(w.flows.previousRun).focus();
  await page.keyboard.press("k");
  await panel(exported!.runId!).getByRole("log").waitFor();
  const window = page.viewportSize()!;
  await page.setViewportSize({ ...window, height: 320 });
  await link("Export").evaluate((element) => element.scrollIntoView({ block: "end" }));
  const isBelow = () =>
    link("Check").evaluate((element) => element.getBoundingClientRect().top >= innerHeight);
  assert.ok(await isBelow());
  await page.keyboard.press("j");
  await panel(check!.runId!).waitFor();
  await until("the list follows", async () => !await isBelow());
  await page.setViewportSize(window);
}

async function showCauses(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at(`/crontab/detail?id=${await idOf(story, "Upload")}`));
  await page.getByRole("button", { name: w.statistics.why }).click();
  const causes = page.getByRole("dialog", { name: w.statistics.why })
    .getByRole("list", { name: w.statistics.whyCauses });
  const reason = w.flows.reasonUpstreamFailed;
  await causes.getByText(format("statistics.whyCause", { task: "Check", reason })).first().waitFor();
  await assertFits(story);
  await page.getByRole("dialog").getByRole("link", { name: /^#/ }).last().click();
  await page.getByRole("list", { name: w.flows.tasks }).waitFor();
}

/** On a phone, there is only the list. */
async function assertGraph({ page, w }: Story): Promise<void> {
  const graph = page.getByRole("group", { name: w.flows.graph });
  if (page.viewportSize()!.width > 768) await graph.waitFor();
  else assert.equal(await graph.isVisible(), false);
}

async function showFlow(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  await panel.json("/api/tasks/disable", { json: { ids: [await idOf(story, "Check")] } });
  await page.goto(at("/flow"));
  await page.getByText(w.flows.flows, { exact: true }).click();
  await page.getByText(format("flows.off", { count: 1 })).first().waitFor();
  await assertFits(story);
  await page.getByRole("link", { name: format("flows.flowOf", { task: "Export" }) }).click();
  const list = page.getByRole("list", { name: w.flows.tasks });
  await list.getByText(w.flows.disabledTask).first().waitFor();
  await list.getByText(format("flows.link", { task: "Check", decision: w.flows.outcomeSucceeded })).first()
    .waitFor();
  await assertGraph(story);
  await assertFits(story);
  await list.getByRole("link", { name: "Upload", exact: true }).click();
  await page.getByRole("button", { name: w.statistics.why }).waitFor();
  await page.getByText(w.flows.disabledTask).first().waitFor();
}

async function continueFlow(story: Story): Promise<void> {
  const { page, w, panel } = story;
  const gate = gateOf(panel.address);
  await Deno.writeTextFile(gate, "");
  try {
    await page.getByRole("button", { name: w.flows.continue }).click();
    await until("the flow run to succeed", async () => (await flowOf(story))?.state === "succeeded");
    await page.getByText(w.flows.stateSucceeded, { exact: true }).first().waitFor();
    await page.getByRole("button", { name: w.flows.continue }).waitFor({ state: "detached" });
  } finally {
    await Deno.remove(gate);
  }
  assert.equal((await flowOf(story))?.attempt, 2);
}

async function stopFlow(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const gate = gateOf(panel.address);
  const check = await idOf(story, "Check");
  await panel.json(`/api/tasks/${check}`, {
    method: "PATCH",
    json: { command: `test -e ${gate} || exec sleep 600` },
  });
  await panel.json("/api/tasks/run", { json: { ids: [await idOf(story, "Export")] } });
  const { id } = await until("Check to run", async () => {
    const flow = await flowOf(story);
    return flow?.tasks.find(({ taskId }) => taskId === check)?.state === "running" ? flow : null;
  });
  await page.goto(at(`/flow/run?id=${id}`));
  await page.getByText(w.flows.stateRunning, { exact: true }).first().waitFor();
  await assertFits(story);
  await page.getByRole("button", { name: w.flows.stop, exact: true }).click();
  await page.getByText(w.flows.stateStopped, { exact: true }).first().waitFor();
  const list = page.getByRole("list", { name: w.flows.tasks });
  await list.getByText(format("flows.link", { task: "Check", decision: w.flows.reasonStopped })).first()
    .waitFor();
  await page.getByRole("button", { name: w.flows.stop, exact: true }).waitFor({ state: "detached" });
  await assertFits(story);
  const stopped = await flowOf(story);
  assert.deepEqual([stopped?.id, stopped?.state], [id, "stopped"]);
  await Deno.writeTextFile(gate, "");
  try {
    await page.getByRole("button", { name: w.flows.continue }).click();
    await page.getByText(w.flows.stateSucceeded, { exact: true }).first().waitFor();
  } finally {
    await Deno.remove(gate);
  }
  assert.deepEqual([(await flowOf(story))?.id, (await flowOf(story))?.attempt], [id, 2]);
}

async function showOutputs(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  const { taskId, runId } = (await flowOf(story))!.tasks[0]!;
  await page.goto(at(`/crontab/logModal?id=${taskId}&run=${runId}`));
  const outputs = page.getByLabel(format("flows.outputsOf", { run: runId! }));
  assert.equal(
    (await outputs.innerText()).replace(/\s+/g, " "),
    `rows 17 $SUNDIAL_OUTPUT_DIR ${format("flows.outputFiles", { count: 1 })}`,
  );
  await page.getByText(w.flows.outputs, { exact: true }).first().waitFor();
  await assertFits(story);
}

async function runForEach(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const parameters = [{ name: "DAY", type: "text" }];
  const json = { name: "Days", command: 'test "$DAY" != b', schedules: "manual", parameters };
  const { id } = await panel.json<Task>("/api/tasks", { json });
  await page.goto(at(`/crontab/modal?id=${id}`));
  await choose(form(story).getByRole("radio", { name: w.flows.forEachValues, exact: true }));
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).getByText(format("ui.required", { label: w.flows.forEachParameter })).first().waitFor();
  await form(story).getByRole("combobox", { name: w.flows.forEachParameter }).click();
  await page.getByRole("option", { name: "DAY" }).click();
  await form(story).getByRole("textbox", { name: w.flows.forEachValues }).fill("a\nb\n");
  await assertFits(story);
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByText(format("flows.forEachOf", { parameter: "DAY", count: 2 })).first().waitFor();
  await panel.json("/api/tasks/run", { json: { ids: [id] } });
  await until("the flow run to fail", async () => (await flowOf(story))?.state === "failed");
  await page.goto(at(`/flow/run?id=${(await flowOf(story))!.id}`));
  const items = page.getByRole("list", { name: format("flows.items", { task: "Days" }) });
  await items.getByRole("link", { name: "a", exact: true }).waitFor();
  assert.equal(await items.getByRole("listitem").count(), 2);
  await items.getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await assertFits(story);
}

async function giveByLinks(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const task = async (name: string, command: string, more: object = {}) =>
    (await panel.json<Task>("/api/tasks", { json: { name, command, schedules: "manual", ...more } })).id;
  const first = await task("List days", 'printf "days<<END\\nmon\\ntue\\nEND\\n" >> "$SUNDIAL_OUTPUT"');
  const parameters = [{ name: "MODE", type: "text" }];
  const copy = await task("Copy days", 'test "$MODE" = full', { parameters });
  await page.goto(at(`/crontab/modal?id=${copy}`));
  await linkTo(story, "List days");
  const values = form(story).getByRole("group", { name: format("flows.linkValues", { task: "List days" }) });
  await values.getByLabel("MODE").fill("full");
  await assertFits(story);
  await save(story);
  const each = await task("Pack days", "true", { parameters: [{ name: "DAY", type: "text" }] });
  await page.goto(at(`/crontab/modal?id=${each}`));
  await linkTo(story, "List days");
  await choose(form(story).getByRole("radio", { name: w.flows.forEachOutput, exact: true }));
  await form(story).getByRole("combobox", { name: w.flows.forEachParameter }).click();
  await page.getByRole("option", { name: "DAY" }).click();
  await form(story).getByRole("textbox", { name: w.flows.forEachKey }).fill("days");
  await assertFits(story);
  await save(story);
  // The form reads what it has saved.
  await page.goto(at(`/crontab/modal?id=${copy}`));
  await until("the value of the link", async () => await values.getByLabel("MODE").inputValue() === "full");
  await panel.json("/api/tasks/run", { json: { ids: [first] } });
  const ended = await until("the flow run to end", async () => {
    const flow = await flowOf(story);
    return flow?.taskId === first && flow.state !== "running" ? flow : null;
  });
  assert.equal(ended.state, "succeeded");
  await page.goto(at(`/flow/run?id=${ended.id}`));
  const { runId } = ended.tasks.find(({ taskId }) => taskId === copy)!;
  const given = page.getByLabel(format("parameters.given", { run: runId! }));
  await given.waitFor();
  assert.equal((await given.innerText()).replace(/\s+/g, " "), "MODE full");
  const items = page.getByRole("list", { name: format("flows.items", { task: "Pack days" }) });
  await items.getByRole("link", { name: "tue", exact: true }).waitFor();
  assert.deepEqual(await items.getByRole("link").allInnerTexts(), ["mon", "tue"]);
  await assertFits(story);
}

async function waitInVain(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const first = await idOf(story, "List days");
  const soon = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace("T", " ");
  // What is never due again is disabled.
  const due = { schedules: [`@once ${soon}`, "0 0 1 1 *"], timeZone: "UTC" };
  // It has succeeded before, but this time it was to fail.
  const upstream = { tasks: [{ taskId: first, outcome: "failed" }], waitMs: 1_000 };
  const json = { name: "Alarm", command: "true", ...due, upstream };
  const { id } = await panel.json<Task>("/api/tasks", { json });
  await until(
    "the due time to lapse",
    async () =>
      (await flowOf(story))?.tasks.some(({ taskId, state }) => taskId === id && state === "skipped"),
  );
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("button", { name: w.statistics.why }).first().click();
  const reason = w.flows.reasonUpstreamSucceeded;
  await page.getByText(format("statistics.whyCause", { task: "List days", reason })).first().waitFor();
  await assertFits(story);
  await page.goto(at(`/flow/run?id=${(await flowOf(story))!.id}`));
  const decision = format("flows.linkLapsed", { reason });
  await page.getByText(format("flows.link", { task: "List days", decision })).first().waitFor();
  await assertFits(story);
}

async function linkTo(story: Story, task: string): Promise<void> {
  const { page, w } = story;
  await form(story).getByRole("button", { name: w.flows.addFirst }).click();
  await form(story).getByRole("combobox", { name: w.flows.afterTask, exact: true }).click();
  await page.getByRole("option", { name: new RegExp(task) }).click();
}

async function save(story: Story): Promise<void> {
  await form(story).getByRole("button", { name: story.w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
}

async function flowOf({ panel }: Story): Promise<FlowRun | undefined> {
  return (await panel.json<List<FlowRun>>("/api/flow-runs")).items[0];
}
