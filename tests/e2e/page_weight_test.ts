// The transfer size until the page is usable.
import assert from "node:assert/strict";
import { launchBrowser } from "../support/browser.ts";
import { MAX_LIST_BYTES, MAX_LOGIN_BYTES, weighList, weighLogin } from "../support/page_weight.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { panelFolder } from "../support/temporary_folder.ts";

/** On a slow connection, each costs a round trip, six at a time. */
const MAX_REQUESTS = 30;
/** Loaded once per release, after the page is usable. */
const MAX_FONT_BYTES = 95_000;

Deno.test("page weight: login and task list are usable after few bytes and requests", async () => {
  await using dataDir = await panelFolder();
  await using browser = await launchBrowser();
  await using panel = await PanelProcess.start({ dataDir: dataDir.path, setUp: true });
  await panel.logIn();
  await panel.json("/api/tasks", { json: { name: "Nightly", command: "echo", schedules: "manual" } });
  const login = await weighLogin(browser, panel);
  const list = await weighList(browser, panel, "Nightly");
  const found = JSON.stringify({ login, list });
  assert.ok(login.bytes > 50_000 && list.bytes > 50_000, `nothing was measured: ${found}`);
  assert.ok(login.bytes <= MAX_LOGIN_BYTES, found);
  assert.ok(list.bytes <= MAX_LIST_BYTES, found);
  assert.ok(login.fonts.bytes > 50_000 && login.fonts.bytes <= MAX_FONT_BYTES, found);
  assert.equal(list.fonts.requests, 0, "fonts loaded before the list was usable");
  assert.ok(login.requests <= MAX_REQUESTS && list.requests <= MAX_REQUESTS, found);
});
