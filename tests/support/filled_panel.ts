// A panel in which each page has something to display: tasks that ran, files, subscriptions and channels that failed.
import { join } from "node:path";
import { pageAddresses } from "../../server/contract/addresses.ts";
import type { Heartbeat } from "../../server/contract/heartbeats.ts";
import type { LogTree } from "../../server/contract/logs.ts";
import type { PanelProcess } from "./panel_process.ts";
import { until } from "./until.ts";

/** The query of each page; a page without an entry has none. */
const queries: Partial<Record<(typeof pageAddresses)[number], readonly string[]>> = {
  "/calendar": ["", "?view=week", "?view=day", "?view=night&zoom=6"],
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
  "/calendar/calendars": ["", "?year=2027"],
  "/runs": ["", "?run=1", "?state=skipped&last=24h"],
  "/subscription/modal": ["?id=1"],
  "/subscription/logModal": ["?id=1"],
  "/env/modal": ["?id=1"],
  "/env/editNameModal": ["?ids=1,2"],
  "/heartbeat/detail": ["?id=1", "?id=99"],
  "/heartbeat/modal": ["", "?id=2"],
  "/setting/appModal": ["", "?id=1"],
  "/setting/notification": ["", "?channel=new", "?channel=1", "?rule=new", "?rule=1"],
  "/dependence": ["?type=deno"],
  "/dependence/modal": ["?type=node&name=axios --global"],
  "/dependence/logModal": ["?type=deno&id=1"],
};

export async function fillPanel(panel: PanelProcess, dataDir: string): Promise<void> {
  await makeTasks(panel);
  await makePackages(panel);
  await makeSubscriptions(panel);
  await makeFiles(panel, dataDir);
  await panel.json("/api/applications", {
    json: { name: "备份机器人", scopes: ["tasks:write", "logs:read", "subscriptions:write"] },
  });
  await makeChannels(panel);
  await panel.json("/api/calendars", {
    json: {
      ...{ name: "公司日历 with a rather long name", timeZone: "Asia/Shanghai", weekendDays: [6, 7] },
      sources: [{ type: "country", country: "CN" }, { type: "country", country: "DE", region: "BY" }],
      days: [{ date: "2026-12-24", kind: "off", name: "Closed" }],
    },
  });
  await makeHeartbeats(panel);
}

/** Returns the addresses of all pages for logged-in users, each with what it displays in a filled panel. */
export async function filledAddresses(panel: PanelProcess): Promise<string[]> {
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

async function makeHeartbeats(panel: PanelProcess): Promise<void> {
  const add = (json: object) => panel.json<Heartbeat>("/api/heartbeats", { json });
  const { path } = await add({
    name: "异地备份",
    schedule: "0 3 * * *",
    labels: ["a", "b"],
    maxDurationMs: 60_000,
  });
  await add({ name: "Renewal of the certificates of a rather long list of names", periodMs: 5_400_000 });
  for (const action of ["/start?rid=a", "?rid=a", "/3"]) {
    const response = await fetch(panel.address + path + action, {
      method: "POST",
      body: "copying\nno space left\n",
    });
    await response.body?.cancel();
  }
  await until(
    "the pings to be written",
    async () => (await panel.json<{ total: number }>("/api/heartbeats?state=down")).total > 0,
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
