// A user watches work that runs elsewhere, by role and label: creates a heartbeat, sends pings, and sees it down and up.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Heartbeat } from "../../server/contract/heartbeats.ts";
import type { List } from "../../server/contract/shapes.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { choose } from "../support/choose.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("heartbeats: one is created, pinged, down, up, paused, and deleted", async (story, t) => {
  await runSteps(t, { ...story, dialog: story.page.getByRole("dialog"), address: { is: "" } }, {
    "the empty page explains and leads to the form, whose issues appear at their fields": create,
    "its address is shown with examples, and a first ping appears": pingFirst,
    "a failure with its exit code and text is down, in the list, the bell and the overview": fail,
    "a success is up, and its duration is shown": recover,
    "it is paused and resumed": pause,
    "with a new key, the old address is unknown": replaceKey,
    "it is edited over its page": edit,
    "it is found by keyboard and deleted": remove,
  });
});

testStory("heartbeats: on a phone in Chinese", usePhone, { window: phone, language: "zh" });

interface Scene extends Story {
  dialog: Locator;
  address: { is: string };
}

async function create({ page, w, at, format, dialog, client }: Scene): Promise<void> {
  await page.goto(at("/dashboard"));
  await page.getByRole("link", { name: w.app.heartbeats, exact: true }).click();
  await page.getByText(w.heartbeats.noneHelp).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("button", { name: w.heartbeats.createFirst }).click();
  await page.waitForURL(/heartbeat\/modal$/);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.getByText(format("ui.required", { label: w.heartbeats.name })).first().waitFor();
  await dialog.getByLabel(w.heartbeats.name, { exact: true }).fill("Offsite backup");
  const rule = dialog.getByLabel(w.task.cronRule, { exact: true });
  await rule.fill("61 3 * * *");
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await until("the rule is rejected", async () => await rule.getAttribute("aria-invalid") === "true");
  await rule.fill("30 3 * * *");
  await dialog.getByRole("region", { name: w.heartbeats.nextPings }).getByText("03:30").first().waitFor();
  assert.equal(await dialog.getByText(w.tasks.nextRuns).count(), 0);
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Offsite backup/ }).getByText(w.heartbeats.stateNew).first().waitFor();
}

async function pingFirst({ page, w, address, client }: Scene): Promise<void> {
  await page.getByRole("link", { name: "Offsite backup" }).click();
  await page.waitForURL(/heartbeat\/detail\?id=1$/);
  await page.getByText(w.heartbeats.pingsNone).first().waitFor();
  address.is = await page.getByLabel(w.heartbeats.address, { exact: true }).textContent() ?? "";
  assert.match(address.is, /\/deep\/base\/ping\/[0-9a-f]{32}$/);
  for (const name of ["curl", "wget", "PowerShell", "crontab", "systemd", "sundial watch"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tabpanel", { name, exact: true }).getByText(address.is).first().waitFor();
  }
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: "curl" }).getAttribute("aria-selected"), "true");
  assert.equal(await (await fetch(address.is)).text(), "OK");
  await page.getByRole("row").getByText(w.heartbeats.kindSuccess, { exact: true }).first().waitFor();
  await page.getByRole("img", { name: /pings, newest at the end/ }).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function fail({ page, w, at, format, address, dialog, add }: Scene): Promise<void> {
  await fetch(`${address.is}/3`, { method: "POST", body: "copying\nno space left on device\n" });
  await page.getByText(w.heartbeats.downFailed).first().waitFor();
  const row = page.getByRole("row", { name: /no space left on device/ });
  await row.getByText(format("heartbeats.exitCode", { code: 3 })).first().waitFor();
  await row.getByRole("button", { name: w.heartbeats.showBody }).click();
  await dialog.getByText(/^copying/).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: new RegExp(w.notifications.bell) }).click();
  const inBell = new RegExp(format("heartbeats.bellDown", { name: "Offsite backup" }));
  await page.getByRole("link", { name: inBell }).click();
  await page.waitForURL(/heartbeat\/detail\?id=1$/);
  await page.getByRole("main").getByRole("link", { name: w.heartbeats.title, exact: true }).click();
  await page.getByRole("row", { name: /Offsite backup/ }).getByText(w.heartbeats.stateDown).first().waitFor();
  // Without a task, the overview shows the first steps only.
  await add({ name: "Sums", command: "true" });
  await page.goto(at("/dashboard"));
  await page.getByRole("heading", { name: w.heartbeats.downTitle }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Offsite backup" }).click();
  await page.waitForURL(/heartbeat\/detail\?id=1$/);
  await page.goBack();
  await page.getByRole("link", { name: w.app.heartbeats, exact: true }).click();
}

async function recover({ page, w, address }: Scene): Promise<void> {
  await fetch(`${address.is}/start?rid=a`);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await fetch(`${address.is}?rid=a`);
  await page.getByRole("row", { name: /Offsite backup/ }).getByText(w.heartbeats.stateUp, { exact: true })
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Offsite backup" }).click();
  await page.getByRole("row", { name: /1\.\d\s?s/ }).getByText(w.heartbeats.kindSuccess, { exact: true })
    .first()
    .waitFor();
}

async function pause({ page, w, format }: Scene): Promise<void> {
  await page.getByRole("button", { name: w.heartbeats.pause, exact: true }).click();
  await page.getByText(format("heartbeats.paused", { name: "Offsite backup" })).first().waitFor();
  await page.getByText(w.heartbeats.statePaused, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.heartbeats.resume, exact: true }).click();
  await page.getByText(w.heartbeats.stateUp, { exact: true }).first().waitFor();
}

async function replaceKey({ page, w, address }: Scene): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: w.ui.more }).first().click();
  await page.getByRole("menuitem", { name: w.heartbeats.newKey }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: w.heartbeats.newKeyConfirm, exact: true }).click();
  await page.getByText(w.heartbeats.keyReplaced).first().waitFor();
  const code = page.getByLabel(w.heartbeats.address, { exact: true });
  await until("the new address", async () => await code.textContent() !== address.is);
  assert.equal(await (await fetch(address.is)).text(), "not found");
  address.is = await code.textContent() ?? "";
  assert.equal(await (await fetch(address.is)).text(), "OK");
}

async function edit({ page, w, dialog, panel }: Scene): Promise<void> {
  await page.getByRole("button", { name: w.ui.edit, exact: true }).click();
  await page.waitForURL(/heartbeat\/modal\?id=1$/);
  await choose(dialog.getByRole("radio", { name: w.heartbeats.byPeriod }));
  await dialog.getByLabel(w.heartbeats.period, { exact: true }).fill("90");
  await dialog.getByLabel(w.heartbeats.periodUnit, { exact: true }).click();
  await page.getByRole("option", { name: w.task.unitMinute, exact: true }).click();
  const next = dialog.getByRole("region", { name: w.heartbeats.nextPing });
  await next.getByText(/in 1h\s(29|30)m|in [12]h/).first().waitFor();
  await dialog.getByLabel(w.heartbeats.grace, { exact: true }).fill("10");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(/heartbeat\/detail\?id=1$/);
  await page.getByText(/Every 1h\s30m/).first().waitFor();
  const { items: [stored] } = await panel.json<List<Heartbeat>>("/api/heartbeats");
  assert.deepEqual([stored?.schedule, stored?.periodMs, stored?.graceMs], [null, 5_400_000, 600_000]);
}

async function remove({ page, w, at, format, dialog }: Scene): Promise<void> {
  await page.goto(at("/heartbeat"));
  await page.getByRole("row", { name: /Offsite backup/ }).waitFor();
  const search = page.getByLabel(w.heartbeats.search);
  await search.fill("nothing like it");
  await page.getByText(w.heartbeats.noMatch).first().waitFor();
  await search.fill("offsite");
  const row = page.getByRole("row", { name: /Offsite backup/ });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("Delete");
  const question = page.getByRole("alertdialog").or(dialog);
  await question.getByText(format("heartbeats.deleteTitle", { name: "Offsite backup" })).first().waitFor();
  await question.getByRole("button", { name: w.ui.delete, exact: true }).click();
  await page.getByText(format("heartbeats.deleted", { name: "Offsite backup" })).first().waitFor();
}

async function usePhone({ page, w, at, panel, client }: Story): Promise<void> {
  const made = await panel.json<Heartbeat>("/api/heartbeats", {
    json: { name: "异地备份 with a rather long name that wraps", schedule: "30 3 * * 1-5", labels: ["prod"] },
  });
  await fetch(panel.address + made.path, { method: "POST", body: "done" });
  await page.goto(at("/heartbeat"));
  const card = page.getByRole("article", { name: made.name });
  await card.getByText(w.heartbeats.stateUp, { exact: true }).first().waitFor();
  await client.settled();
  await assertFits({ page, client });
  assert.deepEqual(await findAxeIssues(page), []);
  await card.getByRole("link").click();
  await page.getByRole("heading", { name: made.name }).waitFor();
  await page.getByText(w.heartbeats.kindSuccess, { exact: true }).first().waitFor();
  await client.settled();
  await assertFits({ page, client });
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("button", { name: w.ui.edit, exact: true }).click();
  await page.getByRole("dialog").getByLabel(w.heartbeats.name, { exact: true }).waitFor();
  await assertFits({ page, client });
  assert.deepEqual(await findAxeIssues(page), []);
}
