// The panel as an app on a phone: what browsers require to install it, its worker, its badge, and targets for fingers.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Delivery } from "../../server/contract/notifications.ts";
import type { List } from "../../server/contract/shapes.ts";
import { phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory(
  "installed app: it installs, counts failures and reports a panel that is gone",
  async (story, t) => {
    await story.page.addInitScript(recordBadges);
    await fill(story);
    await runSteps(t, story, {
      "the browser finds nothing that prevents an installation": install,
      "the badge counts failing tasks": countFailures,
      "a pushed message becomes a notification": receivePush,
      "a browser adds itself as a channel": addBrowser,
      "no card of a list is higher than 110 pixels": measureCards,
      "menus are sheets with targets for fingers, and a tap beside one presses nothing else": useSheet,
      "a worker that the panel no longer has is removed": removeWorker,
      "without a server, navigation leads to a page that reports it": losePanel,
    });
  },
  { isWhole: true, window: { ...phone, serviceWorker: true } },
);

declare global {
  var badges: number[];
}

function recordBadges(): void {
  globalThis.badges = [];
  navigator.setAppBadge = (count = -1) => Promise.resolve(void badges.push(count));
}

const longText = "A name that is far too long for a phone, about the nightly backup of the customer database";

async function fill({ panel, add, run }: Story): Promise<void> {
  const items = [
    ["/api/variables", {
      name: "DATABASE_URL",
      value: longText,
      remarks: longText,
      labels: ["db", "backup"],
    }],
    ["/api/subscriptions", {
      name: longText,
      type: "public_repository",
      url: "https://git.example/scripts.git",
      schedule: { kind: "manual" },
    }],
    ["/api/applications", {
      name: longText.slice(0, 60),
      scopes: ["tasks:read", "views:read", "variables:write"],
    }],
    ["/api/notifications", {
      name: longText,
      type: "gotify",
      fields: { gotifyUrl: "https://gotify.example", gotifyToken: "t" },
    }],
  ] as const;
  for (const [path, json] of items) await panel.json(path, { json });
  // Its message cannot be sent without a network, which the cards of the channel and of the message say.
  await run(await add({ name: longText, command: "exit 3", labels: ["backup", "nightly"] }));
  await until("an attempt to send has failed", async () => {
    const { items: [delivery] } = await panel.json<List<Delivery>>("/api/notifications/deliveries");
    return delivery?.answer !== undefined && delivery.answer !== null;
  });
}

async function install({ page, at, panel }: Story): Promise<void> {
  await page.goto(at("/crontab"));
  await workerOf(page);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data = "" } = await devtools.send("Page.getAppManifest");
  assert.deepEqual([url, errors], [at("/manifest.webmanifest"), []]);
  const { title } = await panel.json<{ title: string }>("/api/settings");
  const manifest = JSON.parse(data);
  assert.equal(manifest.name, title);
  for (const { src, sizes, type } of manifest.icons) {
    const response = await page.request.get(new URL(src, url).href);
    assert.deepEqual([response.status(), response.headers()["content-type"]], [200, type], src);
    if (type === "image/png") assert.equal(pngSize(await response.body()), sizes, src);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // The browser of the test is a private window.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId), ["in-incognito"]);
}

function pngSize(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

/** Waits for the active worker and returns its URL. */
async function workerOf(page: Page): Promise<string> {
  return await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? "");
}

async function countFailures({ page, at }: Story): Promise<void> {
  await page.goto(at("/crontab"));
  await page.waitForFunction(() => badges.at(-1) === 1);
}

const PUSH_INTERVAL_MS = 10_000;

async function receivePush({ page, at }: Story): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  const devtools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === at("/"));
    if (own) registered.resolve(own.registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  const message = {
    title: "备份 failed",
    content: "exit code 3",
    link: at("/crontab/detail?id=1"),
    key: "d-1",
  };
  const push = {
    origin: new URL(at("/")).origin,
    registrationId: await registered.promise,
    data: JSON.stringify(message),
  };
  let pushedAt = -Infinity;
  await until("the notification appears", async () => {
    // The browser drops a message for a worker that it cannot start in time; one of the same key replaces the first.
    if (performance.now() - pushedAt > PUSH_INTERVAL_MS) {
      pushedAt = performance.now();
      await devtools.send("ServiceWorker.deliverPushMessage", push);
    }
    const notifications = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data]);
    });
    if (notifications.length === 0) return false;
    assert.deepEqual(notifications, [[message.title, message.content, message.link]]);
    return true;
  });
}

async function addBrowser({ page, w, at, panel }: Story): Promise<void> {
  await page.goto(at("/setting/notification"));
  await workerOf(page);
  // There is no push service without a network.
  await page.evaluate(() => {
    const bytes = (length: number) => new Uint8Array(length).fill(4).buffer;
    const subscription = {
      endpoint: "https://push.example/send/abc",
      getKey: (name: string) => bytes(name === "auth" ? 16 : 65),
      unsubscribe: () => Promise.resolve(true),
    };
    let isSubscribed = false;
    Object.assign(PushManager.prototype, {
      subscribe: () => Promise.resolve((isSubscribed = true) && subscription),
      getSubscription: () => Promise.resolve(isSubscribed ? subscription : null),
    });
  });
  await page.getByRole("button", { name: w.notifications.thisBrowser }).tap();
  const card = page.getByRole("article", { name: /\(/ });
  await card.getByText(w.notifications.thisBrowser, { exact: true }).first().waitFor();
  const { items } = await panel.json<{ items: { type: string; fields: object; secretsSet: string[] }[] }>(
    "/api/notifications",
  );
  const added = items.find(({ type }) => type === "webPush");
  assert.deepEqual(added?.fields, { webPushEndpoint: "https://push.example/send/abc" });
  assert.deepEqual(added?.secretsSet.toSorted(), ["webPushAuth", "webPushPublicKey", "webPushSigningKey"]);
  await page.getByRole("button", { name: w.notifications.thisBrowser }).waitFor({ state: "detached" });
}

const MAX_CARD_PX = 110;

async function measureCards({ page, at, client }: Story): Promise<void> {
  const lists = {
    "/crontab": 1,
    "/runs": 1,
    "/subscription": 1,
    "/env": 1,
    "/setting/app": 1,
    "/setting/notification": 3,
    "/setting/loginLog": 1,
    "/setting/auditLog": 5,
  };
  for (const [path, least] of Object.entries(lists)) {
    await page.goto(at(path));
    const cards = page.locator("main [data-row]");
    await cards.first().waitFor();
    await client.settled();
    const heights = await cards.evaluateAll((all) =>
      all.map((one) => one.firstElementChild?.getBoundingClientRect().height ?? 0)
    );
    assert.ok(heights.length >= least, path);
    assert.ok(Math.max(...heights) <= MAX_CARD_PX, `${path}: ${heights.join(", ")}`);
  }
}

const MIN_TARGET_PX = 44;

async function useSheet({ page, w, at, client }: Story): Promise<void> {
  await page.goto(at("/crontab"));
  await client.settled();
  await page.getByRole("button", { name: `${w.ui.more}: ${longText}` }).tap();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  await client.settled();
  const box = await menu.boundingBox();
  assert.deepEqual([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)], [0, phone.width, phone.height]);
  await assertTargets(page, "[role=menuitem]");
  // On the tab of another view.
  await page.touchscreen.tap(195, 100);
  await menu.waitFor({ state: "detached" });
  assert.equal(page.url(), at("/crontab"));
  await assertTargets(page, "article button[aria-label]:not([aria-expanded=true])");
  await assertTargets(page, "nav a, nav button");
}

async function assertTargets(page: Page, selector: string): Promise<void> {
  const heights = await page.locator(selector).evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().height)).filter((height) => height > 0)
  );
  assert.ok(heights.length > 0, selector);
  assert.ok(Math.min(...heights) >= MIN_TARGET_PX, `${selector}: ${heights.join(", ")}`);
}

async function removeWorker({ page, at }: Story): Promise<void> {
  const probe = /service_worker\.js/;
  await page.route(probe, (route) => route.fulfill({ status: 404, body: "Not Found" }));
  await page.addInitScript(() => {
    if (!isSecureContext) return; // a blank page has no workers
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      return sessionStorage.getItem("gone")
        ? Promise.reject(new TypeError("404"))
        : register.apply(this, given);
    };
  });
  await page.goto(at("/crontab"));
  await page.evaluate(() => sessionStorage.setItem("gone", "1"));
  await page.reload();
  await until(
    "the worker is removed",
    () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length === 0),
  );
  await page.evaluate(() => sessionStorage.clear());
  await page.unroute(probe);
  await page.reload();
  assert.equal(await workerOf(page), at("/service_worker.js?lang=en"));
}

async function losePanel({ page, w, at, panel, client }: Story): Promise<void> {
  await page.goto(at("/env"));
  await workerOf(page);
  await page.goto("about:blank");
  await panel.end("SIGTERM");
  await page.goto(at("/env"));
  await page.getByRole("heading", { name: w.app.startupTimeout }).waitFor();
  await page.getByText("docker compose run --rm sundial check").first().waitFor();
  const button = page.getByRole("button", { name: w.ui.retry, exact: true });
  assert.ok(await button.evaluate((one) => one === document.activeElement));
  await assertTargets(page, "button");
  assert.deepEqual(await page.evaluate(() => caches.keys()), []);
  assert.ok((await Promise.all([page.waitForEvent("load"), button.tap()])).length > 0);
  await page.getByRole("heading", { name: w.app.startupTimeout }).waitFor();
  // What the browser says about requests without a response.
  client.errors.splice(0, client.errors.length, ...client.errors.filter((error) => !error.includes("ERR_")));
}
