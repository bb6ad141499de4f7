// The owner manages the account: name, password, second factor with codes of a real app, sessions, picture,
// re-authentication before sensitive actions, and the login log.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import type { Locator } from "playwright-core";
import { PNG } from "pngjs";
import type { List } from "../../server/contract/shapes.ts";
import { newMessages } from "../../web/messages/create_messages.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { step } from "../support/step.ts";
import { runStory, type Story, storyOptions } from "../support/stories.ts";
import { until } from "../support/until.ts";

const NAME = "noor";
const PASSWORD = "seven lanterns at sea";

for (const options of storyOptions) {
  Deno.test(`security: managing the account, in ${options.language}`, async (t) => {
    await runStory(options, async (story) => {
      const scene = sceneOf(story);
      const steps: [string, (scene: Scene) => Promise<void>][] = [
        ["the settings start with security, and the name is changed", rename],
        [
          "an invalid password is rejected as specified, then changed, which ends other sessions",
          changePassword,
        ],
        ["a second factor is set up in three steps", setUpFactor],
        ["a login asks for the code, which submits itself", logInByCode],
        ["a recovery code works too, once", logInByRecoveryCode],
        ["sensitive actions require re-authentication", confirmGraveAction],
        ["a picture is cropped, saved and displayed in the header", choosePicture],
        ["another session is ended, then all others", endSessions],
        ["the login log lists successes and failures", readLoginLog],
        ["the second factor is turned off with a code", turnFactorOff],
      ];
      for (const [name, action] of steps) {
        await step(t, name, () => action(scene));
      }
      assert.deepEqual(story.client.errors, []);
    });
  });
}

interface Scene extends Story {
  format: ReturnType<typeof newMessages>["t"];
  dialog: Locator;
  /** The second factor, as displayed at setup. */
  factor: { secret: string; codes: string[] };
  button(name: string): Locator;
  /** Logs in on the page with name and password. */
  enter(): Promise<void>;
  /** Logs out on the page. */
  leave(): Promise<void>;
  /** Opens a session in another client and returns its cookie. */
  comeFromElsewhere(): Promise<string>;
}

function sceneOf(story: Story): Scene {
  const { page, panel, language, w } = story;
  const say = newMessages(language, { texts: w }).t;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const factor = { secret: "", codes: [] };
  return {
    ...story,
    ...{ format: say, button, factor },
    dialog: page.getByRole("dialog"),
    async enter() {
      await page.getByLabel(say("auth.username"), { exact: true }).fill(NAME);
      await page.getByLabel(say("auth.password"), { exact: true }).fill(PASSWORD);
      await button(say("auth.submit")).click();
    },
    async leave() {
      await button(say("app.account")).click();
      await page.getByRole("menuitem", { name: say("app.logOut") }).click();
      await page.waitForURL(/\/login/);
    },
    comeFromElsewhere: async () => {
      const body = JSON.stringify({ username: NAME, password: PASSWORD, ...codeOf(factor) });
      const headers = { "content-type": "application/json", "user-agent": "Lighthouse/3" };
      const response = await fetch(`${panel.address}/api/auth/login`, { method: "POST", body, headers });
      assert.equal(response.status, 200, await response.text());
      return response.headers.getSetCookie()[0]!.split(";")[0]!;
    },
  };
}

// Recovery codes need not wait for the next time step.
function codeOf(factor: Scene["factor"]): { code?: string } {
  const code = factor.codes.pop();
  return code === undefined ? {} : { code };
}

async function isAlive({ panel }: Scene, cookie: string): Promise<boolean> {
  const response = await fetch(`${panel.address}/api/auth/session`, { headers: { cookie } });
  await response.body?.cancel();
  return response.status === 200;
}

async function rename({ page, at, format: say, button }: Scene): Promise<void> {
  await page.goto(at("/setting"));
  await page.waitForURL(/setting\/security$/);
  const name = page.getByRole("textbox", { name: say("security.username") });
  await until("the name", async () => await name.inputValue() === account.username);
  await name.fill(NAME);
  await page.getByLabel(say("security.current"), { exact: true }).first().fill(account.password);
  await button(say("ui.save")).click();
  await page.getByText(say("security.usernameSaved")).waitFor();
  await button(say("app.account")).click();
  await page.getByRole("menu").getByText(NAME).waitFor();
  await page.keyboard.press("Escape");
}

async function changePassword(scene: Scene): Promise<void> {
  const { page, format: say, button, panel } = scene;
  const fill = async (current: string, next: string, again: string) => {
    for (const [key, text] of [["current", current], ["next", next], ["nextAgain", again]] as const) {
      await page.getByLabel(say(`security.${key}`), { exact: true }).fill(text);
    }
    await button(say("security.change")).click();
  };
  await fill(account.password, "admin", "other");
  await page.getByText(say("security.passwordIsAdmin"), { exact: true }).waitFor();
  await page.getByText(say("security.passwordsDiffer"), { exact: true }).waitFor();
  const first = page.getByLabel(say("security.next"), { exact: true });
  await hasFocus(first);
  await fill("not the password", PASSWORD, PASSWORD);
  await page.getByText({ en: "The password is wrong", zh: "密码错误" }[scene.language]).waitFor();
  const body = JSON.stringify({ username: NAME, password: account.password });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${panel.address}/api/auth/login`, { method: "POST", body, headers });
  await login.body?.cancel();
  const other = login.headers.getSetCookie()[0]!.split(";")[0]!;
  assert.ok(await isAlive(scene, other));
  await fill(account.password, PASSWORD, PASSWORD);
  await page.getByText(say("security.passwordSaved")).waitFor();
  assert.equal(await isAlive(scene, other), false);
}

async function setUpFactor({ page, format: say, button, dialog, factor }: Scene): Promise<void> {
  await button(say("security.turnOn")).click();
  const picture = dialog.getByRole("img", { name: say("security.qrCode") });
  await until("the picture", () => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0));
  factor.secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await button(say("security.goOn")).click();
  const field = dialog.getByLabel(say("security.code"), { exact: true });
  await field.fill("123");
  await field.press("Enter");
  await dialog.getByText(say("security.codeFormat")).waitFor();
  await field.fill("000000");
  await until("the refusal", async () => await field.getAttribute("aria-invalid") === "true");
  await field.fill(codeAt(factor.secret, Date.now()));
  await dialog.getByRole("list", { name: say("security.codesTitle") }).waitFor();
  factor.codes = await dialog.getByRole("list", { name: say("security.codesTitle") }).getByRole("listitem")
    .allInnerTexts();
  assert.equal(factor.codes.length, 10);
  const download = page.waitForEvent("download");
  await button(say("security.download")).click();
  assert.equal(await Deno.readTextFile(await (await download).path()), `${factor.codes.join("\n")}\n`);
  // They cannot be displayed again.
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: say("security.closeCodesTitle") });
  await question.getByRole("button", { name: say("ui.back") }).click();
  await button(say("security.kept")).click();
  await page.getByText(say("security.codesLeft", { count: 10 })).waitFor();
  await hasFocus(button(say("security.turnOff")));
}

async function logInByCode({ page, format: say, enter, leave, factor }: Scene): Promise<void> {
  await leave();
  await page.getByText(say("auth.lost_password"), { exact: true }).press("Enter");
  await page.getByText("sundial reset-password", { exact: true }).waitFor();
  await enter();
  const field = page.getByLabel(say("security.code"), { exact: true });
  await field.waitFor();
  await page.getByText(say("auth.lost_factor"), { exact: true }).click();
  await page.getByText("sundial reset-2fa", { exact: true }).waitFor();
  await field.fill("12ab3456");
  await until("the refusal", async () => await field.getAttribute("aria-invalid") === "true");
  // The code of this time step enabled the factor; the next one is accepted already.
  await field.fill(codeAt(factor.secret, Date.now(), 1));
  await page.getByText(say("security.loggedIn"), { exact: true }).waitFor(); // visible for three seconds
  await page.waitForURL(/setting\/security|dashboard/);
}

async function logInByRecoveryCode(
  { page, format: say, button, enter, leave, factor }: Scene,
): Promise<void> {
  await leave();
  await enter();
  await button(say("security.useRecoveryCode")).click();
  const field = page.getByLabel(say("security.recoveryCode"), { exact: true });
  const code = factor.codes.pop()!;
  await field.fill(code.toLowerCase());
  await field.press("Enter");
  await page.waitForURL(/setting\/security|dashboard/);
  await leave();
  await enter();
  await button(say("security.useRecoveryCode")).click();
  await field.fill(code);
  await field.press("Enter");
  await until("the refusal", async () => await field.getAttribute("aria-invalid") === "true");
  await field.fill(factor.codes.pop()!);
  await field.press("Enter");
  await page.waitForURL(/setting\/security|dashboard/);
}

async function confirmGraveAction(
  { page, at, format: say, button, dialog, dataDir, factor }: Scene,
): Promise<void> {
  await page.goto(at("/setting/security"));
  // As ten minutes after the login.
  const db = new DatabaseSync(`${dataDir}/sundial.sqlite`);
  db.exec("PRAGMA busy_timeout = 5000; UPDATE session SET proven_at = 0");
  db.close();
  await button(say("security.newCodes")).click();
  await button(say("security.useRecoveryCode")).click();
  const field = page.getByLabel(say("security.recoveryCode"), { exact: true });
  await field.fill(factor.codes.pop()!);
  await field.press("Enter");
  const proof = page.getByRole("dialog", { name: say("security.confirmTitle") });
  const password = proof.getByLabel(say("security.password"), { exact: true });
  await password.fill("not the password");
  await password.press("Enter");
  await until("the refusal", async () => await password.getAttribute("aria-invalid") === "true");
  await password.fill(PASSWORD);
  await password.press("Enter");
  const list = dialog.getByRole("list", { name: say("security.codesTitle") });
  await list.waitFor();
  const fresh = await list.getByRole("listitem").allInnerTexts();
  assert.ok(!fresh.includes(factor.codes[0]!));
  factor.codes = fresh;
  await button(say("security.kept")).click();
}

async function choosePicture({ page, format: say, button, panel }: Scene): Promise<void> {
  const png = new PNG({ width: 300, height: 200 });
  png.data = Buffer.alloc(300 * 200 * 4, 180);
  const file = { name: "me.png", mimeType: "image/png", buffer: PNG.sync.write(png) };
  const input = page.getByLabel(say("security.choosePicture")).and(page.locator("input"));
  await input.setInputFiles({ ...file, buffer: Buffer.from("no picture") });
  await page.getByText(say("security.pictureBroken")).waitFor();
  await input.setInputFiles(file);
  const canvas = page.getByRole("img", { name: say("security.picture") });
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("slider", { name: say("security.zoom") }).fill("2");
  await page.getByRole("dialog").getByRole("button", { name: say("ui.save") }).click();
  await page.getByText(say("security.pictureSaved")).waitFor();
  const visible = button(say("app.account")).locator("img");
  await visible.waitFor();
  await until("the picture", () => visible.evaluate((one) => (one as HTMLImageElement).naturalWidth === 256));
  assert.match(await visible.getAttribute("src") ?? "", new RegExp(`^${new URL(panel.address).pathname}`));
  await button(say("security.removePicture")).click();
  await page.getByText(say("security.pictureRemoved")).waitFor();
}

async function endSessions(scene: Scene): Promise<void> {
  const { page, format: say, button, comeFromElsewhere } = scene;
  const cookies = [await comeFromElsewhere(), await comeFromElsewhere(), await comeFromElsewhere()];
  const table = page.getByRole("table", { name: say("security.sessions") });
  const others = table.getByRole("button", { name: say("security.endOne", { device: "Lighthouse/3" }) });
  await until("three others", async () => await others.count() === 3);
  await others.first().click();
  await until("two others", async () => await others.count() === 2);
  await button(say("security.endOthers")).click();
  await page.getByRole("alertdialog").getByRole("button", { name: say("security.endOthers") }).click();
  await page.getByText(say("security.othersEnded")).waitFor();
  for (const cookie of cookies) assert.equal(await isAlive(scene, cookie), false);
  await table.getByText(say("security.thisSession")).waitFor();
  await until("none", async () => await others.count() === 0);
}

async function readLoginLog({ page, at, format: say, panel }: Scene): Promise<void> {
  await page.goto(at("/setting/loginLog"));
  const table = page.getByRole("table", { name: say("loginLog.tab") });
  await table.getByText("Lighthouse/3").first().waitFor();
  await table.getByText(say("loginLog.local")).first().waitFor();
  await page.getByRole("combobox", { name: say("loginLog.status") }).click();
  await page.getByRole("option", { name: say("loginLog.wrong_code") }).click();
  await page.waitForURL(/status=wrong_code/);
  const [wrong, right] = [say("loginLog.wrong_code"), say("loginLog.succeeded")].map((word) =>
    table.getByText(word)
  );
  await until("only wrong codes", async () => await right!.count() === 0 && await wrong!.count() === 2);
  const cookie = await page.context().cookies();
  const headers = { cookie: cookie.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const response = await fetch(`${panel.address}/api/login-logs`, { headers });
  const { total } = await response.json() as List<unknown>;
  assert.ok(total >= 8, `${total} attempts`);
}

async function turnFactorOff({ page, at, format: say, button, dialog, factor }: Scene): Promise<void> {
  await page.goto(at("/setting/security"));
  await button(say("security.turnOff")).click();
  await dialog.getByRole("button", { name: say("security.useRecoveryCode") }).click();
  const field = dialog.getByLabel(say("security.recoveryCode"), { exact: true });
  await field.fill(factor.codes.pop()!);
  await field.press("Enter");
  await page.getByText(say("security.turnedOff")).waitFor();
  await page.getByText(say("security.factorOff"), { exact: true }).waitFor();
}
