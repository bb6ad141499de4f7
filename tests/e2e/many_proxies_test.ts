// deno-lint-ignore-file no-console -- says what is skipped
// Two panels over one PostgreSQL database behind the load balancers that the docs configure: a page that is open stays usable and
// live while the panels restart one after the other.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { texts as w } from "../../web/messages/en/texts.ts";
import { launchBrowser } from "../support/browser.ts";
import { readDocsFile } from "../support/docs_pages.ts";
import { findProxy } from "../support/find_proxy.ts";
import { freePort } from "../support/free_port.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { startProxy, upload } from "../support/run_proxy.ts";
import { step } from "../support/step.ts";
import { until } from "../support/until.ts";

/** More than the 1 MB that nginx accepts by default. */
const UPLOAD_BYTES = 4 * 1024 * 1024;
const databases = postgresDatabases ?? await PostgresDatabases.open();

for (const name of ["nginx", "caddy"] as const) {
  const program = findProxy(name);
  if (program === null) console.log(`many proxies: ${name} is skipped because it is not installed`);
  Deno.test(`many proxies: two panels work behind ${name} as the docs configure it`, {
    ignore: program === null,
  }, async (t) => {
    await using location = await panelFolder();
    const folder = location.path;
    await using database = await databases.temporary();
    await using browser = await launchBrowser();
    const [proxyPort, ...ports] = [freePort(), freePort(), freePort()] as [number, number, number];
    const address = `https://localhost:${proxyPort}`;
    const panels = new Panels(folder, ports, {
      ...readSettings(address),
      ...{ SUNDIAL_DATABASE_URL: database.url, SUNDIAL_KEY_FILE: join(folder, "secret.key") },
    });
    try {
      for (const index of [0, 1] as const) await panels.start(index);
      await using _proxy = await startProxy(name, program!, {
        ...{ folder, proxyPort, file: name === "nginx" ? "many-nginx.conf" : "many-Caddyfile" },
        panels: Object.fromEntries(
          ports.map((port, index) => [`panel-${index + 1}.example.org:5780`, `127.0.0.1:${port}`]),
        ),
      });
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-GB" });
      await context.addCookies([{ name: "lang", value: "en", url: address }]);
      await run(t, { address, folder, panels, page: await context.newPage() });
    } finally {
      await panels.stop();
    }
  });
}

class Panels {
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #environment: Record<string, string>;
  readonly #running = new Map<number, PanelProcess>();

  constructor(folder: string, ports: readonly number[], environment: Record<string, string>) {
    this.#folder = folder;
    this.#ports = ports;
    this.#environment = environment;
  }

  async start(index: 0 | 1): Promise<void> {
    const panel = await PanelProcess.start({
      ...{ dataDir: join(this.#folder, `panel-${index + 1}`), environment: this.#environment, setUp: true },
      flags: ["--port", String(this.#ports[index]), "--name", `panel-${index + 1}`],
    });
    this.#running.set(index, panel);
  }

  /** Ends a panel and starts it again after something was done. */
  async restart(index: 0 | 1, between: () => Promise<void>): Promise<void> {
    await this.#running.get(index)!.stop();
    await between();
    await this.start(index);
  }

  async stop(): Promise<void> {
    for (const panel of this.#running.values()) await panel.stop();
  }
}

interface Scene {
  address: string;
  folder: string;
  panels: Panels;
  page: Page;
}

async function run(t: Deno.TestContext, { address, folder, panels, page }: Scene): Promise<void> {
  const lines = join(folder, "lines");
  const write = (line: string) => Deno.writeTextFile(lines, `${line}\n`, { append: true });
  const log = page.getByRole("log");
  const post = async (path: string, data: unknown) => {
    const headers = { origin: address };
    const response = await page.context().request.post(`${address}/api${path}`, { data, headers });
    assert.ok(response.ok(), `${path}: ${response.status()} ${await response.text()}`);
    return await response.json();
  };

  await step(t, "logging in works", async () => {
    await until(
      "the proxy responds",
      async () => (await page.goto(address).catch(() => null))?.ok() ?? false,
    );
    await page.getByLabel(w.auth.username).fill(account.username);
    await page.getByLabel(w.auth.password, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: w.auth.submit, exact: true }).click();
    await page.waitForURL(`${address}/dashboard`);
    const session = (await page.context().cookies()).find((cookie) => cookie.name === "sundial_session");
    assert.equal(session?.secure, true);
  });

  await step(t, "a log is live", async () => {
    await write("first line");
    const command = `exec tail -n +1 -f '${lines}'`;
    const { id } = await post("/tasks", { name: "Follows", command, schedules: "manual" });
    await post("/tasks/run", { ids: [id] });
    await page.goto(`${address}/crontab/detail?id=${id}`);
    await log.getByText("first line").first().waitFor();
    await write("second line");
    await log.getByText("second line").first().waitFor();
  });

  await step(t, "an upload passes", async () => {
    const url = `${address}/api/files/scripts/upload?path=`;
    const result = await page.evaluate(upload, { url, size: UPLOAD_BYTES });
    assert.match(result, /^2\d\d /);
  });

  for (const index of [0, 1] as const) {
    await step(t, `while panel ${index + 1} restarts, the open page stays usable and live`, async () => {
      await panels.restart(index, async () => {
        const task = { name: `During restart ${index + 1}`, command: "true", schedules: "manual" };
        const { id } = await until("another panel to answer", () => post("/tasks", task).catch(() => null));
        await page.locator('a[href="/crontab"]').first().click();
        await page.getByText(task.name).first().waitFor();
        await page.goBack();
        assert.ok(id > 0);
      });
      await write(`after restart ${index + 1}`);
      await log.getByText(`after restart ${index + 1}`).first().waitFor();
    });
  }

  await step(t, "each request has the address of its client", async () => {
    const headers = { origin: address, "x-forwarded-for": "203.0.113.9" };
    const request = page.context().request;
    await request.post(`${address}/api/auth/login`, { headers, data: { username: "x", password: "y" } });
    const { items } = await (await request.get(`${address}/api/login-logs`)).json();
    assert.deepEqual([...new Set(items.map(({ ip }: { ip: string }) => ip))], ["127.0.0.1"]);
  });
}

/** Returns the settings of the panels that the docs list, for this address and a load balancer on this machine. */
function readSettings(address: string): Record<string, string> {
  const lines = readDocsFile("many-panel.env").trim().split("\n");
  const settings = Object.fromEntries(lines.map((line) => line.split("=") as [string, string]));
  assert.equal(settings["SUNDIAL_PUBLIC_URL"], "https://panel.example.org");
  return {
    ...settings,
    SUNDIAL_HOST: "127.0.0.1",
    SUNDIAL_PUBLIC_URL: address,
    SUNDIAL_TRUSTED_PROXIES: "127.0.0.1",
  };
}
