// Reviewing the changes of a pull file by file before they apply: in a preview, and while they wait for
// approval.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import type { Subscription } from "../../server/contract/subscriptions.ts";
import { GitServer, type TestRepository } from "../support/git_server.ts";
import { hasFocus } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

interface GitStory extends Story {
  repository: TestRepository;
  subscription: Subscription;
}

const flags = ["--allow-networks", "127.0.0.1"];
const name = "Daily 日常";
const manyLines = Array.from({ length: 60 }, (_, line) => `// line ${line}`).join("\n");

testStory("subscriptions: changes in a file are reviewed before they apply", async (story) => {
  await using server = new GitServer();
  const repository = await server.repository("owner/daily.git");
  await repository.commit({ "alpha.js": `// old words\n${manyLines}`, "gone.js": "// goes\n" });
  const subscription = await story.panel.json<Subscription>("/api/subscriptions", {
    json: {
      ...{ name, url: server.url("owner/daily.git"), type: "public_repository", review: "ask" },
      ...{ schedule: { kind: "manual" }, extensions: "js bin" },
    },
  });
  const all = { ...story, repository, subscription };
  await pull(all);
  await story.panel.json(`/api/subscriptions/${subscription.id}/approve`, { method: "POST" });
  await repository.commit({
    "alpha.js": `// new words 新\n${manyLines}`,
    ...{ "fresh.js": "// comes\n", "raw.bin": Uint8Array.of(0, 1) },
  });
  await inPreview(all);
  await pull(all);
  await inWaiting(all);
  await withoutHeader(all);
}, { flags });

async function pull({ panel, subscription: { id } }: GitStory): Promise<void> {
  const get = () => panel.json<Subscription>(`/api/subscriptions/${id}`);
  const before = (await get()).lastRun?.id;
  await panel.json("/api/subscriptions/run", { json: { ids: [id] } });
  await until("the pull to end", async () => {
    const { activeRun, lastRun } = await get();
    return activeRun === null && lastRun?.id !== before;
  });
}

/** Opens the diff of a file from a list of changes. */
async function show({ page, w }: GitStory, list: Locator, path: string): Promise<Locator> {
  await list.getByRole("button", { name: w.subscriptions.diffShow.replace("{path}", path) }).click();
  const dialog = page.getByRole("dialog", { name: path });
  await dialog.waitFor();
  return dialog;
}

async function inPreview(story: GitStory): Promise<void> {
  const { page, w, at, subscription } = story;
  await page.goto(at("/subscription"));
  const row = page.getByRole("row", { name, exact: true });
  await row.getByRole("button", { name: `${w.ui.more}: ${name}` }).click();
  await page.getByRole("menuitem", { name: w.subscriptions.preview }).click();
  const preview = page.getByRole("dialog", { name: w.subscriptions.previewOf.replace("{name}", name) });
  const dialog = await show(story, preview, "alpha.js");
  await dialog.getByText("// new words 新").first().waitFor();
  await dialog.getByText("// old words").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await preview.isVisible(), "only the topmost dialog closes");
  const button = preview.getByRole("button", {
    name: w.subscriptions.diffShow.replace("{path}", "alpha.js"),
  });
  await hasFocus(button);
  assert.equal(subscription.review, "ask");
}

async function inWaiting(story: GitStory): Promise<void> {
  const { page, w, at, repository, subscription: { id, alias }, dataDir } = story;
  const s = w.subscriptions;
  await page.goto(at(`/subscription?waiting=${id}`));
  const waiting = page.getByRole("dialog", { name: s.waitingTitle.replace("{name}", name) });
  const changed = await show(story, waiting, "alpha.js");
  await changed.getByText("// new words 新").first().waitFor();
  await changed.getByText(`− ${s.diffBefore}`).first().waitFor();
  await changed.getByText(`+ ${s.diffAfter}`).first().waitFor();
  assert.equal(await changed.getByText("// line 30").count(), 0, "unchanged lines are collapsed");
  await changed.getByRole("button", { name: w.ui.close }).last().click();
  const fresh = await show(story, waiting, "fresh.js");
  await fresh.getByText("// comes").first().waitFor();
  await fresh.getByText(`− ${s.diffNothingYet}`).first().waitFor();
  assert.equal(await fresh.getByRole("link", { name: s.diffOpen }).count(), 0);
  await page.keyboard.press("Escape");
  const gone = await show(story, waiting, "gone.js");
  await gone.getByText("// goes").first().waitFor();
  await gone.getByText(`+ ${s.diffNothingLeft}`).first().waitFor();
  await page.keyboard.press("Escape");
  const raw = await show(story, waiting, "raw.bin");
  await raw.getByText(w.diff.sideBinary).first().waitFor();
  await page.keyboard.press("Escape");
  // The diff belongs to the listed changes, not to a newer pull.
  await repository.commit({ "alpha.js": "// newer still\n" });
  await pull(story);
  const newer = await show(story, waiting, "alpha.js");
  await newer.getByText(s.waitingNewer).first().waitFor();
  assert.equal(await newer.getByText("// newer still").count(), 0);
  await page.keyboard.press("Escape");
  await waiting.getByRole("button", { name: w.log.showNewer }).click();
  const last = await show(story, waiting, "alpha.js");
  await last.getByText("// newer still").first().waitFor();
  await last.getByRole("link", { name: s.diffOpen }).click();
  await page.waitForURL((url) => url.searchParams.get("path") === `${alias}/alpha.js`);
  assert.match(await Deno.readTextFile(join(dataDir, `scripts/${alias}/alpha.js`)), /old words/);
}

/** Leaves out new files without a header, while they wait for approval and in a preview. */
async function withoutHeader(story: GitStory): Promise<void> {
  const { panel, page, w, at, repository, subscription: { id, alias } } = story;
  const s = w.subscriptions;
  const hasTask = async (file: string) =>
    (await panel.json<List<Task>>("/api/tasks")).items.some(({ command }) =>
      command === `task ${alias}/${file}`
    );
  const leaveOut = async (dialog: Locator, file: string) => {
    const part = dialog.getByRole("region", { name: s.withoutHeader });
    await part.getByRole("listitem").filter({ hasText: file }).getByText(s.changeAdded).first().waitFor();
    await part.getByRole("switch", { name: s.leaveOutWithoutHeader }).click();
    await part.getByRole("listitem").filter({ hasText: file }).getByText(s.changeSkipped).first().waitFor();
  };
  const requiresHeader = () =>
    until(
      "the setting",
      async () => (await panel.json<Subscription>(`/api/subscriptions/${id}`)).requireHeader,
    );

  await repository.commit({ "helper.js": "// helps\n", "due.js": "// cron: 7 7 * * *\n" });
  await pull(story);
  await page.goto(at(`/subscription?waiting=${id}`));
  const waiting = page.getByRole("dialog", { name: s.waitingTitle.replace("{name}", name) });
  await leaveOut(waiting, "helper.js");
  await waiting.getByRole("button", { name: s.approve }).click();
  await waiting.waitFor({ state: "hidden" });
  await requiresHeader();
  assert.deepEqual([await hasTask("helper.js"), await hasTask("due.js")], [false, true]);

  const json = { requireHeader: false, review: "automatic", blacklist: "helper" };
  await panel.json(`/api/subscriptions/${id}`, { method: "PATCH", json });
  await repository.commit({ "more.js": "// more\n" });
  await page.goto(at("/subscription"));
  const row = page.getByRole("row", { name, exact: true });
  await row.getByRole("button", { name: `${w.ui.more}: ${name}` }).click();
  await page.getByRole("menuitem", { name: s.preview }).click();
  const preview = page.getByRole("dialog", { name: s.previewOf.replace("{name}", name) });
  await leaveOut(preview, "more.js");
  await preview.getByRole("button", { name: s.pullNow }).click();
  await preview.waitFor({ state: "hidden" });
  await requiresHeader();
  await until("the pull", async () =>
    await panel.json<Subscription>(`/api/subscriptions/${id}`).then(
      ({ activeRun, lastPull }) => activeRun === null && lastPull?.counts.files.added === 1,
    ));
  assert.equal(await hasTask("more.js"), false);
}
