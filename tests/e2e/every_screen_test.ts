// Every page in both languages and themes, wide and narrow: no errors, no horizontal scrolling, no axe
// violations.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { pageAddresses } from "../../server/contract/addresses.ts";
import type { LogTree } from "../../server/contract/logs.ts";
import { BrowserClient, type ClientOptions, launchBrowser } from "../support/browser.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { panelDatabase } from "../support/panel_database.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";

const windows: (ClientOptions & { lang: string })[] = [
  { lang: "en", locale: "en-GB", colorScheme: "light", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "dark", width: 1440, height: 900 },
  { lang: "zh", locale: "zh-CN", colorScheme: "light", width: 390, height: 844 },
  { lang: "en", locale: "en-GB", colorScheme: "dark", width: 390, height: 844 },
];

/** The query of each page; a page without an entry has none. */
const queries: Partial<Record<(typeof pageAddresses)[number], readonly string[]>> = {
  "/crontab": ["", "?view=failing", "?q=coluors&kind=shell"],
  "/crontab/detail": ["?id=1"],
  "/crontab/logModal": ["?id=1"],
  "/crontab/modal": ["?id=1"],
  "/config": ["", "?file=config.sh", "?file=extra.sh", "?file=gone.sh"],
  "/script": ["", "?path=reports/daily.py", "?path=bytes.bin", "?path=gone.js", "?bin=1"],
  "/script/editModal": ["", "?path=reports/daily.py"],
  "/script/editNameModal": ["", "?path=reports"],
  "/script/renameModal": ["?path=reports/daily.py"],
  "/script/saveModal": ["?path=reports/daily.py"],
  "/script/setting": ["", "?path=reports/daily.py"],
  "/diff": ["", "?left=config/config.sh", "?left=sample/config.sh&right=config/config.sh"],
  "/runs": ["", "?run=1", "?state=skipped&last=24h"],
  "/subscription/modal": ["?id=1"],
  "/subscription/logModal": ["?id=1"],
  "/env/modal": ["?id=1"],
  "/env/editNameModal": ["?ids=1,2"],
  "/setting/appModal": ["", "?id=1"],
  "/setting/notification": ["", "?channel=new", "?channel=1", "?rule=new", "?rule=1"],
  "/dependence": ["?type=deno"],
  "/dependence/modal": ["?type=node&name=axios --global"],
  "/dependence/logModal": ["?type=deno&id=1"],
};

Deno.test("every page: works in both languages and themes, wide and narrow, without errors", async (t) => {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-screens-" });
  const browser = await launchBrowser();
  try {
    await using database = await panelDatabase(dataDir);
    const { environment } = database;
    await using panel = await PanelProcess.start({ dataDir, environment, setUp: true });
    await panel.logIn();
    const empty = ["/dashboard", "/runs", "/script", "/log", "/config"];
    await t.step("empty", () => appearance({ ...{ panel, browser }, window: windows[3]!, addresses: empty })); // there are four
    await makeTasks(panel);
    await makePackages(panel);
    await makeSubscriptions(panel);
    await makeFiles(panel, dataDir);
    await panel.json("/api/applications", {
      json: { name: "备份机器人", scopes: ["tasks:write", "logs:read", "subscriptions:write"] },
    });
    await makeChannels(panel);
    const addresses = await addressesOf(panel);
    for (const window of windows) {
      await t.step(
        `${window.lang}, ${window.colorScheme}, ${window.width} pixels`,
        () => appearance({ panel, browser, window, addresses }),
      );
    }
  } finally {
    await browser.close();
    await removeDataDir(dataDir);
  }
});

async function addressesOf(panel: PanelProcess): Promise<string[]> {
  const open = pageAddresses.filter((address) => address !== "/login" && address !== "/initialization");
  const written = open.flatMap((address) => (queries[address] ?? [""]).map((query) => address + query));
  const { entries: [folder] } = await panel.json<LogTree>("/api/logs/tree?path=");
  const inside = await panel.json<LogTree>(`/api/logs/tree?path=${encodeURIComponent(folder?.path ?? "")}`);
  const logs = [folder, inside.entries[0]].map((entry) =>
    `/log?path=${encodeURIComponent(entry?.path ?? "")}`
  );
  return [...written, ...logs];
}

async function makeTasks(panel: PanelProcess): Promise<void> {
  const long =
    "a rather long name of a task that says everything there is to say about it and then some more";
  for (const name of ["Colours", long, "同步库存数据"]) {
    const command = "printf '\\033[31mred\\033[0m\\n'; echo 中文";
    // Never due during the test: a starting run would change the page during a check.
    const schedules = ["*/5 3 29 2 *", "@yearly"];
    await panel.json("/api/tasks", { json: { name, command, schedules, labels: ["a", "b"] } });
  }
  const variables = [
    { name: "TOKEN", value: "a secret", secret: true, remarks: "密钥", labels: ["a", "b", "c"] },
    { name: "LONG", value: "value ".repeat(100), enabled: false },
  ];
  await panel.json("/api/variables", { json: variables });
  await panel.json("/api/tasks/run", { json: { ids: [1, 2] } });
  await until(
    "both have run",
    async () => (await panel.json<{ total: number }>("/api/runs?state=succeeded")).total >= 2,
  );
}

async function makeFiles(panel: PanelProcess, dataDir: string): Promise<void> {
  const long = `a rather long name of a script ${"that says everything there is to say ".repeat(4)}.mjs`;
  const files: [area: string, path: string, content: string][] = [
    ["config", "config.sh", "export A=1\nif then\n"],
    ["scripts", "reports/daily.py", "#!/usr/bin/env python3\nprint('早')  # 每日\n"],
    ["scripts", "报表/每日汇总.js", `console.log(${"1 + ".repeat(100)}1);\n`],
    ["scripts", long, "await 1;\n"],
    ["scripts", "thrown-away.sh", "true\n"],
  ];
  for (const [area, path, content] of files) {
    const address = `/api/files/${area}/content?path=${encodeURIComponent(path)}`;
    await panel.json(address, { method: "PUT", json: { content } });
  }
  await panel.json("/api/files/scripts/content?path=thrown-away.sh", { method: "DELETE" });
  const scripts = join(dataDir, "scripts");
  await Deno.writeFile(join(scripts, "bytes.bin"), new Uint8Array([0, 255, 0, 1]));
  await Deno.symlink("/etc", join(scripts, "leads-out"));
  await new Deno.Command("mkfifo", { args: [join(scripts, "pipe")] }).output();
}

// From a forbidden address: one that failed at once, with its reason.
async function makeSubscriptions(panel: PanelProcess): Promise<void> {
  const url = "https://127.0.0.1:9/owner/a-rather-long-name-of-a-repository-that-does-not-end.git";
  const schedules = [{ kind: "cron", rules: ["0 4 29 2 *"] }, { kind: "interval", every: 6, unit: "hours" }];
  for (const [at, schedule] of schedules.entries()) {
    const login = { type: "private_repository", pullMethod: "password", username: "mira", password: "token" };
    await panel.json("/api/subscriptions", {
      json: { name: `每日脚本 ${at}`, url, alias: `daily_${at}`, schedule, ...login },
    });
  }
  await panel.json("/api/subscriptions/run", { json: { ids: [1] } });
  await until(
    "it has failed",
    async () =>
      (await panel.json<{ lastRun: { outcome: string } | null }>("/api/subscriptions/1")).lastRun?.outcome ===
        "failed",
  );
}

// To forbidden addresses: each displays why it was not delivered.
async function makeChannels(panel: PanelProcess): Promise<void> {
  const fields = { gotifyUrl: "http://127.0.0.1:9", gotifyToken: "a token" };
  for (const name of ["值班手机", "a rather long name of a channel that says who reads it and when"]) {
    await panel.json("/api/notifications", { json: { name, type: "gotify", fields } });
  }
  const title = "a rather long title of a message that says everything there is to say";
  await panel.json("/api/notifications/send", { json: { title, content: "中文", channelIds: [1, 2] } });
  await until(
    "both have failed",
    async () =>
      (await panel.json<{ total: number }>("/api/notifications/deliveries?state=failed")).total >= 2,
  );
}

// From an unreachable address: one that failed at once, with its reason.
async function makePackages(panel: PanelProcess): Promise<void> {
  await panel.json("/api/settings", {
    method: "PATCH",
    json: { dependencies: { denoMirror: "http://127.0.0.1:9" } },
  });
  await panel.json("/api/dependencies", { json: { type: "deno", name: "npm:chalk@5", remarks: "备注" } });
  await until(
    "it has failed",
    async () => (await panel.json<{ state: string }>("/api/dependencies/1")).state === "install_failed",
  );
}

interface Appearance {
  panel: PanelProcess;
  browser: Browser;
  window: ClientOptions & { lang: string };
  addresses: readonly string[];
}

async function appearance({ panel, browser, window, addresses }: Appearance): Promise<void> {
  await using client = await BrowserClient.open(browser, window);
  const { page } = client;
  await page.goto(`${panel.address}/login?lang=${window.lang}`);
  await examine(client, "/login");
  await page.locator("input").nth(0).fill(account.username);
  await page.locator("input").nth(1).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard$/);
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(`${panel.address}${address}`);
    found.push(...await examine(client, address));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(client.errors, []);
}

async function examine(client: BrowserClient, address: string): Promise<string[]> {
  const { page } = client;
  await page.locator("h1, h2").first().waitFor();
  await client.settled();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  const found = (await findAxeIssues(page)).map((error) => `${address}: ${error}`);
  return overflow > 0 ? [`${address} scrolls sideways by ${overflow} pixels`, ...found] : found;
}
