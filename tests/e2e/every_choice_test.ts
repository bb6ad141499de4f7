// Every choice of every dialog, opened by its address and by its button, is made once: none may break a part of the
// page. The panel refuses all changes, so that one choice does not take away another.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { texts } from "../../web/messages/en/texts.ts";
import { filledAddresses, fillPanel } from "../support/filled_panel.ts";
import { testStory } from "../support/stories.ts";
import { isLong } from "../support/suite_length.ts";
import { walkChoices } from "../support/walk_choices.ts";

/** Addresses that only lead to another one. */
const redirects = ["/", "/setting/other"];

/** Addresses whose choices can all be made from others, too; `every_screen_test.ts` opens them. Walked in the long form. */
const repeated = [
  "/crontab/logModal",
  "/crontab/modal",
  "/crontab/type",
  "/crontab/viewCreateModal",
  "/crontab/viewManageModal",
  "/crontab?view=failing",
  "/config?file=extra.sh",
  "/config?file=gone.sh",
  "/dependence/modal",
  "/env/editNameModal",
  "/env/modal",
  "/runs?run=1",
  "/runs?state=skipped&last=24h",
  "/script/editNameModal",
  "/script/renameModal",
  "/script?bin=1",
  "/script?path=bytes.bin",
  "/script?path=gone.js",
  "/setting/appModal",
  "/setting/notification?channel=1",
  "/setting/notification?channel=new",
  "/subscription/modal",
];

/** Requests that only calculate, or prepare what a dialog displays. */
const harmless =
  /\/(cron\/\w+|views\/count|second-factor\/start|passkeys\/start|inspect|check|check-command|tasks\/import|variables\/import|step-up|auth\/session)$/;

const failures = [texts.app.crashed, texts.app.chunkFailed, texts.ui.partBroken, texts.ui.partNotLoaded];

testStory(
  "every choice: opened by address and by button, none breaks a part of the page",
  async (story, t) => {
    const { page, panel, client } = story;
    await fillPanel(panel, story.dataDir);
    await refuseChanges(page);
    const seen = new Map<string, Set<string>>();
    let count = 0;
    for (const address of await filledAddresses(panel)) {
      const { pathname } = new URL(panel.address + address);
      if (redirects.includes(pathname)) continue;
      if (!isLong && [pathname, address].some((one) => repeated.includes(one))) continue;
      const area = pathname.split("/")[1] ?? "";
      const seenHere = seen.get(area) ?? new Set();
      seen.set(area, seenHere);
      await t.step(address, async () => {
        const { made, broken } = await walkChoices({
          ...{ client, url: panel.address + address, seen: seenHere, failures },
          belongs: (url) => url.pathname.split("/")[1] === area,
          links: /(modal|Modal|script\/setting)$/,
          repeats: isLong,
          skipped: [texts.ui.close, texts.ui.cancel],
        });
        assert.deepEqual(broken, []);
        count += made;
      });
    }
    assert.ok(count > 500, `${count} choices`);
  },
  { basePath: "/", window: { reducedMotion: true } },
);

async function refuseChanges(page: Page): Promise<void> {
  page.on("dialog", (dialog) => dialog.accept()); // leaves unsaved changes
  page.on("filechooser", () => {});
  page.context().on("page", (other) => other.close());
  // Not by `page.route`, which intercepts every request and turns off the cache.
  await page.addInitScript(refuseInPage, harmless.source);
}

/** Runs in the page, before its own scripts. */
function refuseInPage(harmless: string): void {
  const send = globalThis.fetch;
  const problem = {
    status: 409,
    code: "conflict",
    title: "Refused",
    detail: "The test refuses all changes.",
  };
  const isRejected = (method: string, url: string) =>
    method.toUpperCase() !== "GET" && !new RegExp(harmless).test(new URL(url, location.href).pathname);
  globalThis.fetch = (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: "GET", url: String(input) };
    if (!isRejected(init?.method ?? method, url)) return send(input, init);
    const headers = { "content-type": "application/problem+json" };
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 409, headers }));
  };
}
