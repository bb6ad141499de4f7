// Providers that lie, and answers that were seen, kept or made by others: nobody is logged in, nothing changes, and the
// audit log says why.
import assert from "node:assert/strict";
import { client } from "../support/identity_server.ts";
import { HostileProvider, type Lies } from "../support/hostile_provider.ts";
import { SignOnScene } from "../support/sign_on_scene.ts";

const person = { email: "a@example.org", email_verified: true, preferred_username: "anna" };

async function open(): Promise<{ scene: SignOnScene; provider: HostileProvider } & AsyncDisposable> {
  const provider = new HostileProvider();
  const scene = await SignOnScene.open();
  await scene.addProvider({
    issuer: provider.issuer,
    clientId: "sundial",
    clientSecret: client.clientSecret,
  });
  return {
    scene,
    provider,
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** What is stored of accounts, identities and sessions. */
async function stored({ app: { db } }: SignOnScene): Promise<string> {
  const tables = ["account", "account_identity", "session", "identity_provider"] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

const lies: Record<string, { error: string; lies: Lies }> = {
  "another issuer in what it says of itself": {
    error: "provider_rejected",
    lies: { discoveredIssuer: "https://evil.example" },
  },
  "another issuer in the token": {
    error: "provider_rejected",
    lies: { claims: { iss: "https://evil.example" } },
  },
  "a token for another client": { error: "provider_rejected", lies: { claims: { aud: "other" } } },
  "another nonce": { error: "provider_rejected", lies: { claims: { nonce: "x" } } },
  "no nonce": { error: "provider_rejected", lies: { claims: { nonce: undefined } } },
  "no subject": { error: "provider_rejected", lies: { claims: { sub: undefined } } },
  "another subject at its second answer": { error: "provider_rejected", lies: { userinfo: { sub: "s-2" } } },
  "a clock an hour behind": { error: "clock_differs", lies: { clockOffS: -3600 } },
  "a clock an hour ahead": {
    error: "clock_differs",
    lies: { clockOffS: 3600, claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } },
  },
  "a clock an hour ahead in a long token": { error: "clock_differs", lies: { clockOffS: 3600 } },
  "a clock behind in a long token": {
    error: "clock_differs",
    lies: { clockOffS: -600, claims: { exp: Math.floor(Date.now() / 1000) + 3600 } },
  },
  "a signature by an unknown key": { error: "provider_rejected", lies: { otherKey: true } },
  "a code that was used": { error: "provider_rejected", lies: { tokenStatus: 400 } },
  "a failure": { error: "provider_unreachable", lies: { tokenStatus: 502 } },
  "no address": { error: "email_missing", lies: { claims: { email: undefined } } },
  "an unverified address": { error: "email_unverified", lies: { claims: { email_verified: false } } },
  "an address that only its second answer calls verified": {
    error: "email_unverified",
    lies: { claims: { email_verified: false }, userinfo: { email_verified: true } },
  },
  "a name with line breaks": {
    error: "name_unusable",
    lies: { claims: { preferred_username: "a\nb", email: `${"x".repeat(80)}@example.org` } },
  },
};

for (const [what, { error, lies: told }] of Object.entries(lies)) {
  Deno.test(`single sign-on: a provider that sends ${what} logs in nobody`, async () => {
    await using opened = await open();
    const { scene, provider } = opened;
    provider.lies = { ...told, claims: { ...person, ...told.claims } };
    const before = await stored(scene);
    const { address, browser, ...started } = await scene.start();
    const ended = started.error === null ? await scene.finish(provider.back(address), browser) : started;
    assert.deepEqual([ended.page, ended.error], ["/sundial/login", error]);
    assert.ok(!("cookie" in ended && ended.cookie));
    assert.equal(await stored(scene), before);
    assert.equal((await scene.audited()).at(-1), `login.failed ${error}`);
    const [entry] = (await scene.call("GET", "/login-logs")).json["items"] as Record<string, unknown>[];
    assert.deepEqual([entry!["status"], entry!["way"]], ["sign_on_failed", "provider"]);
  });
}

Deno.test("single sign-on: a response counts once, in the browser and for the provider that it was meant for", async () => {
  await using opened = await open();
  const { scene, provider } = opened;
  provider.lies = { claims: person };
  await scene.addProvider({ issuer: provider.issuer, name: "Other", clientId: "sundial" });
  const { address, browser } = await scene.start();
  const back = provider.back(address);
  const altered = new URL(back);
  altered.searchParams.set("state", `${back.searchParams.get("state")!.slice(0, -2)}xx`);
  const without = new URL(back);
  without.searchParams.delete("state");
  const stranger = (await scene.start()).browser;
  const attempts: [URL, string | undefined][] = [
    ...[[back, undefined], [back, stranger], [altered, browser], [without, browser]] as [URL, string][],
  ];
  for (const [url, cookie] of attempts) {
    assert.equal((await scene.finish(url, cookie)).error, "login_expired", url.search);
    scene.app.clock.advance(120_000);
  }
  assert.equal((await scene.finish(back, browser)).error, null);
  for (const again of [back, provider.back(address)]) {
    assert.equal((await scene.finish(again, browser)).error, "login_expired");
  }
  const second = await scene.start(1);
  const other = new URL(provider.back(second.address).href.replace("/oidc/1/", "/oidc/2/"));
  assert.equal((await scene.finish(other, second.browser)).error, "login_expired");
  assert.equal(provider.codes.length, 1);
});

Deno.test("single sign-on: a response that names another issuer, or comes late, counts for nothing", async () => {
  await using opened = await open();
  const { scene, provider } = opened;
  provider.lies = { claims: person };
  const mixed = await scene.logIn((address) => provider.back(address, { iss: "https://evil.example" }));
  assert.equal(mixed.error, "provider_rejected");
  const { address, browser } = await scene.start();
  scene.app.clock.advance(15 * 60_000);
  assert.equal((await scene.finish(provider.back(address), browser)).error, "login_expired");
  const rejected = await scene.logIn((address) => provider.back(address, { error: "server_error" }));
  assert.equal(rejected.error, "provider_rejected");
  assert.deepEqual(provider.codes, []);
});

Deno.test("single sign-on: endless responses are slowed down, passwords are not", async () => {
  await using opened = await open();
  const { scene, provider } = opened;
  const { address, browser } = await scene.start();
  const forged = provider.back(address, { state: "forged" });
  const errors: (string | null)[] = [];
  for (let i = 0; i < 8; i++) errors.push((await scene.finish(forged, browser)).error);
  assert.equal(errors.at(-1), "too_many");
  assert.ok(await scene.app.logIn());
});

Deno.test("single sign-on: a provider that does not answer holds up nobody else", async () => {
  await using opened = await open();
  const { scene, provider } = opened;
  provider.lies = { silent: true };
  const waiting = scene.start();
  assert.equal((await scene.app.call("GET", "/api/auth/login")).status, 200);
  assert.ok(await scene.app.logIn());
  // It answers at last, with a failure.
  await provider[Symbol.asyncDispose]();
  assert.equal((await waiting).error, "provider_unreachable");
});

Deno.test("single sign-on: networks that the operator did not allow are not called", async () => {
  await using scene = await SignOnScene.open({ variables: { SUNDIAL_ALLOW_NETWORKS: "10.0.0.0/8" } });
  await using provider = new HostileProvider();
  await scene.addProvider({ issuer: provider.issuer });
  assert.equal((await scene.start()).error, "provider_not_allowed");
  assert.deepEqual(provider.requests, []);
});
