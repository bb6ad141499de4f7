// Texts that would run as scripts, in every field that the panel stores and shows: a browser opens every page, and
// nothing runs, nothing is loaded from elsewhere, and the content policy has nothing to block.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { pageAddresses } from "../../server/contract/addresses.ts";
import { BrowserClient, launchBrowser } from "../support/browser.ts";
import { scriptTexts } from "../support/hostile_texts.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { enterPanel } from "../support/stories.ts";

const texts = scriptTexts.filter((_, index) => index % byLength(6, 1) === 0);

/** The query of each page that shows one object or searches. */
const queries: Record<string, string[]> = {
  "/crontab": ["", "?q={text}"],
  "/crontab/detail": ["?id=1"],
  "/crontab/logModal": ["?id=1"],
  "/crontab/modal": ["?id=1"],
  "/runs": ["", "?run=1"],
  "/subscription/modal": ["?id=1"],
  "/env/modal": ["?id=1"],
  "/script": ["", "?path={text}"],
  "/log": ["", "?path={text}"],
  "/setting/appModal": ["?id=1"],
  "/setting/notification": ["", "?channel=1", "?rule=1"],
  "/dependence/modal": ["?type=node&name={text}"],
};

Deno.test("page: texts that would run as scripts are shown as text, on every page", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 8 } });
  const stored = await storeEverywhere(scene);
  assert.ok(stored > texts.length * 5, `only ${stored} were stored`);
  await using browser = await launchBrowser();
  let [opened, shown] = [0, 0];
  for (const [lang, colorScheme] of ([["en", "light"], ["zh", "dark"]] as const).slice(0, byLength(1, 2))) {
    await using client = await BrowserClient.open(browser, { colorScheme });
    const { page } = client;
    const hits: string[] = [];
    await watch(page, scene.panel.address, hits);
    await enterPanel(page, scene.panel, lang);
    const open = pageAddresses.filter((address) => address !== "/login" && address !== "/initialization");
    for (const address of open) {
      for (const query of queries[address] ?? [""]) {
        const text = texts[opened % texts.length]!.replaceAll("{mark}", "query");
        await page.goto(scene.panel.address + address + query.replace("{text}", encodeURIComponent(text)));
        await page.locator("h1, h2").first().waitFor();
        await client.settled();
        shown += Number(
          await page.evaluate(() => /hit\(.{0,3}(?!title)[a-z]/.test(document.body.innerText)),
        );
        opened++;
      }
    }
    assert.deepEqual(hits, []);
    assert.deepEqual(client.errors, []);
  }
  // Pages that show none of them would prove nothing.
  assert.ok(shown > 10, `only ${shown} pages showed such a text`);
  reportFigure(
    "texts as scripts",
    `${texts.length} texts, ${stored} stored, ${opened} pages, ${shown} show some, none ran`,
  );
});

async function watch(page: Page, panel: string, hits: string[]): Promise<void> {
  await page.exposeFunction("hit", (mark: string) => hits.push(`ran: ${mark}`));
  page.on("dialog", (dialog) => {
    hits.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    // The texts name a foreign host, and so do the panel's own addresses that carry one: only the host asked counts.
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(panel).origin) {
      hits.push(`loaded: ${request.url()}`);
    }
  });
}

/** Stores each text in each kind of object; returns how many were accepted. */
async function storeEverywhere({ panel }: PanelScene): Promise<number> {
  let stored = 0;
  const send = async (method: string, path: string, body: unknown) => {
    const response = await panel.send(method, path, body);
    const text = await response.text();
    // Refusing a text is as good as showing it.
    assert.ok(response.status < 500, `${method} ${path}: ${response.status} ${text}`);
    if (response.ok) stored++;
    return response.ok && text.startsWith("{") ? JSON.parse(text) : null;
  };
  await panel.request("PATCH", "/settings", { title: texts[0]!.replaceAll("{mark}", "title").slice(0, 40) });
  for (const [index, text] of texts.entries()) {
    const at = (mark: string) => text.replaceAll("{mark}", mark).replaceAll("\t", " ");
    const short = (mark: string) => at(mark).slice(0, 50);
    const print = `cat <<'EOF_OF_TEXT'\n${at("output")}\nEOF_OF_TEXT`;
    const made = await send("POST", "/tasks", {
      name: at("task"),
      command: index % 3 === 0 ? print : at("command"),
      schedules: "manual",
      labels: [short("label")],
      serialGroup: short("group"),
      workingDirectory: at("folder"),
    });
    if (made) await send("POST", "/tasks/run", { ids: [made.id] });
    const printing = await send("POST", "/tasks", {
      name: `prints ${index}`,
      command: print,
      schedules: "manual",
    });
    if (printing) await send("POST", "/tasks/run", { ids: [printing.id] });
    await send("POST", "/variables", {
      name: `V_${index}`,
      value: at("value"),
      remarks: at("remarks"),
      labels: [short("v")],
    });
    await send("POST", "/views", {
      name: short("view"),
      conditions: [{ property: "name", operator: "contains", values: [at("condition")] }],
    });
    await send("POST", "/applications", { name: short("app"), scopes: ["tasks:read"] });
    await send("POST", "/subscriptions", {
      ...{ name: at("subscription"), type: "public_repository", url: `https://127.0.0.1:9/${index}.git` },
      ...{ alias: `a_${index}`, branch: short("branch"), schedule: { kind: "manual" } },
    });
    await send("POST", "/dependencies", { type: "deno", name: at("package"), remarks: at("remarks") });
    await send("POST", "/notifications", {
      ...{
        name: short("channel"),
        type: "gotify",
        fields: { gotifyUrl: "http://127.0.0.1:9", gotifyToken: at("token") },
      },
    });
    await send("POST", "/notifications/send", { title: at("message"), content: at("content") });
    const path = encodeURIComponent(at("file").replaceAll("/", "∕").slice(0, 80));
    await send("PUT", `/files/scripts/content?path=${path}`, { content: at("script") });
    await send("PUT", `/files/config/content?path=${index}.sh`, { content: at("config") });
    // The names and programs of failed logins are shown.
    await fetch(`${panel.address}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": at("agent").replace(/[^\x20-\x7e]/g, "") },
      body: JSON.stringify({ username: short("login"), password: "a wrong password" }),
    }).then((response) => response.body?.cancel());
  }
  return stored;
}
