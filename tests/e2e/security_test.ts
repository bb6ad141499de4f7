// The owner manages the account: name, password, second factor with codes of a real app, sessions, picture,
// re-authentication before sensitive actions, and the login log.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator } from "playwright-core";
import { PNG } from "pngjs";
import type { List } from "../../server/contract/shapes.ts";
import { expireStepUp } from "../support/expire_step_up.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

const NAME = "noor";
const PASSWORD = "seven lanterns at sea";

testStory("security: managing the account", async (story, t) => {
  const scene = sceneOf(story);
  await runSteps(t, scene, {
    "the settings start with general, and the name is changed on the security page": rename,
    "an invalid password is rejected as specified, then changed, which ends other sessions": changePassword,
    "a second factor is set up in three steps": setUpSecondFactor,
    "a login requires the code, which submits itself": logInByCode,
    "a recovery code works too, once": logInByRecoveryCode,
    "sensitive actions require re-authentication": confirmGraveAction,
    "a picture is cropped, saved and displayed in the header": choosePicture,
    "another session is ended, then all others": endSessions,
    "the login log lists successes and failures": readLoginLog,
    "the second factor is turned off with a code": turnOffSecondFactor,
  });
});

interface Scene extends Story {
  dialog: Locator;
  /** The second factor, as displayed at setup. */
  secondFactor: { secret: string; codes: string[] };
  button(name: string): Locator;
  /** Logs in on the page with name and password. */
  enter(): Promise<void>;
  /** Logs out on the page. */
  leave(): Promise<void>;
  /** Opens a session in another client and returns its cookie. */
  comeFromElsewhere(): Promise<string>;
}

function sceneOf(story: Story): Scene {
  const { page, panel, format } = story;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const secondFactor = { secret: "", codes: [] };
  return {
    ...story,
    ...{ button, secondFactor },
    dialog: page.getByRole("dialog"),
    async enter() {
      await page.getByLabel(format("auth.username"), { exact: true }).fill(NAME);
      await page.getByLabel(format("auth.password"), { exact: true }).fill(PASSWORD);
      await button(format("auth.submit")).click();
    },
    async leave() {
      await button(format("app.account")).click();
      await page.getByRole("menuitem", { name: format("app.logOut") }).click();
      await page.waitForURL(/\/login/);
    },
    comeFromElsewhere: async () => {
      const body = JSON.stringify({ username: NAME, password: PASSWORD, ...codeOf(secondFactor) });
      const headers = { "content-type": "application/json", "user-agent": "Lighthouse/3" };
      const response = await fetch(`${panel.address}/api/auth/login`, { method: "POST", body, headers });
      assert.equal(response.status, 200, await response.text());
      return response.headers.getSetCookie()[0]!.split(";")[0]!;
    },
  };
}

// Recovery codes need not wait for the next time step.
function codeOf(secondFactor: Scene["secondFactor"]): { code?: string } {
  const code = secondFactor.codes.pop();
  return code === undefined ? {} : { code };
}

async function isAlive({ panel }: Scene, cookie: string): Promise<boolean> {
  const response = await fetch(`${panel.address}/api/auth/session`, { headers: { cookie } });
  await response.body?.cancel();
  return response.status === 200;
}

async function rename({ page, at, format, button }: Scene): Promise<void> {
  await page.goto(at("/setting"));
  await page.waitForURL(/setting\/general$/);
  await page.getByRole("link", { name: format("security.tab"), exact: true }).click();
  await page.waitForURL(/setting\/security$/);
  const name = page.getByRole("textbox", { name: format("security.username") });
  await until("the name", async () => await name.inputValue() === account.username);
  await name.fill(NAME);
  await page.getByLabel(format("security.current"), { exact: true }).first().fill(account.password);
  await button(format("ui.save")).click();
  await page.getByText(format("security.usernameSaved")).first().waitFor();
  await button(format("app.account")).click();
  await page.getByRole("menu").getByText(NAME).first().waitFor();
  await page.keyboard.press("Escape");
}

async function changePassword(scene: Scene): Promise<void> {
  const { page, format, button, panel } = scene;
  const fill = async (current: string, next: string, again: string) => {
    for (const [key, text] of [["current", current], ["next", next], ["nextAgain", again]] as const) {
      await page.getByLabel(format(`security.${key}`), { exact: true }).fill(text);
    }
    await button(format("security.change")).click();
  };
  await fill(account.password, "admin", "other");
  await page.getByText(format("security.passwordIsAdmin"), { exact: true }).first().waitFor();
  await page.getByText(format("security.passwordsDiffer"), { exact: true }).first().waitFor();
  const first = page.getByLabel(format("security.next"), { exact: true });
  await hasFocus(first);
  await fill("not the password", PASSWORD, PASSWORD);
  await page.getByText("The password is wrong").first().waitFor();
  const body = JSON.stringify({ username: NAME, password: account.password });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${panel.address}/api/auth/login`, { method: "POST", body, headers });
  await login.body?.cancel();
  const other = login.headers.getSetCookie()[0]!.split(";")[0]!;
  assert.ok(await isAlive(scene, other));
  await fill(account.password, PASSWORD, PASSWORD);
  await page.getByText(format("security.passwordSaved")).first().waitFor();
  assert.equal(await isAlive(scene, other), false);
}

async function setUpSecondFactor({ page, format, button, dialog, secondFactor }: Scene): Promise<void> {
  await button(format("security.turnOn")).click();
  const picture = dialog.getByRole("img", { name: format("security.qrCode") });
  await until(
    "the picture",
    () => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0),
  );
  secondFactor.secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await button(format("security.goOn")).click();
  const field = dialog.getByLabel(format("security.code"), { exact: true });
  await field.fill("123");
  await field.press("Enter");
  await dialog.getByText(format("security.codeFormat")).first().waitFor();
  await field.fill("000000");
  await until("the refusal", async () => await field.getAttribute("aria-invalid") === "true");
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await field.fill(codeAt(secondFactor.secret, Date.now()));
  await dialog.getByRole("list", { name: format("security.codesTitle") }).waitFor();
  await coversNoAction(page.getByRole("status").filter({ hasText: format("security.turnedOn") }), dialog);
  await page.setViewportSize(window);
  secondFactor.codes = await dialog.getByRole("list", { name: format("security.codesTitle") }).getByRole(
    "listitem",
  )
    .allInnerTexts();
  assert.equal(secondFactor.codes.length, 10);
  const download = page.waitForEvent("download");
  await button(format("security.download")).click();
  assert.equal(await Deno.readTextFile(await (await download).path()), `${secondFactor.codes.join("\n")}\n`);
  // They cannot be displayed again.
  await page.keyboard.press("Escape");
  const confirmation = page.getByRole("alertdialog", { name: format("security.closeCodesTitle") });
  await confirmation.getByRole("button", { name: format("ui.back") }).click();
  await button(format("security.kept")).click();
  await page.getByText(format("security.codesLeft", { count: 10 })).first().waitFor();
  await hasFocus(button(format("security.turnOff")));
}

/** Asserts that a message, which is visible for three seconds, lies over no button of a dialog. */
async function coversNoAction(message: Locator, dialog: Locator): Promise<void> {
  const over = await message.boundingBox();
  assert.ok(over);
  for (const button of await dialog.getByRole("button").all()) {
    const box = await button.boundingBox();
    assert.ok(box);
    const apart: boolean = over.y + over.height <= box.y || box.y + box.height <= over.y ||
      over.x + over.width <= box.x || box.x + box.width <= over.x;
    assert.ok(apart, await button.innerText());
  }
}

async function logInByCode({ page, format, enter, leave, secondFactor }: Scene): Promise<void> {
  await leave();
  await page.getByText(format("auth.lost_password"), { exact: true }).press("Enter");
  await page.getByText("sundial reset-password", { exact: true }).first().waitFor();
  await enter();
  const field = page.getByLabel(format("security.code"), { exact: true });
  await field.waitFor();
  await page.getByText(format("auth.lost_secondFactor"), { exact: true }).click();
  await page.getByText("sundial reset-2fa", { exact: true }).first().waitFor();
  await field.fill("12ab3456");
  await until("the refusal", async () => await field.getAttribute("aria-invalid") === "true");
  // The error does not move to the field for the other kind of code.
  await page.getByRole("button", { name: format("security.useRecoveryCode") }).click();
  const recoveryField = page.getByLabel(format("security.recoveryCode"), { exact: true });
  assert.notEqual(await recoveryField.getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: format("security.useAppCode") }).click();
  // The code of this time step enabled the second factor; the next one is accepted already.
  await field.fill(codeAt(secondFactor.secret, Date.now(), 1));
  await page.getByText(format("security.loggedIn"), { exact: true }).first().waitFor(); // visible for three seconds
  await page.waitForURL(/setting\/security|dashboard/);
}

async function logInByRecoveryCode(
  { page, format, button, enter, leave, secondFactor }: Scene,
): Promise<void> {
  await leave();
  await enter();
  await button(format("security.useRecoveryCode")).click();
  const field = page.getByLabel(format("security.recoveryCode"), { exact: true });
  const code = secondFactor.codes.pop()!;
  await field.fill(code.toLowerCase());
  await field.press("Enter");
  await page.waitForURL(/setting\/security|dashboard/);
  await leave();
  await enter();
  await button(format("security.useRecoveryCode")).click();
  await field.fill(code);
  await field.press("Enter");
  await page.getByText(format("security.recoveryCodeWrong"), { exact: true }).first().waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill(secondFactor.codes.pop()!);
  await field.press("Enter");
  await page.waitForURL(/setting\/security|dashboard/);
}

async function confirmGraveAction(
  { page, at, format, button, dialog, openDatabase, secondFactor }: Scene,
): Promise<void> {
  await page.goto(at("/setting/security"));
  // As ten minutes after the login.
  await expireStepUp({ openDatabase });
  await button(format("security.newCodes")).click();
  await button(format("security.useRecoveryCode")).click();
  const field = page.getByLabel(format("security.recoveryCode"), { exact: true });
  await field.fill(secondFactor.codes.pop()!);
  await field.press("Enter");
  const proof = page.getByRole("dialog", { name: format("security.confirmTitle") });
  const password = proof.getByLabel(format("security.password"), { exact: true });
  await password.fill("not the password");
  await password.press("Enter");
  await until("the refusal", async () => await password.getAttribute("aria-invalid") === "true");
  await password.fill(PASSWORD);
  await password.press("Enter");
  const list = dialog.getByRole("list", { name: format("security.codesTitle") });
  await list.waitFor();
  const fresh = await list.getByRole("listitem").allInnerTexts();
  assert.ok(!fresh.includes(secondFactor.codes[0]!));
  secondFactor.codes = fresh;
  await button(format("security.kept")).click();
}

async function choosePicture({ page, format, button, panel }: Scene): Promise<void> {
  const png = new PNG({ width: 300, height: 200 });
  png.data = Buffer.alloc(300 * 200 * 4, 180);
  const file = { name: "me.png", mimeType: "image/png", buffer: PNG.sync.write(png) };
  const input = page.getByLabel(format("security.choosePicture")).and(page.locator("input"));
  await input.setInputFiles({ ...file, buffer: Buffer.from("no picture") });
  await page.getByText(format("security.pictureBroken")).first().waitFor();
  await input.setInputFiles(file);
  const canvas = page.getByRole("img", { name: format("security.picture") });
  await until("the picture is drawn", () => canvas.evaluate(isDrawn));
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("slider", { name: format("security.zoom") }).fill("2");
  await page.getByRole("dialog").getByRole("button", { name: format("ui.save") }).click();
  await page.getByText(format("security.pictureSaved")).first().waitFor();
  const picture = button(format("app.account")).locator("img");
  await picture.waitFor();
  await until(
    "the picture",
    () => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth === 256),
  );
  assert.match(await picture.getAttribute("src") ?? "", new RegExp(`^${new URL(panel.address).pathname}`));
  await button(format("security.removePicture")).click();
  await page.getByText(format("security.pictureRemoved")).first().waitFor();
}

/** Runs in the page: whether a canvas has any content. */
function isDrawn(canvas: SVGElement | HTMLElement): boolean {
  const { width, height } = canvas as HTMLCanvasElement;
  const context = (canvas as HTMLCanvasElement).getContext("2d");
  return context?.getImageData(0, 0, width, height).data.some((value) => value !== 0) ?? false;
}

async function endSessions(scene: Scene): Promise<void> {
  const { page, format, button, comeFromElsewhere } = scene;
  const cookies = [await comeFromElsewhere(), await comeFromElsewhere(), await comeFromElsewhere()];
  const table = page.getByRole("table", { name: format("security.sessions") });
  const others = table.getByRole("button", { name: format("security.endOne", { device: "Lighthouse/3" }) });
  await until("three others", async () => await others.count() === 3);
  await others.first().click();
  await until("two others", async () => await others.count() === 2);
  await button(format("security.endOthers")).click();
  await page.getByRole("alertdialog").getByRole("button", { name: format("security.endOthers") }).click();
  await page.getByText(format("security.othersEnded")).first().waitFor();
  for (const cookie of cookies) assert.equal(await isAlive(scene, cookie), false);
  await table.getByText(format("security.thisSession")).first().waitFor();
  await until("none", async () => await others.count() === 0);
}

async function readLoginLog({ page, at, format, panel }: Scene): Promise<void> {
  await page.goto(at("/setting/loginLog"));
  const table = page.getByRole("table", { name: format("loginLog.tab") });
  await table.getByText("Lighthouse/3").first().waitFor();
  await table.getByText(format("loginLog.local")).first().waitFor();
  await page.getByRole("combobox", { name: format("loginLog.status") }).click();
  await page.getByRole("option", { name: format("loginLog.wrong_code") }).click();
  await page.waitForURL(/status=wrong_code/);
  const [wrong, right] = [format("loginLog.wrong_code"), format("loginLog.succeeded")].map((word) =>
    table.getByText(word)
  );
  await until("only wrong codes", async () => await right!.count() === 0 && await wrong!.count() === 2);
  const cookie = await page.context().cookies();
  const headers = { cookie: cookie.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const response = await fetch(`${panel.address}/api/login-logs`, { headers });
  const { total } = await response.json() as List<unknown>;
  assert.ok(total >= 8, `${total} attempts`);
}

async function turnOffSecondFactor({ page, at, format, button, dialog, secondFactor }: Scene): Promise<void> {
  await page.goto(at("/setting/security"));
  await button(format("security.turnOff")).click();
  await dialog.getByRole("button", { name: format("security.useRecoveryCode") }).click();
  const field = dialog.getByLabel(format("security.recoveryCode"), { exact: true });
  await field.fill(secondFactor.codes.pop()!);
  await field.press("Enter");
  await page.getByText(format("security.turnedOff")).first().waitFor();
  await page.getByText(format("security.secondFactorOff"), { exact: true }).first().waitFor();
}
