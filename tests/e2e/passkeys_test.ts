// The owner adds a passkey, logs in with it with and without a second factor, renames it, re-authenticates
// with it and removes it. The authenticator is Chromium's virtual one, see
// https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/.
import assert from "node:assert/strict";
import { expireStepUp } from "../support/expire_step_up.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("passkeys: added, used to log in, and removed", async (story, t) => {
  const scene = await sceneOf(story);
  await runSteps(t, scene, {
    "at an IP address the card explains why passkeys are unavailable": readObstacle,
    "a passkey is added under the name that its device proposes": add,
    "the same device cannot add a second one": addAgain,
    "the passkey alone logs in": enterByPasskey,
    "the passkey is renamed": rename,
    "with a second factor it replaces the code": enterPastCode,
    "it re-authenticates a sensitive action, and is removed": remove,
    "a removed passkey is rejected with a message": enterInVain,
  });
});

interface Scene extends Story {
  button(name: string): ReturnType<Story["page"]["getByRole"]>;
  /** The panel's URL with a host name. */
  named: string;
  rows: ReturnType<Story["page"]["getByRole"]>;
  leave(): Promise<void>;
}

async function sceneOf(story: Story): Promise<Scene> {
  const { page, panel, format } = story;
  const named = panel.address.replace("127.0.0.1", "localhost");
  for (const { name, value } of await page.context().cookies()) {
    await page.context().addCookies([{ name, value, url: named }]);
  }
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return {
    ...story,
    ...{ named, button },
    rows: page.getByRole("list", { name: format("security.passkeys") }).getByRole("listitem"),
    async leave() {
      await button(format("app.account")).click();
      await page.getByRole("menuitem", { name: format("app.logOut") }).click();
      await page.waitForURL(/\/login/);
    },
  };
}

async function readObstacle({ page, at, format, button }: Scene): Promise<void> {
  await page.goto(at("/setting/security"));
  await page.getByText(format("security.passkeyNeedsName")).first().waitFor();
  assert.equal(await button(format("security.addPasskey")).count(), 0);
}

async function add({ page, named, format, button, rows }: Scene): Promise<void> {
  await page.goto(`${named}/setting/security`);
  await page.getByText(format("security.noPasskeys")).first().waitFor();
  await button(format("security.addPasskey")).click();
  const name = page.getByRole("dialog").getByLabel(format("security.passkeyName"), { exact: true });
  await until("its name", async () => /^(Headless )?Chrome/i.test(await name.inputValue()));
  await name.fill("");
  await button(format("security.goOn")).click();
  await page.getByText(format("ui.required", { label: format("security.passkeyName") })).first().waitFor();
  await name.fill("Harbour");
  await button(format("security.goOn")).click();
  await page.getByText(format("security.passkeyAdded")).first().waitFor();
  await rows.filter({ hasText: "Harbour" }).filter({ hasText: format("security.passkeyNeverUsed") })
    .waitFor();
  await hasFocus(button(format("security.addPasskey")));
}

async function addAgain({ page, format, button, rows }: Scene): Promise<void> {
  await button(format("security.addPasskey")).click();
  await button(format("security.goOn")).click();
  await page.getByRole("dialog").getByText(format("auth.passkeyOnDevice")).first().waitFor();
  await button(format("ui.cancel")).click();
  assert.equal(await rows.count(), 1);
}

async function enterByPasskey({ page, format, button, leave, named, rows }: Scene): Promise<void> {
  await leave();
  await button(format("auth.passkeyLogin")).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  await page.goto(`${named}/setting/security`);
  await rows.filter({ hasText: format("security.passkeyUsed") }).waitFor();
  await page.goto(`${named}/setting/loginLog`);
  await page.getByText(`${format("loginLog.succeeded")} · ${format("loginLog.byPasskey")}`).first().waitFor();
}

async function rename({ page, named, format, button, rows }: Scene): Promise<void> {
  await page.goto(`${named}/setting/security`);
  await button(format("security.renameOne", { name: "Harbour" })).click();
  const name = page.getByRole("dialog").getByLabel(format("security.passkeyName"), { exact: true });
  await name.fill("Lighthouse");
  await name.press("Enter");
  await page.getByText(format("security.passkeyRenamed")).first().waitFor();
  await rows.filter({ hasText: "Lighthouse" }).waitFor();
}

async function enterPastCode({ page, format, button, leave, panel, named }: Scene): Promise<void> {
  await panel.logIn();
  const { secret } = await panel.json<{ secret: string }>("/api/account/second-factor/start", {
    method: "POST",
  });
  const code = codeAt(secret, Date.now());
  await panel.json("/api/account/second-factor/activate", { json: { code } });
  await page.goto(`${named}/login`); // its session has ended
  await page.getByLabel(format("auth.username"), { exact: true }).fill(account.username);
  await page.getByLabel(format("auth.password"), { exact: true }).fill(account.password);
  await button(format("auth.submit")).click();
  await page.getByLabel(format("security.code"), { exact: true }).waitFor();
  await button(format("auth.passkeyLogin")).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  await leave();
  await button(format("auth.passkeyLogin")).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
}

async function remove({ page, named, format, button, openDatabase }: Scene): Promise<void> {
  await expireStepUp({ openDatabase });
  await page.goto(`${named}/setting/security`);
  await button(format("security.removeOne", { name: "Lighthouse" })).click();
  await button(format("security.removePasskey")).click();
  const proof = page.getByRole("dialog", { name: format("security.confirmTitle") });
  await proof.getByRole("button", { name: format("security.usePasskey"), exact: true }).click();
  await page.getByText(format("security.passkeyRemoved")).first().waitFor();
  await page.getByText(format("security.noPasskeys")).first().waitFor();
}

async function enterInVain({ page, format, button, leave }: Scene): Promise<void> {
  await leave();
  await button(format("auth.passkeyLogin")).click();
  await page.getByText(
    /This passkey cannot be used to log in/,
  ).first()
    .waitFor();
}
