// A user gives a program access, checks its actions in the audit log, and revokes the access.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { AuditEntry } from "../../server/contract/audit_log.ts";
import { expireStepUp } from "../support/expire_step_up.ts";
import { account } from "../support/panel_process.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";

testStory("applications: created, used by a program, managed and deleted", async (story, t) => {
  const scene = sceneOf(story);
  await runSteps(t, scene, {
    "the empty page leads to the form, and an error appears at its field": create,
    "the secret is displayed once": takeSecret,
    "a program gets a token, and only permitted requests succeed": useToken,
    "its permissions are changed, and apply at once": changePermissions,
    "the audit log lists each actor and action, and is intact": readAudit,
    "a new secret requires re-authentication, and revokes the old token": reset,
    "deleting revokes all access": remove,
    "the API documentation opens without errors": readDocs,
  });
});

testStory("applications: on a phone", usePhone, { window: phone });

interface Scene extends Story {
  dialog: Locator;
  robot: Locator;
  known: { clientId: string; clientSecret: string; token: string };
}

function sceneOf(story: Story): Scene {
  const { page } = story;
  return {
    ...story,
    dialog: page.getByRole("dialog"),
    robot: page.getByRole("row", { name: "Robot", exact: true }),
    known: { clientId: "", clientSecret: "", token: "" },
  };
}

function level(
  dialog: Locator,
  format: Scene["format"],
  module: "tasks" | "variables",
  name: "read" | "write" | "none",
) {
  return dialog.getByRole("group", {
    name: format("applications.permissionOf", { module: format(`modules.${module}`) }),
  })
    .getByText(format(`applications.${name}`), { exact: true });
}

async function create({ page, at, format, dialog }: Scene): Promise<void> {
  await page.goto(at("/setting/app"));
  await page.getByRole("button", { name: format("applications.new") }).click();
  await page.waitForURL(/setting\/appModal$/);
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  await dialog.getByText(format("applications.selectPermissions")).first().waitFor();
  const name = dialog.getByLabel(format("applications.name"), { exact: true });
  await name.fill("system");
  await level(dialog, format, "tasks", "write").click();
  await dialog.getByRole("button", { name: format("applications.opens") }).click();
  await dialog.getByRole("region", { name: "tasks:run" }).getByText("/tasks/run").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(/reserved keyword|保留关键字/).first().waitFor();
  await name.fill("Robot");
  await dialog.getByRole("button", { name: format("ui.create") }).click();
}

async function takeSecret({ page, at, format, dialog, robot, known }: Scene): Promise<void> {
  await dialog.getByText(format("applications.secretWarning")).first().waitFor();
  known.clientId = await dialog.getByLabel(format("applications.clientId")).inputValue();
  known.clientSecret = await dialog.getByLabel(format("applications.clientSecret")).inputValue();
  assert.match(known.clientSecret, /^[\w-]{24}$/);
  // It cannot be displayed again.
  await page.keyboard.press("Escape");
  const confirmation = page.getByRole("alertdialog", { name: format("applications.secretCloseTitle") });
  await confirmation.getByRole("button", { name: format("ui.back") }).click();
  // Nor after the page is left. What is below the dialog takes no clicks of a mouse.
  await page.locator('a[href$="/runs"]').first().dispatchEvent("click");
  await confirmation.getByRole("button", { name: format("app.stay") }).click();
  await dialog.getByRole("button", { name: format("applications.secretDone") }).click();
  await robot.getByText(known.clientId).filter({ visible: true }).waitFor();
  await robot.getByText(format("applications.neverUsed")).first().waitFor();
  await page.goto(at("/setting/app"));
  await robot.waitFor();
  assert.ok(!(await page.content()).includes(known.clientSecret));
}

async function ask({ panel, known }: Scene, method: string, path: string, json?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${known.token}`, "content-type": "application/json" };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return await fetch(`${panel.address}/api${path}`, { method, headers, ...body });
}

async function statusOf(scene: Scene, method: string, path: string, json?: unknown): Promise<number> {
  const response = await ask(scene, method, path, json);
  await response.body?.cancel();
  return response.status;
}

async function getToken(scene: Scene): Promise<number> {
  const { clientId, clientSecret } = scene.known;
  const response = await ask(scene, "POST", "/auth/token", { clientId, clientSecret });
  const { token } = await response.json();
  scene.known.token = token ?? "";
  return response.status;
}

async function useToken(scene: Scene): Promise<void> {
  const id = await scene.add({ name: "Printer", command: "true" });
  assert.equal(await getToken(scene), 200);
  assert.equal(await statusOf(scene, "GET", "/tasks"), 200);
  assert.equal(await statusOf(scene, "POST", "/tasks/run", { ids: [id] }), 200);
  assert.equal(await statusOf(scene, "GET", "/variables"), 403);
  assert.equal(await statusOf(scene, "GET", "/applications"), 403);
}

async function changePermissions(scene: Scene): Promise<void> {
  const { page, at, format, dialog, robot } = scene;
  await page.goto(at("/setting/app"));
  await robot.getByRole("button", { name: `${format("ui.edit")}: Robot` }).click();
  await page.waitForURL(/appModal\?id=1/);
  await level(dialog, format, "tasks", "read").click();
  await level(dialog, format, "variables", "read").click();
  await dialog.getByRole("button", { name: format("ui.save") }).click();
  await dialog.waitFor({ state: "detached" });
  await robot.getByText(format("applications.levelOf", {
    module: format("modules.variables"),
    level: format("applications.read"),
  })).first().waitFor();
  assert.equal(await statusOf(scene, "GET", "/variables"), 200);
  assert.equal(await statusOf(scene, "POST", "/tasks/run", { ids: [1] }), 403);
}

async function readAudit(scene: Scene): Promise<void> {
  const { page, at, format, dialog, panel } = scene;
  await page.goto(at("/setting/auditLog"));
  const table = page.getByRole("table", { name: format("audit.tab") });
  const ran = table.getByRole("row").filter({ hasText: format("actionNames.run") });
  await ran.filter({ hasText: "Robot" }).waitFor();
  await page.getByRole("button", { name: format("audit.verify") }).click();
  await page.getByRole("status").filter({ hasText: /intact|完好/ }).waitFor();
  const names = ["First of several", "Second of several"];
  const ids: number[] = [];
  for (const name of names) {
    const task = { name, command: "true", schedules: "manual" };
    ids.push((await panel.json<{ id: number }>("/api/tasks", { json: task })).id);
  }
  await panel.json("/api/tasks", { method: "DELETE", json: { ids } });
  await page.getByRole("button", { name: format("audit.reload") }).click();
  const several = format("audit.countTasks", { count: 2, shown: "2" });
  await table.getByRole("button", { name: several, exact: true }).first().click();
  for (const name of names) await dialog.getByText(name, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: format("audit.filter"), exact: true }).click();
  await page.getByRole("menuitem", { name: format("modules.applications"), exact: true }).click();
  await page.waitForURL(/act=applications/);
  await ran.first().waitFor({ state: "detached" });
  await table.getByRole("button", { name: format("actionNames.token"), exact: false }).first().click();
  await dialog.getByText("applications.token", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel(format("audit.search")).fill("nothing like it");
  await page.getByRole("button", { name: format("ui.clearFilters") }).click();
  await ran.first().waitFor();
  const { items } = await panel.json<{ items: AuditEntry[] }>("/api/audit-log?act=applications");
  assert.deepEqual(items.map(({ act, actor }) => `${act} ${actor.kind}`), [
    "applications.update person",
    "applications.token application",
    "applications.create person",
  ]);
}

async function reset(scene: Scene): Promise<void> {
  const { page, at, format, dialog, robot, known } = scene;
  await page.goto(at("/setting/app"));
  await robot.getByRole("button", { name: `${format("applications.resetSecret")}: Robot` }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText(format("applications.resetText")).first().waitFor();
  await expireStepUp(scene);
  await confirmation.getByRole("button", { name: format("applications.resetSecret") }).click();
  await dialog.getByLabel(format("security.password"), { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await dialog.getByText(format("applications.secretWarning")).first().waitFor();
  assert.equal(await statusOf(scene, "GET", "/tasks"), 401);
  assert.equal(await getToken(scene), 401);
  known.clientSecret = await dialog.getByLabel(format("applications.clientSecret")).inputValue();
  assert.equal(await getToken(scene), 200);
  await dialog.getByRole("button", { name: format("applications.secretDone") }).click();
}

async function remove(scene: Scene): Promise<void> {
  const { page, format, robot } = scene;
  await robot.getByRole("button", { name: `${format("ui.delete")}: Robot` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("ui.delete") }).click();
  await page.getByText(format("applications.empty")).first().waitFor();
  assert.equal(await statusOf(scene, "GET", "/tasks"), 401);
}

async function readDocs({ page, at }: Scene): Promise<void> {
  await page.goto(at("/api/docs#postTasksRun"));
  await page.getByRole("heading", { level: 2, name: "tasks", exact: true }).waitFor();
  await page.locator("#postTasksRun").waitFor(); // expanded by the URL fragment
  await page.getByRole("row", { name: /tasks:run/ }).getByText("POST /tasks/run", { exact: true }).first()
    .waitFor();
}

async function usePhone(story: Story): Promise<void> {
  const { page, at, format, dialog } = sceneOf(story);
  await page.goto(at("/setting/appModal"));
  await dialog.getByLabel(format("applications.name"), { exact: true }).fill("Phone");
  await level(dialog, format, "tasks", "read").click();
  await dialog.getByRole("button", { name: format("ui.create") }).click();
  await dialog.getByRole("button", { name: format("applications.secretDone") }).click();
  await page.getByRole("article", { name: "Phone" }).waitFor();
  await page.goto(at("/setting/auditLog"));
  await page.getByRole("listitem").filter({ hasText: "Phone" }).first().waitFor();
  await assertFits(story);
}
