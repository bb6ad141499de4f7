// Configuration files in the editor: created from a sample, edited, saved, protected from concurrent changes,
// restored.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { FileVersion } from "../../server/contract/files.ts";
import { assertFits, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("editor: a configuration file from its sample to its versions", {
  "a known file is created from its sample": createFromSample,
  "the file is edited and saved with Ctrl+S": editAndSave,
  "rapid key presses save everything typed": saveQuickly,
  "a shell syntax error is marked in the gutter": seeError,
  "changes on disk are displayed, merged and saved": mergeConflict,
  "two pages saving at once lose nothing": saveAtOnce,
  "a version is restored, and the restore is undone": restoreVersion,
  "open versions follow a change made elsewhere, and a file saved once has none": restoreOverChange,
  "leaving asks for confirmation, and a reload restores the text": leave,
  "a file deleted meanwhile is created again": saveDeleted,
  "changes by others are detected": noticeOthers,
  "the text is saved once the panel is back": saveOffline,
  "a file is created, renamed, deleted and restored": manage,
});

testStory("editor: binary, too large and large files", {
  "binary files open only by force, read-only": openBytes,
  "line endings and the byte order mark are preserved": keepLineEnds,
  "typing replaces selected lines": typeOver,
  "Enter starts a new line after a fully typed suggestion": endToken,
  "a file of 20 MB is opened, edited and saved": editMuch,
});

testStory("editor: by keyboard, on a phone", async (story, t) => {
  await runSteps(t, story, {
    "from the list to the saved file": byKeyboard,
    "no horizontal scrolling": fitWindow,
  });
}, { window: { width: 390, height: 844 } });

const file = "config.sh";

function text(page: Page, name = file) {
  return page.getByRole("textbox", { name, exact: true });
}

function onDisk({ dataDir }: Story, name = file): string {
  return join(dataDir, "config", name);
}

async function appears(story: Story, found: string, name = file): Promise<void> {
  await until(
    `${name} holds ${JSON.stringify(found)}`,
    async () => (await Deno.readTextFile(onDisk(story, name)).catch(() => "")).includes(found),
  );
}

async function typeAtEnd(page: Page, typed: string, name = file): Promise<void> {
  await text(page, name).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(typed); // at once: between keys a suggestion may open, which Enter would accept
}

async function createFromSample(story: Story): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/config"));
  await page.getByRole("link", { name: file }).click();
  await text(page, format("files.configSample", { name: file })).waitFor();
  await page.getByRole("button", { name: w.files.configCreateFromSample }).click();
  await text(page).waitFor();
  const [sample] =
    (await story.panel.json<{ items: { content: string }[] }>("/api/files/config/samples")).items;
  assert.equal(await Deno.readTextFile(onDisk(story)), sample?.content);
  assert.match(page.url(), /\/config\?file=config\.sh$/);
}

async function editAndSave(story: Story): Promise<void> {
  const { page, w } = story;
  const state = page.getByRole("region", { name: file }).getByRole("status");
  await state.getByText(w.editor.saved, { exact: true }).first().waitFor();
  await typeAtEnd(page, "\nexport ONE=1\n# a\n# b\n");
  await state.getByText(w.editor.unsaved, { exact: true }).first().waitFor();
  await page.keyboard.press("Control+s");
  await state.getByText(w.editor.saved, { exact: true }).first().waitFor();
  assert.match(await Deno.readTextFile(onDisk(story)), /\nexport ONE=1\n# a\n# b\n$/);
}

async function saveQuickly(story: Story): Promise<void> {
  const { page } = story;
  const address = "**/api/files/config/content*";
  await page.evaluate(typeAndSave);
  await appears(story, "# quick");
  const [started, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async (route) => {
    started.resolve();
    await responded.promise;
    await route.continue();
  });
  await page.keyboard.type("er");
  await page.keyboard.press("Control+s");
  await started.promise;
  await page.keyboard.type(" still");
  await page.keyboard.press("Control+s");
  responded.resolve();
  await appears(story, "# quicker still");
  await page.unroute(address);
}

/** Runs in the page: types and presses the save key before the page has rendered that the text is changed. */
async function typeAndSave(): Promise<void> {
  document.execCommand("insertText", false, "# quick");
  await Promise.resolve();
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true, cancelable: true }),
  );
}

async function seeError({ page }: Story): Promise<void> {
  await page.keyboard.insertText("\nif true; then");
  await page.locator(".cm-lint-marker-error").first().waitFor();
  await page.keyboard.type(" :; fi");
  await page.locator(".cm-lint-marker-error").first().waitFor({ state: "hidden" });
}

async function mergeConflict(story: Story): Promise<void> {
  const { page, w, format } = story;
  const before = await Deno.readTextFile(onDisk(story));
  await Deno.writeTextFile(onDisk(story), before.replace("ONE=1", "ONE=theirs"));
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: format("editor.conflictTitle", { name: file }) });
  await dialog.getByText("ONE=theirs").first().waitFor();
  assert.match(await Deno.readTextFile(onDisk(story)), /ONE=theirs/);
  await dialog.getByRole("button", { name: w.editor.takeLeft }).first().click();
  await dialog.getByRole("button", { name: w.editor.saveMerged }).click();
  await dialog.waitFor({ state: "hidden" });
  const merged = await Deno.readTextFile(onDisk(story));
  assert.match(merged, /\nexport ONE=theirs\n# a\n# b\n# quicker still\nif true; then :; fi$/);
  await text(page).getByText("ONE=theirs").first().waitFor();
}

async function saveAtOnce(story: Story): Promise<void> {
  const { page, panel, w, at } = story;
  const other = await page.context().newPage();
  await other.goto(at(`/config?file=${file}`));
  await text(other).waitFor();
  await typeAtEnd(page, "\n# of the first");
  await typeAtEnd(other, "\n# of the second");
  await Promise.all([page.keyboard.press("Control+s"), other.keyboard.press("Control+s")]);
  const requested = await until("one of them gets a conflict", async () => {
    for (const one of [page, other]) if (await one.getByRole("dialog").isVisible()) return one;
    return null;
  });
  const winner = requested === page ? "# of the second" : "# of the first";
  const loser = requested === page ? "# of the first" : "# of the second";
  assert.ok((await Deno.readTextFile(onDisk(story))).endsWith(winner));
  await requested.getByRole("dialog").getByRole("button", { name: w.editor.keepMine }).click();
  await requested.getByRole("dialog").waitFor({ state: "hidden" });
  assert.ok((await Deno.readTextFile(onDisk(story))).endsWith(loser));
  const { items } = await panel.json<{ items: FileVersion[] }>(`/api/files/config/versions?path=${file}`);
  const [, stored] = items;
  const version = await panel.json<{ content: string }>(`/api/files/config/versions/${stored?.id}`);
  assert.ok(version.content.endsWith(winner), "the overwritten text is a version");
  const region = other.getByRole("region", { name: file });
  if (requested === page) {
    await region.getByText(w.editor.changedOnDisk, { exact: true }).first().waitFor();
    await region.getByRole("button", { name: w.editor.loadFromDisk }).click();
    await text(other).getByText(loser).first().waitFor();
  }
  await other.close();
  if (requested !== page) {
    await page.getByRole("button", { name: w.editor.loadFromDisk }).click();
    await text(page).getByText(loser).first().waitFor();
  }
}

async function restoreVersion(story: Story): Promise<void> {
  const { page, w, format } = story;
  const before = await Deno.readTextFile(onDisk(story));
  await page.getByRole("button", { name: w.editor.openVersions }).click();
  const dialog = page.getByRole("dialog", { name: format("editor.versionsOf", { name: file }) });
  const list = dialog.getByRole("listbox", { name: w.editor.openVersions });
  await list.getByRole("option").last().click();
  await dialog.getByRole("button", { name: w.editor.restore }).click();
  const undo = page.getByRole("button", { name: w.ui.undo });
  await undo.hover(); // hovering keeps the message visible
  await dialog.waitFor({ state: "hidden" });
  await until(
    "the first version is on disk",
    async () => !(await Deno.readTextFile(onDisk(story))).includes("ONE="),
  );
  await text(page).getByText("ONE=theirs").waitFor({ state: "hidden" });
  await undo.click();
  await until("the replaced text is back", async () => await Deno.readTextFile(onDisk(story)) === before);
  await text(page).getByText("ONE=theirs").first().waitFor();
}

async function restoreOverChange(story: Story): Promise<void> {
  const { page, panel, w, at, format } = story;
  const save = async (path: string, content: string, over: Record<string, string>) =>
    await panel.json(`/api/files/config/content?path=${path}`, {
      method: "PUT",
      headers: over,
      json: { content },
    });
  const openVersions = async (path: string) => {
    await page.goto(at(`/config?file=${path}`));
    await text(page, path).waitFor();
    await page.getByRole("button", { name: w.editor.openVersions }).click();
    return page.getByRole("dialog", { name: format("editor.versionsOf", { name: path }) });
  };
  await save("often.sh", "# once\n", { "if-none-match": "*" });
  const dialog = await openVersions("often.sh");
  await dialog.getByText(w.editor.noVersions).first().waitFor();
  // The comparison marks what differs inside the line.
  const seeText = (line: string) => dialog.locator(".cm-line").filter({ hasText: line }).first().waitFor();
  await save("often.sh", "# twice\n", { "if-match": "*" });
  await openVersions("often.sh");
  await seeText("# twice");
  await save("often.sh", "# by someone else\n", { "if-match": "*" });
  await seeText("# by someone else");
  await dialog.getByRole("option").last().click();
  await seeText("# once");
  const checks = /\/stat\?/;
  await page.route(checks, (route) => route.abort()); // the page notices the next change by the restore
  await Deno.writeTextFile(`${story.dataDir}/config/often.sh`, "# by a program\n");
  await dialog.getByRole("button", { name: w.editor.restore }).click();
  await page.getByText(w.editor.restoreStale).first().waitFor();
  await page.unroute(checks);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await seeText("# by a program");
  await dialog.getByRole("button", { name: w.editor.restore }).click();
  await dialog.waitFor({ state: "hidden" });
  await text(page, "often.sh").getByText("# once").first().waitFor();
  await page.goto(at(`/config?file=${file}`));
  await text(page).waitFor();
}

async function leave(story: Story): Promise<void> {
  const { page, w } = story;
  await typeAtEnd(page, "\n# not saved");
  await page.getByRole("link", { name: "extra.sh" }).click();
  await page.getByText(w.app.leaveQuestion).first().waitFor();
  await page.getByRole("button", { name: w.app.stay }).click();
  await text(page).getByText("# not saved").first().waitFor();
  page.once("dialog", (confirmation) => void confirmation.accept());
  await page.reload();
  await page.getByRole("button", { name: w.editor.draftRestore }).click();
  await text(page).getByText("# not saved").first().waitFor();
  await page.keyboard.press("Control+s");
  await appears(story, "# not saved");
  await page.getByRole("button", { name: w.editor.draftRestore }).waitFor({ state: "hidden" });
}

async function saveDeleted(story: Story): Promise<void> {
  const { page, panel, w } = story;
  await typeAtEnd(page, "\n# kept");
  await panel.json(`/api/files/config/content?path=${file}`, { method: "DELETE" });
  await page.getByRole("button", { name: w.editor.saveAgain }).click();
  await appears(story, "# kept");
}

async function noticeOthers(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.clock.install();
  await page.goto(at(`/config?file=${file}`));
  await text(page).waitFor();
  await Deno.writeTextFile(onDisk(story), "written by others\n");
  const banner = page.getByText(w.editor.changedOnDiskHelp);
  await page.clock.runFor(10_000);
  await banner.waitFor();
  await page.getByRole("button", { name: w.editor.loadFromDisk }).click();
  await text(page).getByText("written by others").first().waitFor();
  await banner.waitFor({ state: "hidden" });
  await page.clock.resume();
}

async function saveOffline(story: Story): Promise<void> {
  const { page, w } = story;
  await page.route(
    "**/api/files/config/content*",
    (route) => route.request().method() === "PUT" ? route.abort("connectionrefused") : route.continue(),
  );
  await typeAtEnd(page, "\n# from afar");
  await page.keyboard.press("Control+s");
  const region = page.getByRole("region", { name: file });
  await region.getByText(w.editor.retryWhenBack).first().waitFor();
  await text(page).getByText("# from afar").first().waitFor();
  await page.unroute("**/api/files/config/content*");
  await appears(story, "# from afar");
  await region.getByText(w.editor.retryWhenBack).waitFor({ state: "hidden" });
}

async function manage(story: Story): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.files.configNew }).click();
  const field = page.getByLabel(w.files.configName, { exact: true });
  await field.fill("a/b.json");
  await field.press("Enter");
  await page.getByText(w.files.configNameSlash).first().waitFor();
  await field.fill("自己的.json");
  await field.press("Enter");
  await typeAtEnd(page, `{"a": 1,}`, "自己的.json");
  await page.locator(".cm-lint-marker-error").waitFor();
  await page.keyboard.press("Control+s");
  await appears(story, `{"a": 1,}`, "自己的.json");
  await page.getByRole("button", { name: w.files.configManage }).click();
  await page.getByRole("menuitem", { name: w.files.configRename }).click();
  await field.fill("own.json");
  await field.press("Enter");
  await text(page, "own.json").waitFor();
  await page.getByRole("button", { name: w.files.configManage }).click();
  await page.getByRole("menuitem", { name: w.ui.delete }).click();
  const undo = page.getByRole("button", { name: w.ui.undo });
  await undo.hover();
  const link = page.getByRole("link", { name: "own.json" });
  await link.waitFor({ state: "hidden" });
  await undo.click();
  await link.waitFor();
  await appears(story, `{"a": 1,}`, "own.json");
}

async function openBytes(story: Story): Promise<void> {
  const { page, w, at } = story;
  await Deno.mkdir(join(story.dataDir, "config"), { recursive: true });
  await Deno.writeFile(onDisk(story, "bytes.bin"), new Uint8Array([0, 255, 65, 66, 0, 1]));
  await page.goto(at("/config?file=bytes.bin"));
  await page.getByText(w.editor.binary).first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: w.editor.download }).click();
  assert.equal((await download).suggestedFilename(), "bytes.bin");
  await page.getByRole("button", { name: w.editor.forceOpen }).click();
  await page.getByText(w.editor.forced).first().waitFor();
  await text(page, "bytes.bin").click();
  await page.keyboard.type("x");
  assert.ok(!(await text(page, "bytes.bin").textContent())?.includes("x"));
}

async function keepLineEnds(story: Story): Promise<void> {
  const { page } = story;
  const contents = ["\ufeffa\r\nb\r\n", "a\r\nb\nc\r", "a\nb"];
  for (const content of contents) {
    await openNew(story, "ends.txt", content);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("x");
    await page.keyboard.press("Control+s");
    const mark = content.startsWith("\ufeff") ? "\ufeff" : "";
    const saved = `${mark}x${content.slice(mark.length)}`;
    await until(
      `${JSON.stringify(saved)} is saved`,
      async () =>
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          await Deno.readFile(onDisk(story, "ends.txt")),
        ) === saved,
    );
  }
}

/** Opens a file that was written elsewhere, with the cursor in its text. */
async function openNew(story: Story, name: string, content: string): Promise<void> {
  const { page, at } = story;
  await Deno.writeTextFile(onDisk(story, name), content);
  await page.goto(at(`/config?file=${name}`));
  await text(page, name).click();
}

async function endToken(story: Story): Promise<void> {
  const { page } = story;
  const name = "words.sh";
  await openNew(story, name, "lantern lanterns\n");
  await page.keyboard.press("Control+End");
  const suggested = page.locator(".cm-tooltip-autocomplete");
  await page.keyboard.type("lantern");
  await suggested.locator("[aria-selected=true]").getByText("lantern", { exact: true }).first().waitFor();
  await page.keyboard.press("Enter");
  await suggested.waitFor({ state: "detached" });
  await page.keyboard.type("!");
  await page.keyboard.press("Control+s");
  await appears(story, "lantern lanterns\nlantern\n!", name);
}

async function typeOver(story: Story): Promise<void> {
  const { page } = story;
  const name = "over.js";
  await openNew(story, name, "const first = 1; // one\nconst second = 2;\n");
  await page.keyboard.press("Control+Home");
  for (const keys of ["ArrowRight", "Shift+ArrowDown"]) await page.keyboard.press(keys);
  await page.keyboard.type("("); // surrounds the selection with brackets
  await page.keyboard.type("over 覆盖");
  await page.keyboard.press("Control+s");
  await appears(story, "c(over 覆盖)onst second = 2;\n", name);
  assert.deepEqual(story.client.errors, []);
}

async function editMuch(story: Story): Promise<void> {
  const { page, w, at } = story;
  const name = "much.js";
  const line = "const aLongerName = [1, 2, 3].map((one) => one + 1); // 注释\n";
  const written = line.repeat(20_000_000 / line.length);
  await Deno.writeTextFile(onDisk(story, name), written);
  await page.goto(at(`/config?file=${name}`));
  await story.client.settled();
  await text(page, name).click();
  await page.keyboard.press("Control+End");
  const typed = "the last line of all aLong";
  await page.keyboard.type(typed);
  await text(page, name).getByText(typed).first().waitFor();
  const drawn = await page.locator(".cm-line").count();
  assert.ok(drawn < 200, `${drawn} lines are rendered`);
  const state = page.getByRole("region", { name }).getByRole("status");
  await state.getByText(w.editor.unsaved, { exact: true }).first().waitFor();
  await page.keyboard.press("Control+s");
  await state.getByText(w.editor.saved, { exact: true }).first().waitFor();
  // Searching all of it for completions would slow down typing.
  assert.equal(await page.locator(".cm-tooltip-autocomplete").count(), 0);
  const saved = await Deno.readTextFile(onDisk(story, name));
  assert.ok(
    saved === written + typed,
    "the existing text is unchanged, the typed text follows it",
  );
}

async function byKeyboard(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/config"));
  await page.getByRole("link", { name: "extra.sh" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: w.files.configCreateFromSample }).focus();
  await page.keyboard.press("Enter");
  await text(page, "extra.sh").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Tab");
  await page.keyboard.type("echo tabbed");
  await page.keyboard.press("Escape"); // closes the suggestions, if any
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await text(page, "extra.sh").evaluate((element) => element === document.activeElement), false);
  await page.keyboard.press("Control+s");
  await page.getByRole("region", { name: "extra.sh" }).getByText(w.editor.saved, { exact: true }).first()
    .waitFor();
  assert.match(await Deno.readTextFile(onDisk(story, "extra.sh")), /\n[\t ]+echo tabbed$/);
  await page.getByRole("link", { name: w.files.configToList }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "extra.sh" }).waitFor();
}

async function fitWindow(story: Story): Promise<void> {
  const { page, w, at } = story;
  for (
    const address of [
      "/config",
      "/config?file=extra.sh",
      "/diff",
      "/diff?left=sample/extra.sh&right=config/extra.sh",
    ]
  ) {
    await page.goto(at(address));
    const name = address.startsWith("/diff") ? w.app.diff : w.app.config;
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await assertFits(story);
  }
}
