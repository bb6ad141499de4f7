// Comparing two texts: select, step through changes, merge, save.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { FileVersion, SampleFile } from "../../server/contract/files.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("compare: two texts, from selecting to saving", async (story, t) => {
  await layOut(story);
  await runSteps(t, story, {
    "both sides are selected, by folder and by name": choose,
    "keys and buttons step through the differences": walk,
    "whitespace is ignored on request": ignoreSpace,
    "the right side is edited and saved": editRight,
    "changes on disk are not overwritten": conflict,
    "sides are swapped, and a version is compared": swapAndVersion,
    "leaving unsaved changes asks for confirmation": leave,
    "logs are compared": compareLogs,
    "a missing side is reported": reportMissing,
    "a missing configuration file is created from its sample": createMissing,
    "comparing 1 MB with 1 MB stays responsive": compareMuch,
  });
});

testStory("compare: inline on a phone, by touch", async (story) => {
  const { page, w, at } = story;
  await layOut(story);
  await page.goto(at("/diff?left=scripts/old.js&right=scripts/deep/new.js"));
  await right(page).waitFor();
  assert.equal(await page.locator(".cm-mergeView").count(), 0);
  await page.getByRole("button", { name: w.editor.takeLeft }).first().tap();
  await page.getByRole("button", { name: w.editor.save, exact: true }).tap();
  await until("it is saved", async () => (await read(story, "deep/new.js")).startsWith("const a = 1;\n"));
  const size = await right(page).evaluate((element) => getComputedStyle(element).fontSize);
  assert.equal(size, "16px", "a smaller text makes the phone zoom in");
  await assertFits(story);
}, { window: phone });

const lines = Array.from({ length: 40 }, (_, index) => `same(${index});`);
const old = ["const a = 1;", ...lines, "  indented();", ...lines, "last(1);", ""].join("\n");
const changed = ["const a = 2;", ...lines, "\tindented();", ...lines, "last(2);", ""].join("\n");

/** Returns the editable texts: the right one is the last. */
function right(page: Page) {
  return page.locator(".cm-content").last();
}

async function read({ dataDir }: Story, path: string): Promise<string> {
  return await Deno.readTextFile(join(dataDir, "scripts", path));
}

async function write({ dataDir }: Story, path: string, content: string): Promise<void> {
  await Deno.mkdir(join(dataDir, "scripts", "deep"), { recursive: true });
  await Deno.writeTextFile(join(dataDir, "scripts", path), content);
}

async function layOut(story: Story): Promise<void> {
  await write(story, "old.js", old);
  await write(story, "deep/new.js", changed);
}

async function choose({ page, w, at, format }: Story): Promise<void> {
  await page.goto(at("/diff"));
  await page.getByText(w.diff.emptyTitle).first().waitFor();
  await page.getByRole("button", { name: w.diff.chooseLeft }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(w.diff.areaScripts, { exact: true }).click();
  await dialog.getByRole("button", { name: "old.js" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: w.diff.chooseRight }).click();
  await dialog.getByText(w.diff.areaScripts, { exact: true }).click();
  await dialog.getByRole("button", { name: "deep" }).click();
  await dialog.getByRole("button", { name: format("diff.parent", { name: w.diff.root }) }).click();
  await dialog.getByLabel(w.diff.filter).fill("new");
  await dialog.getByRole("button", { name: "deep/new.js" }).click();
  await page.waitForURL((url) =>
    /\/diff\?left=scripts\/old\.js&right=scripts\/deep\/new\.js$/.test(decodeURIComponent(url.href))
  );
  await right(page).waitFor();
}

async function walk({ page, w, format }: Story): Promise<void> {
  const bar = page.getByRole("toolbar", { name: w.diff.toolbar });
  const location = (at: number) =>
    bar.getByText(format("diff.changesPlace", { at, count: 3 }), { exact: true }).first().waitFor();
  await right(page).getByText("const a = 2;").click();
  for (const at of [2, 3, 1]) {
    await page.keyboard.press("F7");
    await location(at);
  }
  await page.keyboard.press("Shift+F7");
  await location(3);
  await page.getByText("last(2);").first().waitFor();
  await bar.getByRole("button", { name: w.diff.next }).click();
  await location(1);
  await bar.getByRole("button", { name: w.diff.previous }).click();
  await location(3);
}

async function ignoreSpace({ page, w, format }: Story): Promise<void> {
  const toggle = page.getByRole("button", { name: w.diff.ignoreSpace });
  await toggle.click();
  await page.getByRole("button", { name: w.diff.next }).click();
  await page.getByText(format("diff.changesPlace", { at: 1, count: 2 }), { exact: true }).or(
    page.getByText(format("diff.changesPlace", { at: 2, count: 2 }), { exact: true }),
  ).waitFor();
  await toggle.click();
}

async function editRight(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.editor.takeLeft }).first().click();
  await right(page).getByText("const a = 1;").first().waitFor();
  await right(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("typed();");
  const twoTexts = page.locator(".cm-mergeView");
  await page.getByText(w.diff.inline, { exact: true }).click();
  await twoTexts.waitFor({ state: "detached" });
  await page.getByText("typed();").first().waitFor();
  await page.getByText(w.diff.sideBySide, { exact: true }).click();
  await twoTexts.waitFor();
  await right(page).click();
  await page.keyboard.press("Control+s");
  await until("it is saved", async () => (await read(story, "deep/new.js")).endsWith("last(2);\ntyped();"));
  assert.ok((await read(story, "deep/new.js")).startsWith("const a = 1;\n"));
  assert.equal(await read(story, "old.js"), old);
}

async function conflict(story: Story): Promise<void> {
  const { page, w, format } = story;
  const save = page.getByRole("button", { name: w.editor.save, exact: true });
  await until("there is nothing to save", () => save.isDisabled());
  await write(story, "deep/new.js", "theirs();\n");
  await right(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("mine();");
  await save.click();
  const dialog = page.getByRole("dialog", { name: format("editor.conflictTitle", { name: "new.js" }) });
  await dialog.getByText("theirs();").first().waitFor();
  assert.equal(await read(story, "deep/new.js"), "theirs();\n");
  await dialog.getByRole("button", { name: w.editor.keepMine }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.ok((await read(story, "deep/new.js")).endsWith("typed();mine();"));
}

async function swapAndVersion({ page, panel, w, at }: Story): Promise<void> {
  await page.getByRole("button", { name: w.diff.swap }).click();
  await page.getByRole("button", { name: `${w.diff.chooseLeft}: ${w.diff.areaScripts} deep/new.js` })
    .waitFor();
  const query = `path=${encodeURIComponent("deep/new.js")}`;
  const { items } = await panel.json<{ items: FileVersion[] }>(`/api/files/scripts/versions?${query}`);
  const oldest = items.at(-1);
  await page.goto(at(`/diff?left=scripts/deep/new.js@${oldest?.id}&right=scripts/deep/new.js`));
  await right(page).getByText("mine();").first().waitFor();
  await page.getByRole("combobox", { name: w.diff.version }).first().click();
  // Until all options have loaded, the second one is the version that is already open.
  const options = page.getByRole("option");
  await until("all versions are listed", async () => await options.count() === items.length + 1);
  await options.nth(1).click();
  await until("the URL names the version", () => /left=scripts%2Fdeep%2Fnew\.js%40\d+&/.test(page.url()));
}

async function leave({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/diff?left=scripts/old.js&right=scripts/deep/new.js"));
  await right(page).click();
  await page.keyboard.insertText("unsaved"); // at once: text typed slowly is undone letter by letter
  await page.getByRole("button", { name: w.diff.swapDirty }).waitFor();
  await page.getByRole("link", { name: w.app.scripts }).click();
  await page.getByText(w.app.leaveQuestion).first().waitFor();
  await page.getByRole("button", { name: w.app.stay }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  assert.match(page.url(), /\/diff\?/);
  await right(page).press("Control+z");
  await page.getByRole("button", { name: w.diff.swapDirty }).waitFor({ state: "hidden" });
}

async function compareLogs(story: Story): Promise<void> {
  const { page, at } = story;
  const id = await story.add({ name: "Talker", command: "echo the number is $RANDOM$RANDOM" });
  const runs = [await story.ended(await story.run(id)), await story.ended(await story.run(id))];
  const [one, other] = runs.map(({ logPath }) => encodeURIComponent(`log/${logPath}`));
  await page.goto(at(`/diff?left=${one}&right=${other}`));
  await right(page).getByText(/the number is \d+/).first().waitFor();
  assert.equal(await right(page).getAttribute("aria-readonly"), "true");
}

async function reportMissing({ page, w, at }: Story): Promise<void> {
  await page.goto(at("/diff?left=sample/nothing.sh&right=scripts/old.js"));
  await page.getByText(w.diff.sideMissing).first().waitFor();
  await page.goto(at("/diff?left=scripts/old.js&right=scripts/gone.js"));
  await page.getByText(w.diff.sideMissing).first().waitFor();
}

async function createMissing({ page, w, at, dataDir, panel }: Story): Promise<void> {
  const { items } = await panel.json<{ items: SampleFile[] }>("/api/files/config/samples");
  const sample = items.find(({ name }) => name === "task_before.sh")!.content;
  const made = join(dataDir, "config", "task_before.sh");
  const button = page.getByRole("button", { name: w.files.configCreateFromSample });
  for (const [left, other] of [["sample", "config"], ["config", "sample"]]) {
    await Deno.remove(made).catch(() => {});
    await page.goto(at(`/diff?left=${left}/task_before.sh&right=${other}/task_before.sh`));
    await page.getByText(w.diff.sideNotYet).first().waitFor();
    assert.equal(await page.getByText(w.diff.sideMissing).count(), 0);
    await button.click();
    await page.locator(".cm-content").nth(1).waitFor();
    assert.equal(await Deno.readTextFile(made), sample);
  }
}

async function compareMuch(story: Story): Promise<void> {
  const { page, w, at } = story;
  const many = Array.from({ length: 40_000 }, (_, index) => `call(${index * 7919 % 10_007});`);
  await write(story, "much.js", many.join("\n"));
  await write(
    story,
    "more.js",
    many.map((line, index) => index % 97 === 0 ? `changed(${index});` : line).join("\n"),
  );
  await page.goto(at("/diff?left=scripts/much.js&right=scripts/more.js"));
  await right(page).getByText("changed(0);").first().waitFor();
  await page.getByRole("button", { name: w.diff.next }).click();
  await page.keyboard.press("F7");
  await right(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("typed here ");
  await right(page).getByText("typed here").first().waitFor();
  const drawn = await page.locator(".cm-line").count();
  assert.ok(drawn < 400, `${drawn} lines are rendered`);
}
