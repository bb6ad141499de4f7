// Scripts from a repository: pasted, previewed, pulled, followed, approved, and deleted. The repository is
// created by the test and served locally by git itself.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { List } from "../../server/contract/shapes.ts";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { choose } from "../support/choose.ts";
import { GitServer, script, type TestRepository } from "../support/git_server.ts";
import { hasFocus, holdsFocus, tabTo } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

interface GitStory extends Story {
  server: GitServer;
  repository: TestRepository;
}

const flags = ["--allow-networks", "127.0.0.1"];
const first = {
  "alpha.js": script("Alpha", "1 1 * * *"),
  "beta.py": "# cron: 2 2 * * *\n# name: Beta 乙\n",
  "lib/shared.js": "// a neighbour",
};

testGitStory("subscriptions: scripts of a repository are added, changed and removed", async (story, t) => {
  await runSteps(t, story, {
    "a pasted line fills the form, a preview lists the changes, and it is created": create,
    "a pull adds the tasks, and the list links to them": pull,
    "errors appear at their fields, and unsaved changes require confirmation": rejectInvalid,
    "new code waits for approval before it is published": approve,
    "unreviewed changes are not approved, and rejected ones are not published": reject,
    "a secret is kept without being displayed": keepSecret,
    "a failed pull explains why": fail,
    "search, status and order apply to the list, and the URL stores them": narrow,
    "several are disabled at once, and one is deleted with its tasks and files": remove,
  });
});
testGitStory("subscriptions by keyboard: no mouse is needed", byKeyboard);
testGitStory("subscriptions on a phone: every action is reachable", onPhone, { window: phone });

function testGitStory(
  name: string,
  test: (story: GitStory, t: Deno.TestContext) => Promise<void>,
  options: StoryOptions = {},
): void {
  testStory(name, async (story, t) => {
    await using server = new GitServer();
    const repository = await server.repository("owner/daily.git");
    await repository.commit(first);
    await test({ ...story, server, repository }, t);
  }, { ...options, flags });
}

async function inMenu(story: Story, name: string, word: string): Promise<void> {
  await story.row(name).getByRole("button", { name: `${story.w.ui.more}: ${name}` }).click();
  await story.page.getByRole("menuitem", { name: word }).click();
}

async function known({ panel }: Story, name: string): Promise<Subscription> {
  const { items } = await panel.json<List<Subscription>>("/api/subscriptions");
  const found = items.find((item) => item.name === name);
  assert.ok(found, name);
  return found;
}

/** Pulls from its row, by default, and waits until that pull has ended. */
async function pullNow(
  story: Story,
  name: string,
  press = () => story.row(name).press("r"),
): Promise<Subscription> {
  const before = await known(story, name);
  await press();
  return await until(`${name} is pulled`, async () => {
    const now = await known(story, name);
    return now.activeRun === null && now.lastRun?.id !== before.lastRun?.id && now;
  });
}

async function taskNames({ panel }: Story): Promise<string[]> {
  const { items } = await panel.json<List<Task>>("/api/tasks?sort=name");
  return items.map(({ name }) => name);
}

/** Replaces the placeholders of a message. */
function format(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

async function create(story: GitStory): Promise<void> {
  const { page, w, at, server } = story;
  const s = w.subscriptions;
  await page.goto(at("/subscription"));
  await page.getByRole("button", { name: s.createFirst }).click();
  const form = page.getByRole("dialog", { name: s.createTitle });
  await form.getByLabel(s.name, { exact: true }).fill("was typed before");
  await paste(story, `ql repo ${server.url("owner/daily.git")} "alpha|beta|gamma" "" "shared" "main"`);
  const address = form.getByLabel(s.address, { exact: true });
  await until("it is read", async () => await address.inputValue() === server.url("owner/daily.git"));
  assert.equal(await form.getByLabel(new RegExp(`^${s.branch}`)).inputValue(), "main");
  await form.getByRole("button", { name: s.preview }).click();
  const preview = page.getByRole("dialog", { name: format(s.previewOf, { name: "owner_daily_main" }) });
  await preview.getByRole("tab", { name: s.changesTab }).waitFor();
  for (const text of ["Alpha", "1 1 * * *", "Beta 乙", "lib/shared.js"]) {
    await preview.getByText(text, { exact: true }).first().waitFor();
  }
  await preview.getByRole("tab", { name: s.log }).click();
  await preview.getByText(server.url("owner/daily.git")).first().waitFor();
  await preview.getByRole("button", { name: w.ui.back }).click();
  assert.deepEqual(await taskNames(story), [], "a preview creates no tasks");
  await form.getByLabel(s.name, { exact: true }).fill("Daily 日常");
  await choose(form.getByRole("radio", { name: s.manual }));
  await form.getByRole("button", { name: w.ui.create }).click();
  await form.waitFor({ state: "hidden" });
  await story.row("Daily 日常").getByText(s.neverPulled).first().waitFor();
  const { whitelist, dependencyWords, schedule, alias } = await known(
    story,
    "Daily 日常",
  );
  assert.deepEqual(
    [whitelist, dependencyWords, schedule.kind, alias],
    ["alpha|beta|gamma", "shared", "manual", "owner_daily_main"],
  );
}

async function paste({ page }: Story, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press("Control+v");
}

async function pull(story: GitStory): Promise<void> {
  const { page, w } = story;
  const s = w.subscriptions;
  const line = story.row("Daily 日常");
  await pullNow(story, "Daily 日常", async () => {
    await line.hover();
    await line.getByRole("button", { name: `${s.run}: Daily 日常` }).click();
  });
  const link = line.getByRole("link", { name: new RegExp(format(s.tasksShowOf, { name: "Daily 日常" })) });
  await link.waitFor();
  await line.getByText(w.runs.stateSucceeded).first().waitFor();
  assert.deepEqual(await taskNames(story), ["Alpha", "Beta 乙"]);
  await story.add({ name: "of nobody", command: "true" });
  await link.click();
  await page.getByText(format(w.ui.labelAndValue, { label: w.tasks.subscription, value: "Daily 日常" }))
    .first()
    .waitFor();
  await story.row("Alpha").waitFor();
  assert.equal(await story.row("of nobody").count(), 0);
  await page.getByRole("button", {
    name: format(w.ui.remove, {
      name: format(w.ui.labelAndValue, { label: w.tasks.subscription, value: "Daily 日常" }),
    }),
  })
    .click();
  await story.row("of nobody").waitFor();
  await page.goBack();
  await page.goBack();
  await line.waitFor();
}

async function rejectInvalid({ page, w }: GitStory): Promise<void> {
  const s = w.subscriptions;
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: s.createTitle });
  await form.getByLabel(s.address, { exact: true }).fill("ftp://nowhere/x");
  await form.getByRole("button", { name: w.ui.create }).click();
  await form.getByText(s.addressWrong).first().waitFor();
  const rule = form.getByRole("textbox", { name: w.task.cronRule, exact: true });
  await rule.fill("61 * * * *");
  const range = { field: w.task.cronMinute, value: "61", min: "0", max: "59" };
  const outOfRange = format(w.task.cronOutOfRange, range);
  const exact = format(w.ui.labelAndValue, { label: s.scheduleWrong, value: outOfRange });
  await form.getByText(exact, { exact: true }).first().waitFor();
  await rule.fill("0 4 * * *");
  await form.getByLabel(s.address, { exact: true }).fill("https://127.0.0.1/o/r.git");
  await form.getByRole("button", { name: s.advanced }).click();
  await form.getByLabel(s.whitelist).fill("(");
  await form.getByRole("button", { name: w.ui.create }).click();
  const whitelist = form.getByLabel(s.whitelist);
  await until("it is rejected", async () => await whitelist.getAttribute("aria-invalid") === "true");
  await form.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.leave }).click();
  await form.waitFor({ state: "hidden" });
}

async function approve(story: GitStory): Promise<void> {
  const { page, w, repository } = story;
  const s = w.subscriptions;
  await story.row("Daily 日常").getByRole("link", { name: "Daily 日常", exact: true }).click();
  const form = page.getByRole("dialog", { name: s.editTitle });
  await form.getByRole("combobox", { name: s.onChange }).click();
  await page.getByRole("option", { name: s.onChangeFollow }).click();
  await form.getByRole("combobox", { name: s.review }).click();
  await page.getByRole("option", { name: s.reviewAsk }).click();
  await page.keyboard.press("Control+Enter");
  await form.waitFor({ state: "hidden" });
  await repository.commit({
    "alpha.js": script("Alpha two", "9 9 * * *"),
    "gamma.js": script("Gamma", "4 4 * * *"),
    "lib/shared.js": "// a neighbour",
  });
  await pullNow(story, "Daily 日常");
  assert.deepEqual(
    await taskNames(story),
    ["Alpha", "Beta 乙", "of nobody"],
    "nothing is published without review",
  );
  await story.row("Daily 日常").getByRole("button", { name: `${s.waiting}: Daily 日常` }).click();
  const dialog = page.getByRole("dialog", { name: format(s.waitingTitle, { name: "Daily 日常" }) });
  await dialog.getByText("Alpha two").first().waitFor();
  await dialog.getByText("Gamma", { exact: true }).first().waitFor();
  for (const word of [s.changeAdded, s.changeChanged, s.changeRemoved]) {
    await dialog.getByText(word, { exact: true }).first().waitFor();
  }
  await dialog.getByRole("button", { name: s.approve }).click();
  await dialog.waitFor({ state: "hidden" });
  await until(
    "the tasks follow",
    async () => (await taskNames(story)).join() === ["Alpha two", "Gamma", "of nobody"].join(),
  );
  await story.row("Daily 日常").getByRole("button", { name: `${s.waiting}: Daily 日常` })
    .waitFor({ state: "detached" });
}

async function reject(story: GitStory): Promise<void> {
  const { page, w, panel, repository } = story;
  const s = w.subscriptions;
  await repository.commit({ "alpha.js": script("Alpha bad", "9 9 * * *") });
  await pullNow(story, "Daily 日常");
  const badge = story.row("Daily 日常").getByRole("button", { name: `${s.waiting}: Daily 日常` });
  await badge.waitFor();
  const link = story.row("Daily 日常").getByRole("link", { name: "Daily 日常", exact: true });
  const [above, below] = await Promise.all([link.boundingBox(), badge.boundingBox()]);
  assert.ok(above && below && below.y >= above.y + above.height, "the badge takes no room from the name");
  await story.row("Daily 日常").press("a");
  const dialog = page.getByRole("dialog", { name: format(s.waitingTitle, { name: "Daily 日常" }) });
  await dialog.getByText("Alpha bad").first().waitFor();
  // Displayed changes do not change while the user reads them, and unread ones are not approved.
  await repository.commit({ "alpha.js": script("Alpha worse", "9 9 * * *") });
  await panel.json("/api/subscriptions/run", { json: { ids: [(await known(story, "Daily 日常")).id] } });
  await dialog.getByText(s.waitingNewer).first().waitFor();
  await dialog.getByText("Alpha bad").first().waitFor();
  assert.ok(await dialog.getByRole("button", { name: s.approve }).isDisabled());
  await dialog.getByRole("button", { name: w.log.showNewer }).click();
  await dialog.getByText("Alpha worse").first().waitFor();
  await dialog.getByRole("button", { name: s.reject }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: s.reject }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal((await known(story, "Daily 日常")).waiting, null);
  assert.deepEqual(await taskNames(story), ["Alpha two", "Gamma", "of nobody"]);
}

async function keepSecret(story: GitStory): Promise<void> {
  const { page, w, server } = story;
  const s = w.subscriptions;
  await page.getByRole("button", { name: s.new }).click();
  const form = page.getByRole("dialog", { name: s.createTitle });
  await form.getByLabel(s.address, { exact: true }).fill(
    server.url("owner/gone.git").replace("://", "://mira:s3cret-token@"),
  );
  const address = form.getByLabel(s.address, { exact: true });
  await until("it is read", async () => await address.inputValue() === server.url("owner/gone.git"));
  assert.equal(await form.getByRole("textbox", { name: s.username, exact: true }).inputValue(), "mira");
  await form.getByLabel(s.name, { exact: true }).fill("Private");
  await choose(form.getByRole("radio", { name: s.manual }));
  await form.getByRole("button", { name: w.ui.create }).click();
  await form.waitFor({ state: "hidden" });
  const { passwordSet, pullMethod, url } = await known(story, "Private");
  assert.deepEqual([passwordSet, pullMethod, url], [true, "password", server.url("owner/gone.git")]);
  await story.row("Private").getByRole("link", { name: "Private", exact: true }).click();
  const edit = page.getByRole("dialog", { name: s.editTitle });
  await edit.getByText(w.controls.secretStored).first().waitFor();
  assert.ok(!(await page.content()).includes("s3cret-token"));
  await edit.getByRole("button", { name: `${w.controls.secretRemove}: ${s.passwordLabel}` }).click();
  await edit.getByText(w.controls.secretRemoved).first().waitFor();
  await edit.getByRole("button", { name: w.controls.secretKeep }).click();
  await edit.getByRole("button", { name: `${w.controls.secretReplace}: ${s.passwordLabel}` }).click();
  await edit.getByRole("textbox", { name: s.passwordLabel }).fill("another");
  await page.keyboard.press("Control+Enter");
  await edit.waitFor({ state: "hidden" });
  assert.equal((await known(story, "Private")).passwordSet, true);
}

async function fail(story: GitStory): Promise<void> {
  const { page, w } = story;
  const s = w.subscriptions;
  const { lastRun } = await pullNow(story, "Private");
  assert.equal(lastRun?.outcome, "failed");
  await story.row("Private").getByText(w.runs.stateFailed).first().waitFor();
  await story.row("Private").press("l");
  const dialog = page.getByRole("dialog", { name: "Private" });
  await dialog.getByText("404").first().waitFor();
  await dialog.getByRole("button", { name: s.runAgain }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

async function narrow(story: GitStory): Promise<void> {
  const { page, w } = story;
  const s = w.subscriptions;
  await page.getByLabel(s.search).fill("gone.git");
  await story.row("Daily 日常").waitFor({ state: "detached" });
  await page.reload();
  await story.row("Private").waitFor();
  await page.getByLabel(s.search).fill("nothing like this");
  await page.getByText(s.noMatch).first().waitFor();
  await page.getByRole("button", { name: w.ui.clearFilters }).click();
  await story.row("Daily 日常").waitFor();
  await page.getByRole("button", { name: s.name, exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page.getByRole("button", { name: s.status, exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: s.statusDisabled }).or(
    page.getByRole("menuitem", { name: s.statusDisabled }),
  ).first().click();
  await page.getByText(s.noMatch).first().waitFor();
  const chip = format(w.ui.labelAndValue, { label: s.status, value: s.statusDisabled });
  await page.getByRole("button", { name: format(w.ui.remove, { name: chip }) }).click();
  await story.row("Private").waitFor();
}

async function remove(story: GitStory): Promise<void> {
  const { page, w, dataDir } = story;
  const s = w.subscriptions;
  await page.getByRole("checkbox", { name: w.ui.selectAll }).check();
  const bar = page.getByRole("toolbar", { name: s.batch });
  await bar.getByRole("button", { name: s.disable, exact: true }).click();
  await story.row("Private").getByText(s.statusDisabled).first().waitFor();
  await story.row("Daily 日常").getByText(s.statusDisabled).first().waitFor();
  await bar.getByRole("button", { name: w.tasks.clearSelection }).click();
  await inMenu(story, "Daily 日常", w.ui.delete);
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("checkbox").check();
  await confirmation.getByRole("button", { name: w.ui.delete }).click();
  // Visible for three seconds.
  await page.getByText(w.subscriptions.doneDelete.replace(/.*one \{([^}]*)\}.*|.*=1 \{([^}]*)\}.*/, "$1$2"))
    .first()
    .waitFor();
  await story.row("Daily 日常").waitFor({ state: "detached" });
  await until("its tasks are deleted", async () => (await taskNames(story)).join() === "of nobody");
  await assert.rejects(Deno.stat(join(dataDir, "scripts/owner_daily_main")), Deno.errors.NotFound);
}

async function byKeyboard(story: GitStory): Promise<void> {
  const { page, w, at, server } = story;
  const s = w.subscriptions;
  await page.goto(at("/subscription"));
  await page.getByText(s.none).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: s.createTitle });
  await hasFocus(form.getByLabel(s.address, { exact: true }));
  await page.keyboard.type(server.url("owner/daily.git"));
  await tabTo(form.getByRole("radio", { name: w.task.kindCron }));
  await page.keyboard.press("ArrowRight");
  await tabTo(form.getByLabel(s.every, { exact: true }));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await page.keyboard.press("Control+Enter");
  await form.waitFor({ state: "hidden" });
  const name = "owner_daily";
  await story.row(name).waitFor();
  const { id, schedule, nextRunAt } = await known(story, name);
  assert.deepEqual(schedule, { kind: "interval", every: 3, unit: "hours" });
  assert.ok(nextRunAt);
  // The next time beside a rule of another zone would seem wrong without it.
  const json = { schedule: { kind: "cron", rules: ["0 0 * * *"] }, timeZone: "Asia/Kathmandu" };
  await story.panel.json(`/api/subscriptions/${id}`, { method: "PATCH", json });
  await story.row(name).getByText("Kathmandu", { exact: true }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await hasFocus(story.row(name));
  await page.keyboard.press("p");
  const preview = page.getByRole("dialog", { name: format(s.previewOf, { name }) });
  await preview.getByText("Alpha", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await hasFocus(story.row(name));
  await pullNow(story, name);
  await story.row(name).getByRole("link", { name: new RegExp(format(s.tasksShowOf, { name })) }).waitFor();
  await page.keyboard.press("l");
  const log = page.getByRole("dialog", { name });
  await log.getByText(server.url("owner/daily.git")).first().waitFor();
  await page.keyboard.press("Escape");
  await hasFocus(story.row(name));
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: s.batch }).waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  await holdsFocus(page.getByRole("dialog", { name: s.editTitle }));
  await page.keyboard.press("Escape");
  await hasFocus(story.row(name));
  await page.keyboard.press("Delete");
  await tabTo(page.getByRole("alertdialog").getByRole("checkbox"));
  await page.keyboard.press("Space");
  await tabTo(page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete }));
  await page.keyboard.press("Enter");
  await page.getByText(s.none).first().waitFor();
  await until("its tasks are deleted", async () => (await taskNames(story)).length === 0);
}

async function onPhone(story: GitStory): Promise<void> {
  const { page, w, at, server, repository } = story;
  const s = w.subscriptions;
  await page.goto(at("/subscription"));
  await page.getByRole("button", { name: s.createFirst }).tap();
  const form = page.getByRole("dialog", { name: s.createTitle });
  await form.getByLabel(s.address, { exact: true }).fill(server.url("owner/daily.git"));
  await choose(form.getByRole("radio", { name: s.manual }));
  await form.getByRole("button", { name: s.advanced }).tap();
  await form.getByRole("combobox", { name: s.review }).tap();
  await page.getByRole("option", { name: s.reviewAsk }).tap();
  await assertFits(story);
  await form.getByRole("button", { name: w.ui.create }).tap();
  await form.waitFor({ state: "hidden" });
  const name = "owner_daily";
  const card = page.getByRole("article", { name, exact: true });
  await pullNow(story, name, () => card.getByRole("button", { name: `${s.run}: ${name}` }).tap());
  await card.getByRole("button", { name: `${s.waiting}: ${name}` }).tap();
  const dialog = page.getByRole("dialog", { name: format(s.waitingTitle, { name }) });
  await dialog.getByText("Alpha", { exact: true }).first().waitFor();
  await assertFits(story);
  await dialog.getByRole("button", { name: s.approve }).tap();
  await dialog.waitFor({ state: "hidden" });
  await until("the tasks exist", async () => (await taskNames(story)).includes("Alpha"));
  await repository.commit({ "alpha.js": script("Alpha", "1 1 * * *") });
  await card.getByRole("button", { name: `${w.ui.more}: ${name}` }).tap();
  await page.getByRole("menuitem", { name: s.preview }).tap();
  const preview = page.getByRole("dialog", { name: format(s.previewOf, { name }) });
  await preview.getByText(s.changeRemoved, { exact: true }).first().waitFor();
  await assertFits(story);
  await preview.getByRole("button", { name: w.ui.close }).last().tap();
  await card.getByRole("button", { name: `${w.ui.more}: ${name}` }).tap();
  await page.getByRole("menuitem", { name: s.log }).tap();
  await page.getByRole("dialog", { name }).getByText(server.url("owner/daily.git")).first().waitFor();
  await assertFits(story);
}
