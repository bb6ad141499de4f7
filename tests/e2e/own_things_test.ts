// What each person has on a panel of several: views and who sees them, preferences in any browser, applications, and an open form
// whose role is lost.
import assert from "node:assert/strict";
import type { AccountEntry } from "../../server/contract/accounts.ts";
import type { View } from "../../server/contract/views.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { invite, invitedPassword, type InvitedPerson, openPerson } from "../support/invited_person.ts";
import { account } from "../support/panel_process.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory(
  "people: views, preferences and applications of each, and a role lost over a form",
  async (story, t) => {
    await story.add({ name: "Backup", command: "true", labels: ["nightly"] });
    await story.ended(await story.run(await story.add({ name: "Broken", command: "exit 3" })));
    await alone(story);
    await using person = await invite(story, "editor", { language: "en" });
    await runSteps(t, { ...story, person }, {
      "a view is one person's until it is shared": shareView,
      "others see a shared view, and can only use it": useSharedView,
      "what a person has chosen is there in another browser": followPerson,
      "everyone has applications, with at most the own permissions": ownApplication,
      "a form stays open when the role no longer includes it": loseRole,
    });
    assert.deepEqual(person.client.errors, []);
  },
);

interface Scene extends Story {
  person: InvitedPerson;
}

async function alone({ page, at, format, panel }: Story): Promise<void> {
  await panel.json("/api/views", { json: { name: "Nightly", conditions: [] } });
  await page.goto(at("/crontab/viewCreateModal"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(format("tasks.name"), { exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await dialog.getByRole("switch").count(), 0);
  await page.keyboard.press("Escape");
}

const tabOf = ({ page, format }: Pick<Story, "page" | "format">, name: string) =>
  page.getByRole("navigation", { name: format("tasks.views") }).getByRole("link", { name });

async function shareView(scene: Scene): Promise<void> {
  const { page, at, format, client, panel, person } = scene;
  await person.page.goto(at("/crontab"));
  await tabOf(person, person.format("tasks.viewAll")).waitFor();
  await person.client.settled();
  assert.equal(await tabOf(person, "Nightly").count(), 0);
  await page.goto(at("/crontab/viewCreateModal?id=1"));
  const dialog = page.getByRole("dialog");
  const shared = dialog.getByRole("switch", { name: format("views.share") });
  await shared.click();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await dialog.waitFor({ state: "detached" });
  const { shared: isShared } = await panel.json<View>("/api/views/1");
  assert.equal(isShared, true);
  await page.goto(at("/crontab/viewManageModal"));
  await dialog.getByText(format("views.sharedBy", { name: account.username })).first().waitFor();
  await dialog.getByRole("button", {
    name: format("ui.labelAndValue", { label: format("ui.delete"), value: "Nightly" }),
  })
    .waitFor();
}

async function useSharedView({ at, person: { page, format, client } }: Scene): Promise<void> {
  await tabOf({ page, format }, "Nightly").click();
  await page.getByRole("link", { name: "Backup" }).first().waitFor();
  await page.getByRole("button", { name: format("tasks.moreViews") }).click();
  await page.getByRole("menuitem", { name: format("tasks.viewsManage") }).waitFor();
  assert.equal(await page.getByRole("menuitem", { name: format("tasks.viewEdit") }).count(), 0);
  await page.getByRole("menuitem", { name: format("tasks.viewsManage") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(format("views.sharedBy", { name: account.username })).first().waitFor();
  assert.equal(await dialog.getByRole("switch").count(), 0);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.goto(at("/crontab/viewCreateModal?id=1"));
  await dialog.getByText(format("views.notFound")).first().waitFor();
}

async function followPerson(scene: Scene): Promise<void> {
  const { at, person } = scene;
  const { page, format, client } = person;
  await page.goto(at("/setting/security"));
  const zone = page.getByRole("combobox", { name: format("settings.timeZone"), exact: true });
  await zone.click();
  await page.getByPlaceholder(format("settings.timeZoneSearch")).or(zone).last().fill("Kiritimati");
  await page.getByRole("option", { name: /Kiritimati/ }).click();
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await page.getByRole("button", { name: format("app.theme"), exact: true }).click();
  await page.getByRole("menuitemradio", { name: format("app.dark") }).or(
    page.getByRole("menuitem", { name: format("app.dark") }),
  ).click();
  await page.goto(at("/crontab"));
  await page.getByRole("button", { name: format("tasks.columns"), exact: true }).click();
  await page.getByRole("checkbox", { name: format("tasks.recent"), exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: format("tasks.recent") }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: format("notifications.bellCount", { count: 1 }) }).click();
  await page.getByRole("button", { name: format("notifications.bellSeen") }).click();
  await page.getByRole("button", { name: format("notifications.bell"), exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await until("everything is stored", async () => {
    const { preferences } = await (await page.request.get(at("/api/auth/session"))).json();
    return preferences.taskColumns !== undefined && preferences.bellSeen !== undefined &&
      preferences.theme === "dark" &&
      preferences.timeZone === "Pacific/Kiritimati";
  });

  await using other = await openPerson(scene, { language: "en" });
  await other.page.goto(at("/login?next=/crontab"));
  await other.page.getByLabel(format("auth.username"), { exact: true }).fill("editor");
  await other.page.getByLabel(format("auth.password"), { exact: true }).fill(invitedPassword);
  assert.equal(await other.page.evaluate(() => document.documentElement.dataset.theme), "light");
  await other.page.keyboard.press("Enter");
  await other.page.getByRole("link", { name: "Backup" }).first().waitFor();
  assert.equal(await other.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await other.page.getByRole("columnheader", { name: format("tasks.recent") }).count(), 0);
  await other.client.settled();
  await other.page.getByRole("button", { name: format("notifications.bell"), exact: true }).waitFor();
  // The language, too: the page is loaded again in it.
  await other.page.getByRole("button", { name: format("app.language"), exact: true }).click();
  await other.page.getByRole("menuitem", { name: format("app.languageChinese") })
    .or(other.page.getByRole("menuitemradio", { name: format("app.languageChinese") })).click();
  await other.page.waitForFunction(() => document.documentElement.lang === "zh-CN");
  await until(
    "the language is stored",
    async () =>
      (await (await other.page.request.get(at("/api/auth/session"))).json()).preferences.language === "zh",
  );
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === "zh-CN");
  await page.request.patch(at("/api/account/preferences"), { data: { language: "en" } });
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === "en");
  assert.deepEqual(other.client.errors, []);
}

async function ownApplication({ page: adminPage, format: ofAdmin, at, panel, person }: Scene): Promise<void> {
  await panel.json("/api/applications", { json: { name: "Of Mira", scopes: ["tasks:read"] } });
  const { page, format, client } = person;
  await page.goto(at("/setting/app"));
  await page.getByRole("button", { name: format("applications.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(format("applications.name"), { exact: true }).fill("Robot");
  const permissionsOf = (module: "tasks" | "system") =>
    dialog.getByRole("group", {
      name: format("applications.permissionOf", { module: format(`modules.${module}`) }),
    });
  await permissionsOf("tasks").getByText(format("applications.run"), { exact: true }).click();
  assert.equal(await permissionsOf("system").count(), 0);
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  await dialog.getByRole("button", { name: format("applications.secretDone") }).click();
  await page.getByRole("row", { name: "Robot" }).waitFor();
  assert.equal(await page.getByText("Of Mira").count(), 0);
  assert.equal(await page.getByRole("columnheader", { name: format("applications.owner") }).count(), 0);
  await adminPage.goto(at("/setting/app"));
  const row = adminPage.getByRole("row", { name: "Robot" });
  await row.getByText("editor", { exact: true }).first().waitFor();
  await adminPage.getByRole("columnheader", { name: ofAdmin("applications.owner") }).waitFor();
}

async function loseRole({ at, panel, person: { page, format, client, rejected } }: Scene): Promise<void> {
  await page.goto(at("/crontab/modal"));
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(format("tasks.name"), { exact: true });
  await name.fill("Typed for an hour");
  await client.settled();
  const { items }: { items: AccountEntry[] } = await panel.request("GET", "/accounts");
  const { id } = items.find(({ username }) => username === "editor")!;
  await panel.request("PATCH", `/accounts/${id}`, { role: "viewer" });
  await dialog.getByText(format("controls.roleChanged")).first().waitFor();
  assert.equal(await name.inputValue(), "Typed for an hour");
  await client.settled();
  assert.deepEqual(await findAxeIssues(page), []);
  assert.equal(await name.inputValue(), "Typed for an hour");
  await dialog.getByRole("button", { name: format("ui.cancel") }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("app.leave") }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(format("controls.roleChanged")).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Backup" }).first().waitFor();
  await page.getByRole("button", { name: format("tasks.new") }).waitFor({ state: "detached" });
  rejected.length = 0;
}
