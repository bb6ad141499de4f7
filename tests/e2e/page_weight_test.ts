// How much has to come over the wire before the page is of use.
import assert from "node:assert/strict";
import { launchBrowser } from "../support/browser.ts";
import { clearAway } from "../support/clear_away.ts";
import { weighList, weighLogin } from "../support/page_weight.ts";
import { RunningPanel } from "../support/running_panel.ts";

const MAX_LOGIN_BYTES = 170_000;
const MAX_LIST_BYTES = 200_000;
/** Each costs a turn over a slow connection, six at a time. */
const MAX_REQUESTS = 30;

Deno.test("page weight: login and list of tasks are of use after few bytes and few requests", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "sundial-weight-" });
  const browser = await launchBrowser();
  try {
    await using panel = await RunningPanel.start({ dataDir, setUp: true });
    await panel.logIn();
    await panel.json("/api/tasks", { json: { name: "Nightly", command: "echo", schedules: "manual" } });
    const login = await weighLogin(browser, panel);
    const list = await weighList(browser, panel, "Nightly");
    const found = JSON.stringify({ login, list });
    assert.ok(login.bytes > 50_000 && list.bytes > 50_000, `nothing was weighed: ${found}`);
    assert.ok(login.bytes <= MAX_LOGIN_BYTES, found);
    assert.ok(list.bytes <= MAX_LIST_BYTES, found);
    assert.ok(login.requests <= MAX_REQUESTS && list.requests <= MAX_REQUESTS, found);
  } finally {
    await browser.close();
    await clearAway(dataDir);
  }
});
