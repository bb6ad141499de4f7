// Single sign-on with a real provider: an administrator adds it and links the own identity, people log in by it and out of
// it, and the login page says what went wrong.
import assert from "node:assert/strict";
import { client, IdentityServer } from "../support/identity_server.ts";
import { BrowserClient } from "../support/browser.ts";
import { account } from "../support/panel_process.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";

testStory("single sign-on: added, linked, used by several people, and away", async (story, t) => {
  const { panel, page, at, format } = story;
  // The address is known before anything is saved.
  await page.goto(at("/setting/security"));
  await page.getByRole("button", { name: format("sso.add") }).click();
  const redirectUri = await page.getByRole("dialog").getByRole("code").innerText();
  assert.match(redirectUri.replace(panel.address, ""), /^\/api\/auth\/oidc\/\d{7,9}\/callback$/);
  await using server = await IdentityServer.open({
    redirectUris: [redirectUri],
    logoutUris: [`${panel.address}/login`],
  });
  server.people.set("m", { email: "mira@example.org", email_verified: true, groups: ["admins"] });
  server.people.set("a", {
    ...{ email: "anna@example.org", email_verified: true, preferred_username: "anna", groups: ["ops"] },
  });
  server.people.set("u", { email: "u@example.org", email_verified: false, groups: ["ops"] });
  const scene: Scene = {
    ...story,
    server,
    redirectUri,
    button: (name) => story.page.getByRole("button", { name }),
  };
  await runSteps(t, scene, {
    "the administrator adds a provider with a rule": addProvider,
    "the administrator links the own identity": linkIdentity,
    "the logout leads through the provider": logOut,
    "the button on the login page logs in": signIn,
    "another person gets an account, and has no password": joinByProvider,
    "the login page names what went wrong, in both languages": readFailures,
    "the password logs in while the provider is away": enterByPassword,
  });
}, { environment: { SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" } });

interface Scene extends Story {
  server: IdentityServer;
  redirectUri: string;
  button(name: string): ReturnType<Story["page"]["getByRole"]>;
}

async function addProvider({ page, server, redirectUri, format, panel }: Scene): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(format("sso.name"), { exact: true }).fill("Home");
  await dialog.getByLabel(format("sso.issuer")).fill(server.issuer);
  await dialog.getByLabel(format("sso.clientId")).fill(client.clientId);
  await dialog.getByLabel(format("sso.clientSecret"), { exact: true }).fill(client.clientSecret);
  await dialog.getByLabel(format("sso.createAccounts")).click();
  await dialog.getByLabel(format("sso.roleClaim")).fill("groups");
  for (const [number, value, role] of [[1, "admins", "administrator"], [2, "ops", "operator"]] as const) {
    await dialog.getByRole("button", { name: format("sso.addRule") }).click();
    await dialog.getByLabel(format("sso.valueOf", { number })).fill(value);
    await dialog.getByLabel(format("sso.roleOf", { number })).click();
    await page.getByRole("option", { name: format(`sso.${role}`), exact: true }).click();
  }
  await dialog.getByRole("button", { name: format("sso.add") }).click();
  const row = page.getByRole("list", { name: format("sso.providers") }).getByRole("listitem");
  await row.getByText(redirectUri).first().waitFor();
  const { items } = await panel.json<{ items: { roles: unknown }[] }>("/api/identity-providers");
  assert.deepEqual(items[0]!.roles, [
    { value: "admins", role: "administrator", labels: null },
    { value: "ops", role: "operator", labels: null },
  ]);
}

async function linkIdentity({ page, server, format, button }: Scene): Promise<void> {
  server.present = "m";
  await button(format("sso.linkTo", { provider: "Home" })).click();
  await page.getByRole("list", { name: format("sso.identities") }).getByText("mira@example.org").first()
    .waitFor();
}

async function logOut({ page, format, button, at, server }: Scene): Promise<void> {
  // The session of the password ends here only.
  await leave(page, format);
  await page.waitForURL(at("/login"));
  await signInBy(page, format);
  await page.waitForURL(at("/dashboard"));
  await leave(page, format);
  await page.waitForURL((url) => url.origin === server.issuer);
  await button("Leave").click();
  await page.waitForURL((url) => url.href.startsWith(at("/login")));
}

async function signIn({ page, format, at }: Scene): Promise<void> {
  await page.goto(at("/runs"));
  await signInBy(page, format);
  await page.waitForURL(at("/runs"));
  await page.getByRole("button", { name: format("app.account") }).waitFor();
}

async function joinByProvider({ page, at, server, format, panel }: Scene): Promise<void> {
  server.present = "a";
  await using other = await BrowserClient.open(page.context().browser()!);
  await other.page.goto(at("/login?lang=en"));
  await signInBy(other.page, format);
  await other.page.waitForURL(at("/dashboard"));
  await other.page.goto(at("/setting/security"));
  await other.page.getByText(format("sso.noPassword")).first().waitFor();
  assert.equal(await other.page.getByText(format("sso.providers"), { exact: true }).count(), 0);
  await panel.logIn();
  const { items } = await panel.json<{ items: { username: string; role: string }[] }>("/api/accounts");
  assert.deepEqual(items.map(({ username, role }) => [username, role]), [
    ["anna", "operator"],
    [account.username, "administrator"],
  ]);
}

async function readFailures({ page, at, server, format, w }: Scene): Promise<void> {
  server.present = "u";
  await using other = await BrowserClient.open(page.context().browser()!);
  await other.page.goto(at("/login?lang=en"));
  await signInBy(other.page, format);
  await other.page.getByRole("alert").getByText(
    w.signOnErrors.email_unverified.replace("{provider}", "Home"),
  ).first().waitFor();
  await other.page.goto(at("/login?lang=zh&error=clock_differs&provider=Home"));
  await other.page.getByRole("alert").getByText("时钟不一致").first().waitFor();
  await other.page.goto(at("/login?lang=en&error=clock_differs&provider=Somebody"));
  await other.page.getByRole("alert").getByText(
    w.signOnErrors.clock_differs.replace("{provider}", "OpenID Connect"),
  ).first().waitFor();
  await other.page.goto(at("/login?lang=en&error=<b>x</b>&provider=Home"));
  await other.page.getByRole("link", { name: format("sso.signInWith", { provider: "Home" }) }).waitFor();
  assert.equal(await other.page.getByRole("alert").count(), 0);
}

async function enterByPassword(scene: Scene): Promise<void> {
  const { page, at, server, redirectUri, format, w, panel } = scene;
  await server[Symbol.asyncDispose]();
  const id = /oidc\/(\d+)\//.exec(redirectUri)?.[1];
  await panel.json(`/api/identity-providers/${id}`, { method: "PATCH", json: { name: "House" } });
  await using other = await BrowserClient.open(page.context().browser()!);
  await other.page.goto(at("/login?lang=en"));
  await signInBy(other.page, format, "House");
  await other.page.getByRole("alert").getByText(
    w.signOnErrors.provider_unreachable.replace("{provider}", "House"),
  ).first().waitFor();
  await other.page.getByLabel(w.auth.username).fill(account.username);
  await other.page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
  await other.page.getByRole("button", { name: w.auth.submit, exact: true }).click();
  await other.page.waitForURL(at("/dashboard"));
}

async function signInBy(page: Story["page"], format: Story["format"], provider = "Home"): Promise<void> {
  await page.getByRole("link", { name: format("sso.signInWith", { provider }) }).click();
}

async function leave(page: Story["page"], format: Story["format"]): Promise<void> {
  await page.getByRole("button", { name: format("app.account") }).click();
  await page.getByRole("menuitem", { name: format("app.logOut") }).click();
}
