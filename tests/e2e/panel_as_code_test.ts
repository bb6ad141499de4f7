// Objects that files describe, on a desk and on a phone: the page says which file, and what has applied it.
import assert from "node:assert/strict";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";

const steps = {
  "the page and the form of a task name its file and its folder": showTask,
  "so does the form of a heartbeat": showHeartbeat,
  "so do the forms of a channel, a notification rule, a view, a calendar and a window": showForms,
  "an object without a file says nothing": showOther,
  "a subscription is given a folder to apply": setFolder,
};

const screens: [string, StoryOptions][] = [["a desk", {}], ["a phone", { window: phone, language: "zh" }]];

for (const [screen, options] of screens) {
  testStory(
    `panel as code on ${screen}: managed objects and the folder of a subscription`,
    async (story, t) => {
      await applyFolder(story);
      await runSteps(t, story, steps);
    },
    options,
  );
}

const form = ({ page }: Story) => page.getByRole("dialog");

async function applyFolder({ panel }: Story): Promise<void> {
  const files = [
    { path: "tasks/report.yaml", text: "name: Report\ncommand: echo report\nschedules: manual\n" },
    { path: "heartbeats/job.yaml", text: "name: Job\nperiodMs: 60000\n" },
    {
      path: "channels/phone.yaml",
      text: "name: Phone\ntype: gotify\nfields:\n  gotifyUrl: https://push.example.org\n",
    },
    { path: "rules/failures.yaml", text: "name: Failures\nevents:\n  - run_failed\n" },
    { path: "views/all.yaml", text: "name: All of it\nconditions: []\n" },
    { path: "calendars/days.yaml", text: "name: Days\ntimeZone: UTC\n" },
    { path: "windows/nights.yaml", text: "name: Nights\nschedule: 0 0 * * *\ndurationMs: 3600000\n" },
  ];
  await panel.json("/api/configuration/apply", { json: { files, folder: "/srv/panel" } });
  await panel.json("/api/tasks", { json: { name: "By hand", command: "true", schedules: "manual" } });
}

async function idOf({ panel }: Story, name: string): Promise<number> {
  const { items } = await panel.json<List<Task>>("/api/tasks");
  return items.find((task) => task.name === name)!.id;
}

function noticeOf({ format }: Story, path: string): string {
  return format("managed.byFolder", { source: "/srv/panel", path });
}

async function showTask(story: Story): Promise<void> {
  const { page, at } = story;
  const id = await idOf(story, "Report");
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("note").getByText(noticeOf(story, "tasks/report.yaml")).first().waitFor();
  await assertFits(story);
  await page.goto(at(`/crontab/modal?id=${id}`));
  await form(story).getByText(noticeOf(story, "tasks/report.yaml")).first().waitFor();
  await assertFits(story);
}

async function showHeartbeat(story: Story): Promise<void> {
  const { page, at, panel } = story;
  const { items: [heartbeat] } = await panel.json<List<{ id: number }>>("/api/heartbeats");
  await page.goto(at(`/heartbeat/detail?id=${heartbeat!.id}`));
  await page.getByText(noticeOf(story, "heartbeats/job.yaml")).first().waitFor();
  await assertFits(story);
}

async function showForms(story: Story): Promise<void> {
  const { page, at, w, format, panel } = story;
  const { items: [channel] } = await panel.json<List<{ id: number }>>("/api/notifications");
  const { rules: [rule] } = await panel.json<{ rules: { id: number }[] }>("/api/notifications/rules");
  const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const named = async (path: string) => {
    await form(story).getByText(noticeOf(story, path)).first().waitFor();
    await assertFits(story);
  };
  await page.goto(at(`/setting/notification?channel=${channel!.id}`));
  await named("channels/phone.yaml");
  await page.goto(at(`/setting/notification?rule=${rule!.id}`));
  await named("rules/failures.yaml");
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const { rules: [saved] } = await panel.json<{ rules: { name: string }[] }>("/api/notifications/rules");
  assert.equal(saved!.name, "Failures", "its name in the reader's language is not saved");
  await page.goto(at("/crontab/viewManageModal"));
  await click(format("ui.labelAndValue", { label: w.ui.edit, value: "All of it" }));
  await named("views/all.yaml");
  await page.goto(at("/calendar/calendars"));
  await click(format("calendars.editOne", { name: "Days" }));
  await named("calendars/days.yaml");
  await page.goto(at("/calendar/windows"));
  await click(format("windows.editOne", { name: "Nights" }));
  await named("windows/nights.yaml");
}

async function showOther(story: Story): Promise<void> {
  const { page, at } = story;
  const asked = page.waitForResponse((response) => response.url().endsWith("/configuration/managed"));
  await page.goto(at(`/crontab/detail?id=${await idOf(story, "By hand")}`));
  await asked;
  await page.getByText("By hand").first().waitFor();
  assert.equal(await page.getByRole("note").count(), 0, "it has no file");
}

async function setFolder(story: Story): Promise<void> {
  const { page, at, w, panel } = story;
  const url = "https://example.invalid/owner/panel.git";
  await panel.json("/api/subscriptions", {
    json: { name: "Panel", url, type: "public_repository", schedule: { kind: "manual" }, alias: "panel" },
  });
  const { items: [subscription] } = await panel.json<List<{ id: number }>>("/api/subscriptions");
  await page.goto(at(`/subscription/modal?id=${subscription!.id}`));
  await form(story).getByRole("button", { name: w.subscriptions.advanced }).click();
  await form(story).getByLabel(w.subscriptions.applyFolder).fill("../x");
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).getByRole("alert").first().waitFor();
  await form(story).getByLabel(w.subscriptions.applyFolder).fill("panel");
  await form(story).getByRole("button", { name: w.ui.save, exact: true }).click();
  await form(story).waitFor({ state: "detached" });
  const saved = await panel.json<{ applyFolder: string }>(`/api/subscriptions/${subscription!.id}`);
  if (saved.applyFolder !== "panel") throw new Error(`the folder is ${saved.applyFolder}`);
}
