// The first hour with the panel, by role and label: setup, first task, live log, stopping a stubborn task.
import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Language } from "../../server/contract/settings.ts";
import { texts as en } from "../../web/messages/en/texts.ts";
import { texts as zh } from "../../web/messages/zh/texts.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { panelDatabase } from "../support/panel_database.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { markedPids } from "../support/marked_pids.ts";
import { PushService, pushToken } from "../support/push_service.ts";
import { account, PanelProcess } from "../support/panel_process.ts";
import { step } from "../support/step.ts";
import { until } from "../support/until.ts";
import { panelFolder } from "../support/temporary_folder.ts";

const messages = { en, zh };

interface Story {
  basePath: string;
  language: Language;
  locale: string;
}

const stories: Story[] = [
  { basePath: "/", language: "en", locale: "en-GB" },
  { basePath: "/deep/base/", language: "zh", locale: "zh-CN" },
];

for (const story of stories) {
  Deno.test(`smoke: the first hour with the panel in ${story.language} under ${story.basePath}`, async (t) => {
    await using dataDir = await panelFolder();
    await using browser = await launchBrowser();
    await using service = new PushService();
    const flags = ["--base-path", story.basePath, "--allow-networks", "127.0.0.0/8"];
    await using database = await panelDatabase(dataDir.path);
    const { environment } = database;
    await using panel = await PanelProcess.start({ dataDir: dataDir.path, flags, environment });
    await run(t, { ...story, panel, browser, dataDir: dataDir.path, service });
  });
}

interface Scene extends Story {
  panel: PanelProcess;
  browser: Browser;
  dataDir: string;
  service: PushService;
}

async function run(t: Deno.TestContext, scene: Scene): Promise<void> {
  await using client = await BrowserClient.open(scene.browser, { locale: scene.locale });
  const { page } = client;
  const at = (path: string) => `${scene.panel.address}${path}`;
  const w = messages[scene.language];

  await step(t, "the wizard sets the panel up", async () => {
    await page.goto(at("/"));
    await page.getByRole("heading", { name: /Welcome to|欢迎/ }).waitFor();
    await chooseLanguage(page, scene.language);
    await page.getByRole("button", { name: w.initialization.next }).click();
    await page.getByLabel(w.initialization.username, { exact: true }).fill(account.username);
    await page.getByLabel(w.initialization.password, { exact: true }).fill(account.password);
    await page.getByLabel(w.initialization.passwordAgain, { exact: true }).fill("something else");
    await page.getByRole("button", { name: w.initialization.create }).click();
    await page.getByText(w.initialization.passwordsDiffer).first().waitFor();
    await page.getByLabel(w.initialization.passwordAgain, { exact: true }).fill(account.password);
    await page.getByRole("button", { name: w.initialization.create }).click();
    await setUpChannel(page, scene);
    await page.getByRole("button", { name: w.initialization.start })
      .or(page.getByRole("link", { name: w.initialization.start })).click();
    await page.waitForURL(at("/dashboard"));
    await page.getByRole("heading", { name: w.overview.setup }).waitFor();
    await page.getByRole("link", { name: w.tasks.title, exact: true }).click();
    await page.waitForURL(at("/crontab"));
    await page.getByText(w.tasks.none).first().waitFor();
  });

  await step(
    t,
    "an invalid cron expression is marked where it is wrong, and typed values stay",
    async () => {
      await page.getByRole("button", { name: w.tasks.createFirst }).or(
        page.getByRole("link", { name: w.tasks.createFirst }),
      )
        .first().click();
      const dialog = page.getByRole("dialog");
      await page.waitForURL(/\/crontab\/modal$/);
      await dialog.getByLabel(w.tasks.name, { exact: true }).fill("Environment 环境");
      await dialog.getByLabel(w.tasks.command, { exact: true }).fill(
        "env | sort; printf '\\033[31mred\\033[0m\\n'",
      );
      const rule = dialog.getByRole("textbox", { name: w.task.cronRule });
      await rule.fill("61 * * * *");
      await dialog.getByText(wrongCron[scene.language]).first().waitFor();
      const described = await rule.evaluate((input: Element) => input.getAttribute("aria-describedby"));
      assert.match(await dialog.locator(`[id="${described}"]`).innerText(), wrongCron[scene.language]);
      await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
      assert.equal(await dialog.getByLabel(w.tasks.name, { exact: true }).inputValue(), "Environment 环境");
      assert.ok(await dialog.isVisible());
    },
  );

  await step(t, "the rule is explained, with its next due times", async () => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: w.task.cronRule }).fill("*/5 * * * * *");
    await dialog.getByText(everyFiveSeconds[scene.language]).first().waitFor();
  });

  await step(t, "the task is created and runs on time", async () => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: w.ui.create, exact: true }).click();
    await page.waitForURL(at("/crontab"));
    await row(page, "Environment 环境").waitFor();
    await scene.panel.logIn();
    const runs = await until("three runs have ended", async () => {
      const { items } = await scene.panel.json<List<Run>>("/api/runs?state=succeeded");
      return items.length >= 3 ? items : null;
    });
    for (const { dueAt, startedAt } of runs) {
      assert.equal(Date.parse(dueAt ?? "") % 5_000, 0);
      assert.ok(Date.parse(startedAt ?? "") >= Date.parse(dueAt ?? ""));
    }
  });

  await step(
    t,
    "its log displays the environment in color, and its URL survives a reload",
    async () => {
      await page.goto(at("/crontab/logModal?id=1"));
      await page.getByRole("dialog").getByText("SUNDIAL_RUN_ID=").first().waitFor();
      const red = page.getByRole("dialog").getByText("red", { exact: true }).first();
      await red.waitFor();
      // Log lines are re-rendered as the log grows.
      await until("it is red", () =>
        red.evaluate((element) => {
          const [red = 0, green = 0, blue = 0] =
            getComputedStyle(element).color.match(/[\d.]+/g)?.map(Number) ?? [];
          return red > green + 20 && red > blue;
        }));
      await page.reload();
      await page.getByRole("dialog").getByText("SUNDIAL_RUN_ID=").first().waitFor();
      await page.keyboard.press("Escape");
      await page.waitForURL(at("/crontab"));
    },
  );

  await step(t, "Back closes a dialog that was opened from the list", async () => {
    await page.getByRole("link", { name: w.tasks.new }).or(page.getByRole("button", { name: w.tasks.new }))
      .first().click();
    await page.waitForURL(/\/crontab\/modal$/);
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.waitForURL(at("/crontab"));
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  await step(
    t,
    "a run that ignores TERM and has grandchildren is stopped, and no process is left",
    async () => {
      const stubborn =
        "trap '' TERM; (setsid sh -c \"trap '' TERM; sleep 300\" &); sh -c 'sleep 301 & sleep 302'; sleep 303";
      await scene.panel.json("/api/tasks/disable", { json: { ids: [1] } });
      const { id } = await scene.panel.json<{ id: number }>("/api/tasks", {
        json: { name: "Stubborn", command: stubborn, schedules: "manual" },
      });
      await page.goto(at(`/crontab/detail?id=${id}`));
      await page.getByRole("button", { name: w.tasks.runNow }).or(
        page.getByRole("button", { name: w.tasks.run, exact: true }),
      )
        .first().click();
      await until("its processes exist", async () => (await markedPids(scene.dataDir)).length >= 4);
      await page.getByRole("button", { name: w.tasks.stop, exact: true }).first().click();
      await until(
        "it has stopped",
        async () => (await scene.panel.json<List<Run>>("/api/runs?state=stopped")).total === 1,
      );
      assert.deepEqual(await markedPids(scene.dataDir), []);
      await page.getByRole("row", { name: w.runs.stateStopped }).first().waitFor();
    },
  );

  await step(t, "the list is searched, and the URL stores the search", async () => {
    await page.goto(at("/crontab?q=name:stub"));
    await row(page, "Stubborn").waitFor();
    assert.equal(await row(page, "Environment 环境").count(), 0);
    assert.equal(
      await page.getByRole("searchbox").or(page.getByLabel(w.tasks.search)).first().inputValue(),
      "name:stub",
    );
  });

  await step(t, "an unknown URL offers a link home, within the layout", async () => {
    const response = await page.goto(at("/no/such/page"));
    assert.equal(response?.status(), 404);
    await page.getByText(w.app.notFound, { exact: true }).first().waitFor();
    await page.getByRole("link", { name: w.app.goHome }).or(
      page.getByRole("button", { name: w.app.goHome }),
    ).click();
    await page.waitForURL(at("/crontab"));
  });

  await step(t, "settings: a changed concurrency applies", async () => {
    await page.goto(at("/setting/running"));
    await page.getByLabel(w.settings.concurrency, { exact: true }).fill("7");
    await page.getByLabel(w.settings.concurrency, { exact: true }).press("Enter");
    await until(
      "it is saved",
      async () => (await scene.panel.json<{ concurrency: number }>("/api/settings")).concurrency === 7,
    );
  });

  await step(t, "an ended session is reported once, and logging in leads back", async () => {
    await page.goto(at("/crontab"));
    await row(page, "Stubborn").waitFor();
    const sessions = await scene.panel.json<
      { items: { id: number; current: boolean }[] } | { id: number; current: boolean }[]
    >(
      "/api/auth/sessions",
    );
    for (const { id, current } of Array.isArray(sessions) ? sessions : sessions.items) {
      if (!current) {
        await (await scene.panel.fetch(`/api/auth/sessions/${id}`, { method: "DELETE" })).body?.cancel();
      }
    }
    const requested = page.getByRole("dialog", { name: w.app.sessionExpired, exact: true });
    await requested.waitFor();
    const password = requested.getByLabel(w.auth.password, { exact: true });
    await password.fill("wrong password");
    await requested.getByRole("button", { name: w.auth.submit, exact: true }).click();
    await requested.getByText(wrongPassword[scene.language]).first().waitFor();
    assert.equal(await page.getByText(w.app.sessionExpired).count(), 1);
    await password.fill(account.password);
    await requested.getByRole("button", { name: w.auth.submit, exact: true }).click();
    await requested.waitFor({ state: "detached" });
    assert.match(page.url(), /\/crontab/);
    await row(page, "Stubborn").waitFor();
  });

  assert.deepEqual(client.errors, []);
}

const wrongCron = {
  en: /^Incorrect Cron Expression Format: minute 61 is not within 0 to 59$/,
  zh: /^Cron 表达式格式有误：分钟 61 不在 0 到 59 之间$/,
};
const everyFiveSeconds = { en: /every 5 seconds/i, zh: /每 ?5 ?秒/ };
const wrongPassword = { en: /username or password is wrong/, zh: /用户名或密码错误/ };

/** Fills in and tests the first channel; skips that step in the other language. */
async function setUpChannel(page: Page, { language, service }: Scene): Promise<void> {
  const w = messages[language];
  await page.getByText(w.notifications.wizardLead).first().waitFor();
  if (language === "zh") {
    await page.getByRole("button", { name: w.notifications.wizardSkip }).click();
    return await page.getByText(w.notifications.wizardDoneSkipped).first().waitFor();
  }
  const kind = page.getByRole("combobox", { name: w.notifications.type });
  await hasFocus(kind);
  await page.keyboard.press("Enter");
  await page.getByPlaceholder(w.notifications.searchTypes).fill("gotify");
  await page.getByRole("option", { name: "Gotify", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Server URL", { exact: true }).fill(service.address);
  await page.getByLabel("Application token", { exact: true }).fill(pushToken);
  await page.getByRole("button", { name: w.notifications.test }).click();
  await page.getByText(w.notifications.testSent).first().waitFor();
  await page.getByRole("button", { name: w.notifications.wizardSave }).click();
  await page.getByText(w.notifications.wizardDone.replace("{name}", "Gotify")).first().waitFor();
  await page.getByText(w.notifications.wizardDoneAccount.replace("{name}", account.username)).first()
    .waitFor();
}

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const name = language === "en" ? "English" : "简体中文";
  const option = page.getByRole("radio", { name }).or(page.getByRole("button", { name })).first();
  await option.click();
}

function row(page: Page, name: string): Locator {
  return page.getByRole("row", { name });
}
