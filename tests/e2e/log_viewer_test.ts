// Reading a log: search, times, wrapping, copy, download, full screen, left-out middle; the runs of a task,
// one by one.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { account } from "../support/panel_process.ts";
import { runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

// 1.6 MB, so that most of it is not loaded: three matches, one error in the middle.
const talkative = [
  `awk 'BEGIN {`,
  `for (i = 1; i <= 60000; i++) {`,
  `if (i == 200 || i == 59990) print "the Needle of " i;`,
  `else if (i == 30000) print "\\033[31mValueError: the needle broke\\033[0m 断了";`,
  `else print "row " i " of a longer log";`,
  `} }'`,
].join(" ");

/** Of the browser; the panel is in another one. */
const zone = "Asia/Shanghai";

testStory("log viewer: reading, searching and downloading a log", async (story, t) => {
  const id = await story.add({ name: "Talkative", command: talkative });
  await runSteps(t, story, {
    "the search finds matches in parts that are not loaded": () => find(story, id),
    "the first error is found": findError,
    "wrapping and timestamps are toggled and remembered": wrapAndTime,
    "loaded lines are copied, the whole log is downloaded": copyAndDownload,
    "it fills the screen, and Escape leaves full screen first": fillScreen,
    "another run is selected, and one is stopped from there": pickAndStop,
    "the part omitted by the size limit is marked": seeDivider,
    "lines are tinted and linked, a killed run is explained": readStyled,
    "groups fold by keyboard, and a search unfolds them": foldGroups,
    "overwritten lines appear as in a terminal, and are found": readOverwritten,
    "running a task offers the log of this run": showLog,
    "its head has one time, in the zone of the browser": readHead,
    "a deleted log differs from an empty one": seeNoLines,
  });
}, { window: { timeZone: zone } });

function log({ page }: Story) {
  return page.getByRole("dialog").getByRole("log");
}

async function find(story: Story, id: number): Promise<void> {
  const { page, w, at, format } = story;
  await story.ended(await story.run(id));
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await log(story).getByText("row 60000 of a longer log").first().waitFor();
  await page.keyboard.press("/");
  const field = page.getByLabel(w.log.search, { exact: true });
  await field.fill("needle");
  const count = page.getByRole("search").filter({ has: field }).getByRole("status");
  await count.getByText(format("log.matches", { at: 3, count: 3 }), { exact: true }).first().waitFor();
  await log(story).getByText("the Needle of 59990").first().waitFor();
  await field.press("Enter");
  await count.getByText(format("log.matches", { at: 1, count: 3 }), { exact: true }).first().waitFor();
  const current = (hasText: RegExp) => log(story).locator("mark[data-current]", { hasText }).waitFor();
  await log(story).getByText("the Needle of 200").first().waitFor();
  await current(/^Needle$/);
  await field.press("Enter");
  await log(story).getByText("the needle broke").first().waitFor();
  await current(/^needle$/);
  await field.press("Shift+Enter");
  await count.getByText(format("log.matches", { at: 1, count: 3 }), { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.log.matchCase }).click();
  await count.getByText(format("log.matches", { at: 1, count: 1 }), { exact: true }).first().waitFor();
  await field.fill("nothing like this");
  await count.getByText(w.log.noMatch, { exact: true }).first().waitFor();
  await field.press("Escape");
  await field.waitFor({ state: "hidden" });
  await hasFocus(log(story));
  await page.keyboard.press("Shift+Tab");
  await page.locator("button:focus").waitFor();
}

async function readHead(story: Story): Promise<void> {
  const { panel, page, w, at, add, run } = story;
  const { settings } = await panel.json<{ settings: { effectiveTimeZone: string } }>("/api/auth/session");
  const taskId = await add({ name: "Short", command: "echo said" });
  const id = await run(taskId);
  const { startedAt } = await story.ended(id);
  const [own, panels] = [zone, settings.effectiveTimeZone].map((one) => timeAt(startedAt!, one));
  assert.notEqual(own, panels);
  await page.goto(at(`/crontab/logModal?id=${taskId}`));
  await log(story).getByText("said", { exact: true }).first().waitFor();
  const head = await log(story).getByText(w.log.started.split("{")[0]!).textContent() ?? "";
  assert.match(head, new RegExp(`${own} \\S+`));
  const dialog = await page.getByRole("dialog").textContent() ?? "";
  assert.ok(!dialog.includes(panels!), dialog);
}

function timeAt(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" }).format(new Date(at));
}

async function findError(story: Story): Promise<void> {
  await story.page.getByRole("button", { name: story.w.log.firstError }).click();
  await log(story).getByText("the needle broke").first().waitFor();
  await log(story).locator("mark", { hasText: /Error/ }).waitFor();
  // Its number is known without the preceding lines, and without the header above them.
  await log(story).getByText("30000", { exact: true }).first().waitFor();
}

async function wrapAndTime(story: Story): Promise<void> {
  const { page, w } = story;
  const wrap = (pressed: boolean) => page.getByRole("button", { name: w.log.wrap, pressed }).waitFor();
  await wrap(false);
  await page.keyboard.press("w");
  await page.keyboard.press("t");
  await wrap(true);
  await log(story).getByText(/^\d\d:\d\d:\d\d$/).first().waitFor();
  await page.reload();
  await log(story).getByText(/^\d\d:\d\d:\d\d$/).first().waitFor();
  await wrap(true);
  await page.getByRole("button", { name: w.log.times }).click();
  await log(story).getByText(/^\d\d:\d\d:\d\d$/).first().waitFor({ state: "hidden" });
}

async function copyAndDownload({ page, w }: Story): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // Awaited from before the click: the button's label reverts after two seconds.
  await Promise.all([
    page.getByRole("button", { name: w.ui.copied }).waitFor(),
    page.getByRole("button", { name: w.log.copy }).click(),
  ]);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /\nrow 60000 of a longer log\n/);
  const copyRejected = async (isOldWayLeft: boolean) => {
    await page.evaluate((isLeft) => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
      if (!isLeft) document.execCommand = () => false;
    }, isOldWayLeft);
    await page.getByRole("button", { name: w.log.copy }).click();
  };
  await copyRejected(true);
  await page.getByRole("button", { name: w.ui.copied }).waitFor();
  await page.getByRole("button", { name: w.log.copy }).waitFor();
  await copyRejected(false);
  await page.getByText(w.ui.copyFailed).first().waitFor();
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: w.log.download }).click();
  const download = await started;
  assert.match(download.suggestedFilename(), /\.log$/);
  const text = await Deno.readTextFile(await download.path());
  assert.equal(text.match(/^row \d+ of a longer log$/gm)?.length, 59_997);
}

async function fillScreen({ page, w }: Story): Promise<void> {
  const dialog = page.getByRole("dialog");
  const width = async () => (await dialog.boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press("f");
  await page.getByRole("button", { name: w.log.leaveFullScreen }).waitFor();
  await until("it is as wide as the window", async () => await width() >= 1440);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: w.log.fullScreen }).waitFor();
  await until("it is as wide as before", async () => await width() === before);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

/** A run that the URL names gives way to the one that it starts. */
async function runAgainFromChosen(
  { page, w, ...story }: Story,
  first: number,
  second: number,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: w.runs.runAgain }).click();
  await page.waitForURL((url) => Number(url.searchParams.get("run")) > second);
  const third = Number(new URL(page.url()).searchParams.get("run"));
  await log({ page, w, ...story }).getByText(`run ${third}`, { exact: true }).first().waitFor();
  await dialog.getByRole("button", { name: w.runs.older, exact: true }).click();
  await page.waitForURL(new RegExp(`run=${second}$`));
  await dialog.getByRole("button", { name: w.runs.older, exact: true }).click();
  await page.waitForURL(new RegExp(`run=${first}$`));
  await (await story.panel.fetch(`/api/runs/${third}/stop`, { method: "POST" })).body?.cancel();
}

async function pickAndStop(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "Patient", command: 'echo "run $SUNDIAL_RUN_ID"; sleep 300' });
  const first = await story.run(id);
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await log(story).getByText(`run ${first}`, { exact: true }).first().waitFor();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await dialog.getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await dialog.getByText(w.runs.stoppedBy.replace("{name}", account.username), { exact: true }).first()
    .waitFor();
  await dialog.getByRole("button", { name: w.runs.runAgain }).click();
  const second = await until("it runs again", async () => {
    const { items } = await story.panel.json<{ items: Run[] }>(`/api/tasks/${id}/runs?state=running`);
    return items[0]?.id ?? null;
  });
  await log(story).getByText(`run ${second}`, { exact: true }).first().waitFor();
  await dialog.getByRole("button", { name: w.runs.choose.replace("{run}", String(second)) }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`#${first} `) }).or(
    page.getByRole("menuitem", { name: new RegExp(`#${first} `) }),
  ).or(page.getByRole("menuitemcheckbox", { name: new RegExp(`#${first} `) })).click();
  await page.waitForURL(new RegExp(`run=${first}$`));
  await log(story).getByText(`run ${first}`, { exact: true }).first().waitFor();
  await (await story.panel.fetch(`/api/runs/${second}/stop`, { method: "POST" })).body?.cancel();
  await story.ended(second);
  await runAgainFromChosen(story, first, second);
  await story.ended(second);
}

async function seeDivider(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/setting/storage"));
  const size = page.getByLabel(w.settings.logMaxBytes, { exact: true });
  await page.getByLabel(w.settings.sizeUnit.replace("{field}", w.settings.logMaxBytes)).click();
  await page.getByRole("option", { name: "kB", exact: true }).click();
  await size.fill("100");
  await size.press("Enter");
  await page.getByText(w.settings.saved, { exact: true }).first().waitFor();
  const id = await story.add({ name: "Too loud", command: "seq -f 'line %.0f' 1 40000" });
  await story.ended(await story.run(id));
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await log(story).getByText("line 40000", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.log.toStart }).click();
  await log(story).getByText("line 1", { exact: true }).first().waitFor();
  // The panel's own lines start with it: the first, the one in the middle, the last.
  await page.keyboard.press("/");
  const field = page.getByLabel(w.log.search, { exact: true });
  const count = page.getByRole("search").filter({ has: field }).getByRole("status");
  await field.fill("## ");
  await count.getByText(format("log.matches", { at: 1, count: 3 }), { exact: true }).first().waitFor();
  await field.press("Enter");
  const [before = "", after = ""] = w.log.leftOut.split("{size}");
  await log(story).getByText(new RegExp(`${before}.+${after}`)).first().waitFor();
  // Both retained parts surround it.
  await log(story).getByText(/^line 5\d\d\d$/).first().waitFor();
  await log(story).getByText(/^line 3\d{4}$/).first().waitFor();
}

const styled = [
  `echo '::group::Install'; echo 'see <b>https://example.com/a?b=c</b>, hidden'; echo '::endgroup::'`,
  `echo '##[group]Test'; printf '\\033[31mERROR\\033[0m at \\033[36mhttps://example.com/x\\033[0m.\\n'`,
  `echo '##[endgroup]'; echo 'warning: careful'; echo '0 errors'; kill -9 $$`,
].join("; ");

// A red word, a progress bar, an erased line, a line that is changed after the next one, and what looks like a mark of the panel.
const overwritten = [
  String.raw`printf '\033[31mError\033[0m: disk full\nstep 1\rstep 2\nold\033[1G\033[0Knew\n'`,
  String.raw`printf 'layer: Waiting\nsum: 1\n\033[2A\033[2K\rlayer: Pulled\033[2B\rend\n'`,
  `printf '## ... %s\\n' "$(head -c 4900 /dev/zero | tr '\\0' 1)"`,
].join("; ");

async function readOverwritten(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  const id = await story.add({ name: "Overwriting", command: overwritten });
  await story.ended(await story.run(id));
  await page.goto(at(`/crontab/logModal?id=${id}`));
  for (const text of ["Error: disk full", "step 2", "new", "layer: Waiting", "layer: Pulled"]) {
    await log(story).getByText(text).first().waitFor();
  }
  assert.equal(await log(story).getByText(/step 1|old/).count(), 0);
  await page.keyboard.press("/");
  const field = page.getByLabel(w.log.search, { exact: true });
  const count = page.getByRole("search").filter({ has: field }).getByRole("status");
  for (const text of ["Error: disk", "layer: pulled"]) {
    await field.fill(text);
    await count.getByText(format("log.matches", { at: 1, count: 1 }), { exact: true }).first().waitFor();
    await until("the match to be marked", async () => {
      const marked = await log(story).locator("mark[data-current]").allTextContents();
      return marked.join("").toLowerCase() === text.toLowerCase();
    });
  }
  for (const text of ["step 1", "[31m"]) {
    await field.fill(text);
    await count.getByText(w.log.noMatch, { exact: true }).first().waitFor();
  }
  await field.press("Escape");
}

async function readStyled(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "Styled", command: styled });
  const run = await story.run(id);
  await story.ended(run);
  await page.goto(at(`/crontab/logModal?id=${id}`));
  const lines = log(story);
  await lines.getByText(w.log.started.replace("{time}", "")).first().waitFor();
  const killed = [
    w.runs.exitCodeIs.replace("{code}", "137"),
    w.runDetails.signalKilled.replace("{signal}", "SIGKILL"),
  ].join(" · ");
  await lines.getByText(killed).first().waitFor();
  await page.getByRole("dialog").getByText(killed, { exact: true }).first().waitFor();
  assert.equal(await lines.getByText(/##|::/).count(), 0);
  assert.deepEqual(await lines.locator("[data-level=error]").allInnerTexts().then(withoutNumbers), [
    "ERROR at https://example.com/x.",
  ]);
  assert.deepEqual(await lines.locator("[data-level=warning]").allInnerTexts().then(withoutNumbers), [
    "warning: careful",
  ]);
  const link = lines.getByRole("link");
  assert.deepEqual(
    [await link.getAttribute("href"), await link.getAttribute("target"), await link.getAttribute("rel")],
    ["https://example.com/x", "_blank", "noopener noreferrer"],
  );
  // The number of the line in the output: groups count, the header does not.
  await lines.getByText("5", { exact: true }).first().waitFor();
  const text = await (await story.panel.fetch(`/api/runs/${run}/log`)).text();
  assert.match(text, /^## .+\n\n::group::Install\n[^]*\n## .+\u3000{5}\n$/);
}

function withoutNumbers(texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(/^\d+\s*/, "").trim());
}

async function foldGroups(story: Story): Promise<void> {
  const { page, w } = story;
  const group = (name: string, expanded: boolean) =>
    log(story).getByRole("button", { name: new RegExp(`^${name}`), expanded });
  const hidden = log(story).getByText("see <b>https://example.com/a?b=c</b>, hidden");
  await group("Test", true).waitFor();
  assert.equal(await hidden.count(), 0);
  await group("Install", false).focus();
  await page.keyboard.press("Enter");
  await hidden.waitFor();
  await hasFocus(group("Install", true));
  await page.keyboard.press("Space");
  await hidden.waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.getByLabel(w.log.search, { exact: true }).fill("hidden");
  await log(story).locator("mark[data-current]", { hasText: "hidden" }).waitFor();
  await group("Install", true).waitFor();
}

async function showLog(story: Story): Promise<void> {
  const { page, w, at } = story;
  const id = await story.add({ name: "By hand", command: 'echo "run $SUNDIAL_RUN_ID"' });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("button", { name: w.tasks.runNow }).click();
  await page.getByRole("button", { name: w.task.showLog }).click();
  await page.waitForURL(/logModal\?.*run=\d+/);
  const run = new URL(page.url()).searchParams.get("run");
  await log(story).getByText(`run ${run}`, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(at(`/crontab/detail?id=${id}`));
}

async function seeNoLines(story: Story): Promise<void> {
  const { page, w, at, dataDir } = story;
  const id = await story.add({ name: "Silent", command: "true" });
  const { logPath } = await story.ended(await story.run(id));
  const file = join(dataDir, "logs", logPath!);
  await Deno.truncate(file);
  await page.goto(at(`/crontab/logModal?id=${id}`));
  await page.getByRole("dialog").getByText(w.log.noOutput, { exact: true }).first().waitFor();
  await Deno.remove(file);
  await page.reload();
  await page.getByRole("dialog").getByText(w.log.removed, { exact: true }).first().waitFor();
  assert.equal(await page.getByText(w.log.noOutput, { exact: true }).count(), 0);
}
