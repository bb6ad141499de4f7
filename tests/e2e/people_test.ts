// Several people use one panel: an administrator invites others by a link, and each finds in every page what the role
// includes, and nothing that the server would reject.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { AccountEntry } from "../../server/contract/accounts.ts";
import type { Role } from "../../server/contract/roles.ts";
import type { Language } from "../../server/contract/settings.ts";
import { choose } from "../support/choose.ts";
import type { ClientOptions } from "../support/browser.ts";
import { expireStepUp } from "../support/expire_step_up.ts";
import { filledAddresses, fillPanel } from "../support/filled_panel.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { invite, type InvitedPerson, openPerson, useInvitation } from "../support/invited_person.ts";
import { account } from "../support/panel_process.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("people: invited by a link, given a role, changed and removed", async (story, t) => {
  await using person = await openPerson(story, { language: "zh" });
  await runSteps(t, { ...story, dialog: story.page.getByRole("dialog"), person, link: "" }, {
    "a panel with one account has one sentence": findNobody,
    "an invitation says what an editor may do, and its link is displayed once": createLink,
    "a link without an invitation reports that": openNothing,
    "the invited person sees who invites, and chooses name and password": join,
    "the link works once": joinAgain,
    "both accounts are listed": listAccounts,
    "a changed role applies to the open page at once": changeRole,
    "the last administrator stays one": keepAdministrator,
    "a disabled account is logged out, and can be enabled again": disable,
    "an invitation is withdrawn": withdraw,
    "deleting names the person, and the name stays in the audit log": remove,
  });
  assert.deepEqual(person.client.errors, []);
});

const walks: { role: Role; language: Language; window?: ClientOptions }[] = [
  { role: "viewer", language: "zh" },
  { role: "operator", language: "en", window: phone },
  { role: "editor", language: "en" },
];
for (const { role, language, window } of walks) {
  const width = window ? "on a phone" : "on a desk";
  testStory(`people: every page for a role of ${role}, ${language}, ${width}`, async (story, t) => {
    const { panel, dataDir } = story;
    await fillPanel(panel, dataDir);
    await using person = await invite(story, role, { language, window });
    await t.step("the server rejects nothing on any page", () => walk(story, person));
    await t.step(
      "what is not permitted is absent, what is permitted works",
      () => actions[role](story, person),
    );
    assert.deepEqual(person.rejected, []);
    assert.deepEqual(person.client.errors, []);
  });
}

interface Scene extends Story {
  dialog: Locator;
  person: InvitedPerson;
  link: string;
}

const name = "吴 Ada";

async function findNobody({ page, at, format, client }: Scene): Promise<void> {
  await page.goto(at("/setting/accounts"));
  await page.getByText(format("accounts.only")).first().waitFor();
  assert.equal(await page.getByRole("table").count(), 0);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("button", { name: format("app.account"), exact: true }).click();
  const menu = page.getByRole("menu");
  await menu.getByText(account.username, { exact: true }).first().waitFor();
  assert.equal(await menu.getByText(format("app.administrator")).count(), 0);
  await page.keyboard.press("Escape");
}

async function createLink(scene: Scene): Promise<void> {
  const { page, format, dialog, client } = scene;
  await page.getByRole("button", { name: format("accounts.invite"), exact: true }).click();
  await dialog.getByLabel(format("accounts.labels"), { exact: false }).waitFor();
  await choose(dialog.getByRole("radio", { name: format("app.administrator"), exact: true }));
  assert.equal(await dialog.getByText(format("accounts.editorWarning")).count(), 0);
  assert.equal(await dialog.getByLabel(format("accounts.labels"), { exact: false }).count(), 0);
  await choose(dialog.getByRole("radio", { name: format("app.editor"), exact: true }));
  await dialog.getByText(format("accounts.editorWarning")).first().waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await expireStepUp(scene);
  await dialog.getByRole("button", { name: format("accounts.inviteSubmit") }).click();
  await page.getByLabel(format("security.password"), { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  scene.link = await dialog.getByLabel(format("accounts.link"), { exact: true }).inputValue();
  assert.match(scene.link, /\/deep\/base\/invitation#[\w-]{43}$/);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: format("accounts.linkCloseTitle") });
  await question.getByRole("button", { name: format("ui.back") }).click();
  await dialog.getByRole("button", { name: format("ui.copy"), exact: true }).click();
  await dialog.getByRole("button", { name: format("ui.copied"), exact: true }).waitFor();
  await dialog.getByRole("button", { name: format("accounts.linkDone"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const open = page.getByRole("list", { name: format("accounts.invitations") }).getByRole("listitem");
  await open.filter({ hasText: format("app.editor") }).waitFor();
  assert.ok(!(await page.content()).includes(scene.link.split("#")[1]!));
}

async function openNothing({ at, person: { page, format, client } }: Scene): Promise<void> {
  await page.goto(at("/invitation"));
  await page.getByRole("heading", { name: format("invitation.missing") }).waitFor();
  await page.goto(at("/login"));
  await page.goto(at("/invitation#altered"));
  await page.getByRole("heading", { name: format("invitation.invalid") }).waitFor();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function join({ link, person, at }: Scene): Promise<void> {
  const { page, format, client } = person;
  await page.goto(at("/login"));
  await page.goto(link);
  await page.getByText(format("invitation.lead", { name: account.username })).first().waitFor();
  await page.getByText(format("invitation.roleLine", { role: format("app.editor") })).first().waitFor();
  assert.equal(new URL(page.url()).hash, "");
  assert.equal(await page.evaluate(() => location.hash), "");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  const password = page.getByLabel(format("initialization.password"), { exact: true });
  await password.fill("short");
  await page.getByRole("button", { name: format("invitation.join") }).click();
  await page.getByText(format("ui.tooShort", { label: format("initialization.password"), min: 8 })).first()
    .waitFor();
  await useInvitation(person, name);
  await page.getByRole("button", { name: format("app.account"), exact: true }).click();
  await page.getByRole("menu").getByText(`${name} · ${format("app.editor")}`).first().waitFor();
  await page.keyboard.press("Escape");
  // The secret is not in the history either.
  await page.goBack();
  assert.ok(!page.url().includes("#"));
}

async function joinAgain(scene: Scene): Promise<void> {
  await using other = await openPerson(scene, { language: "en" });
  await other.page.goto(scene.link);
  await other.page.getByRole("heading", { name: other.format("invitation.invalid") }).waitFor();
  assert.deepEqual(other.client.errors, []);
}

const rowOf = ({ page }: Scene, who: string) => page.getByRole("row", { name: who, exact: true });

async function perform(scene: Scene, who: string, entry: string): Promise<void> {
  const { page, format } = scene;
  const label = format("ui.labelAndValue", { label: format("ui.more"), value: who });
  await rowOf(scene, who).getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

async function listAccounts(scene: Scene): Promise<void> {
  const { format, page, client } = scene;
  await rowOf(scene, name).getByText(format("app.editor")).first().waitFor();
  await rowOf(scene, account.username).getByText(format("accounts.you")).first().waitFor();
  assert.equal(await page.getByRole("list", { name: format("accounts.invitations") }).count(), 0);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
}

async function changeRole(scene: Scene): Promise<void> {
  const { format, dialog, at, person } = scene;
  await person.page.goto(at("/crontab"));
  const create = person.page.getByRole("button", { name: person.format("tasks.createFirst"), exact: true });
  await create.waitFor();
  await person.client.settled();
  await perform(scene, name, format("accounts.change"));
  await choose(dialog.getByRole("radio", { name: format("app.viewer"), exact: true }));
  await dialog.getByLabel(format("accounts.labels"), { exact: false }).waitFor();
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf(scene, name).getByText(format("app.viewer")).first().waitFor();
  await create.waitFor({ state: "detached" });
  await person.page.goto(at("/env"));
  await person.page.getByText(person.format("app.notPermitted")).first().waitFor();
  await person.client.settled();
  assert.deepEqual(await findAxeIssues(person.page), []);
  await person.page.getByRole("link", { name: person.format("app.goOverview") }).click();
  await person.page.waitForURL(/\/dashboard$/);
}

async function keepAdministrator(scene: Scene): Promise<void> {
  const { page, format, dialog } = scene;
  await perform(scene, account.username, format("accounts.change"));
  await choose(dialog.getByRole("radio", { name: format("app.operator"), exact: true }));
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await page.getByText(/only active administrator/).first().waitFor();
  await dialog.getByRole("button", { name: format("ui.cancel") }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("app.leave") }).click();
  await rowOf(scene, account.username).getByText(format("app.administrator")).first().waitFor();
}

async function disable(scene: Scene): Promise<void> {
  const { page, format, person } = scene;
  const confirmation = page.getByRole("alertdialog");
  await perform(scene, name, format("accounts.disable"));
  await confirmation.getByRole("heading", { name: format("accounts.disableTitle", { name }) }).waitFor();
  await confirmation.getByRole("button", { name: format("accounts.disable") }).click();
  await rowOf(scene, name).getByText(format("accounts.disabled")).first().waitFor();
  const requested = person.page.getByRole("dialog", { name: person.format("app.sessionExpired") });
  await requested.waitFor();
  await requested.getByLabel(person.format("auth.password"), { exact: true }).fill("a kettle on the stove");
  await person.page.keyboard.press("Enter");
  await requested.getByRole("alert").waitFor();
  await perform(scene, name, format("accounts.enable"));
  await rowOf(scene, name).getByText(format("accounts.disabled")).waitFor({ state: "detached" });
  await person.page.keyboard.press("Enter");
  await requested.waitFor({ state: "detached" });
}

async function withdraw(scene: Scene): Promise<void> {
  const { page, format, panel } = scene;
  await panel.json("/api/accounts/invitations", { json: { role: "operator", username: "jon" } });
  const line = page.getByRole("list", { name: format("accounts.invitations") }).getByRole("listitem");
  await line.filter({ hasText: format("accounts.invitationFor", { name: "jon" }) }).waitFor();
  await line.getByRole("button", { name: format("accounts.withdraw") }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: format("accounts.withdraw") }).click();
  await line.waitFor({ state: "detached" });
}

async function remove(scene: Scene): Promise<void> {
  const { page, format, panel, at } = scene;
  await perform(scene, name, format("accounts.endSessions"));
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: format("accounts.endSessions") }).click();
  await question.waitFor({ state: "detached" });
  await perform(scene, name, format("ui.delete"));
  await question.getByRole("heading", { name: format("accounts.deleteTitle", { name }) }).waitFor();
  await question.getByRole("button", { name: format("ui.delete") }).click();
  await page.getByText(format("accounts.only")).first().waitFor();
  const { items } = await panel.json<{ items: AccountEntry[] }>("/api/accounts");
  assert.deepEqual(items.map(({ username }) => username), [account.username]);
  await page.goto(at("/setting/auditLog?act=accounts"));
  await page.getByRole("table").getByText(name).first().waitFor();
}

/** Opens every address; the server rejects nothing, and the page reports no error. */
async function walk({ panel, at }: Story, { page, client, rejected }: InvitedPerson): Promise<void> {
  const found: string[] = [];
  for (const address of await filledAddresses(panel)) {
    await page.goto(at(address));
    await page.locator("h1, h2").first().waitFor();
    await client.answered();
    found.push(...rejected.splice(0).map((request) => `${address}: ${request}`));
  }
  assert.deepEqual(found, []);
}

type Action = (story: Story, person: InvitedPerson) => Promise<void>;

const actions: Record<Role, Action> = {
  viewer: async (story, person) => {
    await lacksEditing(story, person);
    const { page, format } = person;
    await page.goto(story.at("/crontab/detail?id=1"));
    await page.getByRole("button", { name: format("tasks.log"), exact: true }).waitFor();
    await person.client.settled();
    const run = page.getByRole("button", { name: format("tasks.runNow"), exact: true });
    assert.equal(await run.count(), 0);
    await page.keyboard.press("r");
    await page.keyboard.press("e");
    await person.client.settled();
    assert.match(page.url(), /\/crontab\/detail/);
    await lacksSettings(story, person);
    // What follows a verb would change something; what is found is only opened.
    await page.keyboard.press("ControlOrMeta+K");
    const search = page.getByPlaceholder(format("app.paletteHint"));
    await search.fill("run Colours");
    await page.getByText(format("ui.noMatches")).first().waitFor();
    await search.fill("Colours");
    await page.getByRole("option").filter({ hasText: "Colours" }).first().waitFor();
    await person.client.settled();
    await page.keyboard.press("Escape");
  },
  operator: async (story, person) => {
    await lacksEditing(story, person);
    const { page, format } = person;
    await page.goto(story.at("/crontab/detail?id=1"));
    const before = await runsOf(story);
    await page.getByRole("button", { name: format("tasks.runNow"), exact: true }).click();
    await until("the task ran", async () => await runsOf(story) > before);
    await page.getByRole("button", { name: format("ui.more"), exact: true }).click();
    await page.getByRole("menuitem", { name: format("tasks.disable"), exact: true }).click();
    await page.getByText(format("tasks.statusDisabled"), { exact: true }).first().waitFor();
    await lacksSettings(story, person);
    await assertFits(person);
  },
  editor: async (story, person) => {
    const { page, format } = person;
    await page.goto(story.at("/crontab/modal"));
    const form = page.getByRole("dialog", { name: format("task.createTitle") });
    await form.getByLabel(format("tasks.name"), { exact: true }).fill("By an editor");
    await form.getByLabel(format("tasks.command"), { exact: true }).fill("echo hello");
    await page.keyboard.press("ControlOrMeta+Enter");
    await form.waitFor({ state: "detached" });
    await page.goto(story.at("/env"));
    await page.getByRole("row", { name: "TOKEN", exact: true }).waitFor();
    const reveal = format("ui.labelAndValue", { label: format("variables.reveal"), value: "TOKEN" });
    assert.equal(await page.getByRole("button", { name: reveal, exact: true }).count(), 0);
    await page.goto(story.at("/config?file=config.sh"));
    await page.getByRole("region", { name: "config.sh" }).waitFor();
    await person.client.settled();
    assert.equal(await page.getByRole("button", { name: format("editor.save"), exact: true }).count(), 0);
    await lacksSettings(story, person);
  },
  administrator: () => Promise.resolve(),
};

async function runsOf({ panel }: Story): Promise<number> {
  return (await panel.json<{ total: number }>("/api/tasks/1/runs")).total;
}

/** Checks that nothing offers to change tasks or scripts. */
async function lacksEditing({ at }: Story, { page, format, client }: InvitedPerson): Promise<void> {
  await page.goto(at("/crontab"));
  await page.getByText("Colours", { exact: true }).first().waitFor();
  await client.settled();
  assert.equal(await page.getByRole("button", { name: format("tasks.new"), exact: true }).count(), 0);
  await page.keyboard.press("c");
  await client.settled();
  assert.match(page.url(), /\/crontab$/);
  await page.goto(at("/script?path=reports/daily.py"));
  await page.getByRole("region", { name: "reports/daily.py" }).waitFor();
  await client.settled();
  for (const label of ["editor.edit", "files.debug", "files.makeTask"] as const) {
    assert.equal(await page.getByRole("button", { name: format(label), exact: true }).count(), 0, label);
  }
}

/** Checks that the settings have only what is the person's own, and what the role can read. */
async function lacksSettings({ at }: Story, { page, format, client }: InvitedPerson): Promise<void> {
  await page.goto(at("/setting"));
  const pages = page.getByRole("navigation", { name: format("settings.tabs") }).getByRole("link");
  await pages.filter({ hasText: format("security.tab") }).waitFor();
  await client.settled();
  assert.deepEqual(
    (await pages.allTextContents()).map((text) => text.trim()),
    [format("security.tab"), format("notifications.tab"), format("applications.tab")],
  );
}
