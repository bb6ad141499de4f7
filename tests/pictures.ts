// deno-lint-ignore-file no-console -- what a command says goes to its console
// Takes the pictures of the documents: starts a panel with tasks and a day of runs, visits its pages in Chromium (SUNDIAL_CHROMIUM,
// or one on the PATH), and writes `docs/images/*.png`. Run it with `deno task pictures`, or `deno task pictures tasks-light` for
// some of them.

import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Browser, chromium } from "playwright-core";
import { PNG } from "pngjs";
import { findChromium } from "./support/find_chromium.ts";
import { account, PanelProcess } from "./support/panel_process.ts";
import { ensurePage } from "../tools/page.ts";

const folder = join(import.meta.dirname!, "..", "docs", "images");
/** Larger pictures would make a README slow to open. */
const MAX_BYTES = 300_000;
const HOUR_MS = 3_600_000;
/** Enough for a busy machine: a page that is still loading must not become a picture. */
const LOAD_TIMEOUT_MS = 120_000;

const desktop = { viewport: { width: 1280, height: 800 } };
const lessHigh = { viewport: { width: 1280, height: 570 } };
const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };
const languages = ["en", "zh"] as const;
type Language = (typeof languages)[number];

interface Picture {
  /** Its file: `<name>.<language>.png`. */
  name: string;
  path: string;
  colorScheme: "light" | "dark";
  device: { viewport: { width: number; height: number } };
  /** A text that is visible once the page has loaded. */
  text: Record<Language, string>;
}

const withTasks: Omit<Picture, "text">[] = [
  { name: "overview-light", path: "/dashboard", colorScheme: "light", device: desktop },
  { name: "overview-dark", path: "/dashboard", colorScheme: "dark", device: desktop },
  { name: "tasks-light", path: "/crontab", colorScheme: "light", device: desktop },
  { name: "tasks-dark", path: "/crontab", colorScheme: "dark", device: desktop },
  { name: "phone-light", path: "/crontab", colorScheme: "light", device: phone },
  { name: "phone-dark", path: "/crontab", colorScheme: "dark", device: phone },
  { name: "day-light", path: "/calendar?view=day", colorScheme: "light", device: lessHigh },
];

interface ExampleTask {
  name: Record<Language, string>;
  command: string;
  schedule: string;
  label: string;
  /** Hours between the runs of the past day. */
  everyHours: number;
  durationMs: number;
  fails?: true;
}

const tasks: ExampleTask[] = [
  task(
    "Database backup",
    "数据库备份",
    "echo 128 tables saved; sleep 20",
    "30 2 * * *",
    "backup",
    24,
    184_000,
  ),
  task("Renew certificates", "续期证书", "sleep 3", "0 */6 * * *", "web", 6, 12_400),
  task(
    "Import orders",
    "导入订单",
    "for n in $(seq 90); do echo order $n; sleep 1; done",
    "*/15 * * * *",
    "shop",
    0.25,
    41_000,
  ),
  {
    ...task(
      "Sync to the archive",
      "同步到归档服务器",
      "echo 'archive.example.org: connection refused' >&2; exit 12",
      "5 * * * *",
      "backup",
      1,
      2_300,
    ),
    fails: true,
  },
  task("Daily report", "每日报表", "sleep 2; echo report sent", "0 8 * * MON-FRI", "reports", 24, 9_800),
  task("Clean up uploads", "清理上传文件", "sleep 1", "20 * * * *", "web", 1, 3_100),
  task("Check the website", "检查网站", "echo 200 OK", "*/5 * * * *", "web", 1 / 12, 640),
  task("Rotate logs", "轮转日志", "true", "0 0 * * *", "web", 24, 1_900),
];

function task(
  en: string,
  zh: string,
  ...[command, schedule, label, everyHours, durationMs]: [string, string, string, number, number]
): ExampleTask {
  return { name: { en, zh }, command, schedule, label, everyHours, durationMs };
}

interface ExampleHeartbeat {
  name: Record<Language, string>;
  label: string;
  expected: { schedule: string; timeZone: string } | { periodMs: number };
  /** What is added to its address, one ping after the other. */
  pings: readonly string[];
}

const heartbeats: ExampleHeartbeat[] = [
  {
    name: { en: "Offsite backup", zh: "异地备份" },
    label: "backup",
    expected: { schedule: "30 3 * * *", timeZone: "Europe/Berlin" },
    pings: ["/start", ""],
  },
  { name: { en: "Router", zh: "路由器" }, label: "web", expected: { periodMs: HOUR_MS / 4 }, pings: [""] },
  {
    name: { en: "Nightly build", zh: "每晚构建" },
    label: "build",
    expected: { schedule: "0 1 * * 1-5", timeZone: "UTC" },
    pings: ["", "/start"],
  },
  {
    name: { en: "Tape library", zh: "磁带库" },
    label: "backup",
    expected: { periodMs: 24 * HOUR_MS },
    pings: ["", "/3"],
  },
  {
    name: { en: "Mail archive", zh: "邮件归档" },
    label: "mail",
    expected: { periodMs: 24 * HOUR_MS },
    pings: [],
  },
];

/** Taken last, because the overview and the bell name a heartbeat that is down. */
const withHeartbeats: Picture = {
  name: "heartbeats-light",
  path: "/heartbeat",
  colorScheme: "light",
  device: { viewport: { width: 1280, height: 430 } },
  text: heartbeats[3]!.name,
};

/** It begins later, because every page says that maintenance is under way. */
const maintenance: Record<Language, string> = { en: "Database upgrade", zh: "升级数据库" };

async function takePictures(browser: Browser, language: Language, names: readonly string[]): Promise<void> {
  const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-pictures-" });
  const start = () =>
    PanelProcess.start({
      dataDir,
      setUp: true,
      environment: { SUNDIAL_ADMIN_LANGUAGE: language, TZ: "UTC" },
    });
  try {
    await using first = await start();
    await first.logIn();
    for (const { name, command, schedule, label } of tasks) {
      const input = { name: name[language], command, schedules: [schedule], labels: [label] };
      await first.request("POST", "/tasks", input);
    }
    await first.stop();
    writePast(join(dataDir, "sundial.sqlite"));
    await using panel = await start();
    await panel.logIn();
    const { items } = await panel.request("GET", "/tasks?pageSize=50");
    const idOf = (index: number) =>
      items.find(({ name }: { name: string }) => name === tasks[index]!.name[language]).id as number;
    await panel.request("POST", "/tasks/pin", { ids: [idOf(0)] });
    await panel.request("POST", "/tasks/run", { ids: [2, 3].map(idOf) });
    await panel.request("POST", "/windows", {
      name: maintenance[language],
      from: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
      to: new Date(Date.now() + 4 * HOUR_MS).toISOString(),
    });
    for (const picture of withTasks.filter(isWanted)) {
      await takePicture(browser, panel, { ...picture, text: tasks[3]!.name }, language);
    }
    if (!isWanted(withHeartbeats)) return;
    await addHeartbeats(panel, language);
    await takePicture(browser, panel, withHeartbeats, language);
  } finally {
    await Deno.remove(dataDir, { recursive: true }).catch(() => {});
  }
}

async function addHeartbeats(panel: PanelProcess, language: Language): Promise<void> {
  for (const { name, label, expected, pings } of heartbeats) {
    const input = { name: name[language], labels: [label], ...expected };
    const { path } = await panel.request("POST", "/heartbeats", input);
    for (const ping of pings) await (await fetch(`${panel.address}${path}${ping}`)).text();
  }
}

/** Writes the runs of a day before now, which nobody wants to wait for. */
function writePast(database: string): void {
  const db = new DatabaseSync(database);
  try {
    const insert = db.prepare(
      "insert into run (task_id, task_name, cause, state, due_at, due_count, queued_at, start_after, queue_rank, " +
        "queue_order, started_at, finished_at, duration_ms, lag_ms, exit_code, attempt) " +
        "values (?, ?, 'schedule', ?, ?, 1, ?, ?, 0, ?, ?, ?, ?, 40, ?, 1)",
    );
    const update = db.prepare(
      "update task set last_run_id = ?, last_started_at = ?, last_duration_ms = ?, last_outcome = ?, last_exit_code = ? where id = ?",
    );
    const rows = db.prepare("select id, name from task order by id").all() as { id: number; name: string }[]; // its columns
    const now = Date.now();
    for (const [index, { id, name }] of rows.entries()) {
      const { everyHours, durationMs, fails } = tasks[index]!;
      for (let ago = 24 * HOUR_MS - 60_000; ago > 2 * 60_000; ago -= everyHours * HOUR_MS) {
        const at = Math.round(now - ago);
        const duration = Math.round(durationMs * (0.85 + 0.3 * Math.abs(Math.sin(at))));
        const failed = fails ? ago < 3.5 * HOUR_MS : Math.sin(at * 7) > 0.995;
        const [state, code] = failed ? ["failed", fails ? 12 : 1] : ["succeeded", 0];
        const run = insert.run(id, name, state!, at, at, at, at, at, at + duration, duration, code!);
        update.run(run.lastInsertRowid, at, duration, state!, code!, id);
      }
    }
  } finally {
    db.close();
  }
}

async function takePicture(
  browser: Browser,
  panel: PanelProcess,
  { name, path, colorScheme, device, text }: Picture,
  language: Language,
): Promise<void> {
  const locale = language === "en" ? "en-GB" : "zh-CN";
  const context = await browser.newContext({ ...device, locale, colorScheme, timezoneId: "UTC" });
  try {
    await context.request.post(`${panel.address}/api/auth/login`, {
      data: account,
      headers: { origin: panel.address },
    });
    const page = await context.newPage();
    const address = new URL(path, panel.address);
    address.searchParams.set("lang", language);
    await page.goto(address.href);
    const loaded = { timeout: LOAD_TIMEOUT_MS };
    await page.getByRole("main").getByText(text[language], { exact: true }).first().waitFor(loaded);
    if (path === "/dashboard") await page.locator(".u-over").waitFor(loaded); // the chart
    await page.waitForFunction(() => localStorage.getItem("fonts") !== null, null, loaded);
    await page.waitForTimeout(1500); // animations
    save(`${name}.${language}.png`, await page.screenshot({ animations: "disabled" }));
  } finally {
    await context.close();
  }
}

/** Writes a picture without its alpha channel, which screenshots do not use. Throws when it is too large. */
function save(name: string, screenshot: Uint8Array): void {
  const picture = PNG.sync.write(PNG.sync.read(Buffer.from(screenshot)), { colorType: 2, deflateLevel: 9 });
  const smaller = picture.length < screenshot.length ? picture : screenshot;
  if (smaller.length > MAX_BYTES) {
    throw new Error(`${name} has ${smaller.length} bytes, more than ${MAX_BYTES}`);
  }
  writeFileSync(join(folder, name), smaller);
  console.log(`${name}: ${Math.round(smaller.length / 1000)} kB`);
}

if (import.meta.main) {
  const executablePath = findChromium({ isWhole: true });
  if (executablePath === null) {
    console.error("There is no Chromium: set SUNDIAL_CHROMIUM");
    Deno.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  await ensurePage();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const language of languages) await takePictures(browser, language, Deno.args);
  } finally {
    await browser.close();
  }
}
