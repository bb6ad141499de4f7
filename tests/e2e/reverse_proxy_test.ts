// deno-lint-ignore-file no-console -- says what is skipped
// The configurations that the docs give for reverse proxies, in the proxies themselves, with only ports, host and certificate
// replaced: the page, login, live events and large uploads work below a sub-path, over https.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { texts as w } from "../../web/messages/zh/texts.ts";
import { launchBrowser } from "../support/browser.ts";
import { readDocsFile } from "../support/docs_pages.ts";
import { findProxy, proxyNames } from "../support/find_proxy.ts";
import { freePort } from "../support/free_port.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { startProxy, upload } from "../support/run_proxy.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { step } from "../support/step.ts";
import { until } from "../support/until.ts";

/** More than the 1 MB that nginx accepts by default. */
const UPLOAD_BYTES = 24 * 1024 * 1024;

/** The configurations in the docs. */
const files = { nginx: "nginx.conf", caddy: "Caddyfile", apache2: "apache.conf" } as const;

for (const name of proxyNames) {
  const program = findProxy(name);
  if (program === null) console.log(`reverse proxy: ${name} is skipped because it is not installed`);
  Deno.test(`reverse proxy: the panel works behind ${name} as the docs configure it`, {
    ignore: program === null,
  }, async (t) => {
    await using location = await panelFolder();
    const folder = location.path;
    await using browser = await launchBrowser();
    const [panelPort, proxyPort] = [freePort(), freePort()];
    const address = `https://localhost:${proxyPort}`;
    const environment = readSettings(address);
    const flags = ["--port", String(panelPort)];
    await using _panel = await PanelProcess.start({
      ...{ dataDir: join(folder, "data"), flags, environment, setUp: true },
    });
    await using _proxy = await startProxy(name, program!, {
      ...{ folder, proxyPort, file: files[name] },
      panels: { "127.0.0.1:5780": `127.0.0.1:${panelPort}` },
    });
    await run(t, `${address}/sundial`, browser);
  });
}

async function run(t: Deno.TestContext, base: string, browser: Browser): Promise<void> {
  await using client = await openContext(browser);
  const { context } = client;
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (![base, "data:", "blob:"].some((start) => url.startsWith(start))) foreign.push(url);
  });

  await step(t, "the address without a slash leads to the panel", async () => {
    await until(
      "the proxy responds",
      async () => (await page.goto(base).catch(() => null))?.ok() ?? false,
      200,
    );
    await page.getByRole("button", { name: w.auth.submit, exact: true }).waitFor();
    assert.ok(page.url().startsWith(`${base}/`), page.url());
  });

  await step(t, "logging in works, with a cookie for the sub-path only", async () => {
    await page.getByLabel(w.auth.username).fill(account.username);
    await page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: w.auth.submit, exact: true }).click();
    await page.waitForURL(`${base}/dashboard`);
    const session = (await context.cookies()).find((cookie) => cookie.name === "sundial_session");
    assert.deepEqual([session?.path, session?.secure], ["/sundial", true]);
  });

  await step(t, "events arrive live", async () => {
    await page.goto(`${base}/crontab`);
    await page.getByText(w.tasks.none).first().waitFor();
    const input = { name: "Through the proxy", command: "true", schedules: "manual" };
    const response = await context.request.post(`${base}/api/tasks`, {
      data: input,
      headers: { origin: new URL(base).origin },
    });
    assert.equal(response.status(), 201, await response.text());
    await page.getByText("Through the proxy").first().waitFor({ timeout: 10_000 });
  });

  await step(t, "a large file is uploaded", async () => {
    const result = await page.evaluate(upload, {
      url: `${base}/api/files/scripts/upload?path=`,
      size: UPLOAD_BYTES,
    });
    assert.match(result, /^2\d\d /);
  });

  await step(t, "the login log has the client's address, not the proxy's word for it", async () => {
    const headers = { origin: new URL(base).origin, "x-forwarded-for": "203.0.113.9" };
    await context.request.post(`${base}/api/auth/login`, { headers, data: { username: "x", password: "y" } });
    const { items } = await (await context.request.get(`${base}/api/login-logs`)).json();
    assert.deepEqual([...new Set(items.map(({ ip }: { ip: string }) => ip))], ["127.0.0.1"]);
  });

  assert.deepEqual(foreign, [], "requests outside the sub-path");
}

async function openContext(browser: Browser): Promise<AsyncDisposable & { context: BrowserContext }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "zh-CN" });
  return { context, [Symbol.asyncDispose]: () => context.close() };
}

/** Returns the settings of the panel that the docs list, for this address. */
function readSettings(address: string): Record<string, string> {
  const lines = readDocsFile("sundial.env").trim().split("\n");
  const settings = Object.fromEntries(lines.map((line) => line.split("=") as [string, string]));
  assert.equal(settings["SUNDIAL_PUBLIC_URL"], "https://panel.example.org");
  return { ...settings, SUNDIAL_PUBLIC_URL: address, SUNDIAL_ADMIN_LANGUAGE: "zh" };
}
