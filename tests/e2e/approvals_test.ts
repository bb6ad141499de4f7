// Runs that a person has to approve, on a desk and on a phone: switched on in the form, decided on the overview, in the log that the
// bell opens, and on the page of a flow run.
import assert from "node:assert/strict";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { runSundial } from "../support/run_program.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const steps = {
  "the form switches it on, with a time": switchOn,
  "the page of the task reports it": showTask,
  "the overview lists what waits, and approves it with a remark": approveOnOverview,
  "the log reports who approved it": showApproved,
  "the log reports a decision by the command line": showCommandLine,
  "the bell leads to the run, which is rejected there": rejectFromBell,
  "the flow run offers the decision": approveInFlow,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(`approvals on ${screen}: asked for, approved and rejected`, async (story, t) => {
    const json = { name: "Upload", command: "echo uploaded", schedules: "manual" };
    await story.panel.json<Task>("/api/tasks", { json });
    await runSteps(t, story, steps);
  }, options);
}

const dialog = ({ page }: Story) => page.getByRole("dialog");

async function idOf({ panel }: Story, name = "Upload"): Promise<number> {
  const { items } = await panel.json<List<Task>>("/api/tasks");
  return items.find((task) => task.name === name)!.id;
}

async function start(story: Story, name?: string): Promise<void> {
  await story.panel.json("/api/tasks/run", { json: { ids: [await idOf(story, name)] } });
}

async function newest({ panel }: Story): Promise<Run | undefined> {
  return (await panel.json<List<Run>>("/api/runs?kind=task")).items[0];
}

async function isNow(story: Story, state: string): Promise<Run> {
  return await until(`the run to be ${state}`, async () => {
    const run = await newest(story);
    return run?.state === state && run;
  });
}

async function switchOn(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/modal?id=${await idOf(story)}`));
  await dialog(story).getByRole("switch", { name: w.approvals.requires }).click();
  const lapse = dialog(story).getByLabel(w.approvals.lapse, { exact: true });
  await lapse.fill("4");
  await assertFits(story);
  await dialog(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog(story).waitFor({ state: "detached" });
  const { approvalLapseMs } = await story.panel.json<Task>(`/api/tasks/${await idOf(story)}`);
  assert.equal(approvalLapseMs, 4 * 24 * 3_600_000); // the default is a day
}

async function showTask(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at(`/crontab/detail?id=${await idOf(story)}`));
  await page.getByText(w.approvals.requires, { exact: true }).first().waitFor();
  await assertFits(story);
}

async function approveOnOverview(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/dashboard"));
  await start(story);
  const run = await isNow(story, "waiting_for_approval");
  // The page hears of it by itself.
  await page.getByRole("heading", { name: w.approvals.title }).waitFor();
  await assertFits(story);
  const approve = page.getByRole("button", { name: format("approvals.approveOne", { name: "Upload" }) });
  await approve.click();
  await dialog(story).getByText(format("approvals.approveTitle", { name: "Upload", run: run.id })).first()
    .waitFor();
  await dialog(story).getByLabel(w.approvals.remark).fill("The figures are right");
  await assertFits(story);
  await dialog(story).getByRole("button", { name: w.approvals.approve, exact: true }).click();
  await page.getByText(format("approvals.approved", { name: "Upload" })).first().waitFor();
  await isNow(story, "succeeded");
  await page.getByRole("heading", { name: w.approvals.title }).waitFor({ state: "detached" });
}

async function showApproved(story: Story): Promise<void> {
  const { page, at } = story;
  const { id, taskId, approval } = (await newest(story))!;
  await page.goto(at(`/crontab/logModal?id=${taskId}&run=${id}`));
  await page.getByText("The figures are right").first().waitFor();
  await page.getByText(new RegExp(approval!.decidedBy!)).first().waitFor();
  await assertFits(story);
}

async function showCommandLine(story: Story): Promise<void> {
  const { page, w, at, dataDir } = story;
  await start(story);
  const { id, taskId } = await isNow(story, "waiting_for_approval");
  const { code, err } = await runSundial(["run", "approve", String(id)], {
    env: { SUNDIAL_DATA_DIR: dataDir },
  });
  assert.equal(code, 0, err);
  await isNow(story, "succeeded");
  await page.goto(at(`/crontab/logModal?id=${taskId}&run=${id}`));
  await page.getByText(w.approvals.approvedLocally).first().waitFor();
  await assertFits(story);
}

async function rejectFromBell(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/crontab"));
  await start(story);
  await isNow(story, "waiting_for_approval");
  await page.getByRole("button", { name: new RegExp(`^${w.notifications.bell}`) }).click();
  await page.getByRole("link", { name: format("notifications.bellApproval", { name: "Upload" }) }).click();
  const log = dialog(story);
  await log.getByText(w.runs.stateWaitingForApproval).first().waitFor();
  assert.equal((await newest(story))?.state, "waiting_for_approval");
  await assertFits(story);
  await log.getByRole("button", { name: format("approvals.rejectOne", { name: "Upload" }) }).click();
  await page.getByRole("button", { name: w.approvals.reject, exact: true }).click();
  const run = await isNow(story, "skipped");
  assert.equal(run.skipReason, "rejected");
  await log.getByText(w.runDetails.skip_rejected).first().waitFor();
  await log.getByText(format("approvals.rejectedBy", { name: run.approval!.decidedBy! })).first().waitFor();
}

async function approveInFlow(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const upstream = { tasks: [{ taskId: await idOf(story) }] };
  await panel.json("/api/tasks", { json: { name: "Tell", command: "true", schedules: "manual", upstream } });
  await start(story);
  const { flowRunId } = await isNow(story, "waiting_for_approval");
  await page.goto(at(`/flow/run?id=${flowRunId}`));
  const list = page.getByRole("list", { name: w.flows.tasks });
  await list.getByText(w.runs.stateWaitingForApproval).first().waitFor();
  await assertFits(story);
  await list.getByRole("button", { name: format("approvals.approveOne", { name: "Upload" }) }).click();
  await dialog(story).getByRole("button", { name: w.approvals.approve, exact: true }).click();
  await page.getByText(w.flows.stateSucceeded, { exact: true }).first().waitFor();
}
