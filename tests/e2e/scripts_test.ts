// Managing scripts: create, write, rename, move, copy, delete and restore, upload, search; by mouse and by
// keyboard.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { hasFocus, holdsFocus, stepTo } from "../support/keyboard_focus.ts";
import { assertFits, runSteps, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";
import { zipOf } from "../support/zip_of.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

testScriptsStory("scripts: from creating to deleting", async (story, t) => {
  await runSteps(t, story, {
    "a folder and a file are created": make,
    "the file is written and saved": write,
    "the file is renamed, and a name with a slash is rejected": rename,
    "the file is moved by dragging, and back by keyboard": move,
    "the file is copied": copy,
    "the file is deleted, and the deletion is undone": undoDelete,
    "the trash restores and deletes permanently": useTrash,
    "a task is created from the file, and it is compared and run": goElsewhere,
    "changes by others appear, and open files and the selection stay": hearOthers,
  });
});

testScriptsStory("scripts: uploaded, downloaded and searched", async (story, t) => {
  await runSteps(t, story, {
    "several files are uploaded": uploadFiles,
    "an existing name requires a decision, once for all files": uploadExisting,
    "a folder is uploaded with its contents": uploadFolder,
    "an uploaded archive is unpacked, and existing files are replaced only on request": unpack,
    "files are dropped on a folder": dropFiles,
    "a file and a folder are downloaded": download,
    "a name is found, and a matching line opens in the editor": search,
    "the palette finds a script": findInPalette,
    "a folder of five thousand files scrolls": scrollMany,
  });
});

testScriptsStory("scripts: open files and unsaved changes", async (story, t) => {
  await runSteps(t, story, {
    "open files have tabs that a reload restores": keepTabs,
    "unsaved changes stay in their tab, and leaving never loses them": guard,
    "the tree works by keyboard": useKeyboard,
    "names with special characters open the right file": openOddNames,
    "a path that is not a file is reported": openNoFiles,
    "the URL of a folder expands it in the tree": openFolder,
    "discarding changes returns the focus to the text": discard,
    "a text saved as another file no longer counts as unsaved": saveAsAnother,
  });
});

testScriptsStory("scripts: on a phone", usePhone, { window: { width: 390, height: 844 } });

interface Scripts extends Story {
  folder: string;
}

function testScriptsStory(
  name: string,
  test: (story: Scripts, t: Deno.TestContext) => Promise<void>,
  options: StoryOptions = {},
): void {
  testStory(name, (story, t) => test({ ...story, folder: join(story.dataDir, "scripts") }, t), options);
}

function tree({ page, w }: Scripts): Locator {
  return page.getByRole("tree", { name: w.files.scriptsTitle });
}

function row(story: Scripts, name: string): Locator {
  return tree(story).getByRole("treeitem", { name, exact: true });
}

function tabs({ page, w }: Scripts): Locator {
  return page.getByRole("navigation", { name: w.files.openFiles }).getByRole("link");
}

function text({ page }: Scripts): Locator {
  return page.locator(".cm-content:visible");
}

async function fill({ folder }: Scripts, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await Deno.mkdir(join(folder, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, path), content);
  }
}

async function read({ folder }: Scripts, path: string): Promise<string | null> {
  return await Deno.readTextFile(join(folder, path)).catch(() => null);
}

async function namesIn({ folder }: Scripts, path = ""): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(join(folder, path))) names.push(name);
  return names.sort();
}

async function chooseIn(story: Scripts, name: string, entry: string): Promise<void> {
  await row(story, name).click({ button: "right" });
  await story.page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/**
 * Waits until the tree shows a file at its path and nowhere else: shortly before, a moved file may still be
 * at its old path.
 */
async function waitUntilOnlyAt(story: Scripts, path: string): Promise<void> {
  const paths = () =>
    row(story, path.slice(path.lastIndexOf("/") + 1)).evaluateAll((rows) =>
      rows.map((element) => element.getAttribute("data-path")).join()
    );
  await until(`the tree shows ${path} only there`, async () => await paths() === path);
}

async function make(story: Scripts): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/script"));
  await page.getByRole("button", { name: w.files.newFile, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(w.files.kindFolder, { exact: true }).click();
  await dialog.getByLabel(w.files.folderName).fill("reports");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await row(story, "reports").waitFor();
  await page.locator("main").focus();
  await page.keyboard.press("n");
  const name = dialog.getByLabel(w.files.fileName);
  await name.fill("a/b.py");
  await dialog.getByText(w.files.nameSlash).first().waitFor();
  await name.fill("日报.py");
  await dialog.getByRole("treeitem", { name: "reports" }).click();
  await dialog.getByRole("button", { name: w.ui.create }).click();
  await page.waitForURL((url) => url.searchParams.get("path") === "reports/日报.py");
  await row(story, "日报.py").waitFor();
  assert.match(await read(story, "reports/日报.py") ?? "", /^#!.*python3/);
}

async function write(story: Scripts): Promise<void> {
  const { page, w } = story;
  await text(story).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type("print('早')");
  await page.getByRole("link", { name: story.format("files.tabUnsaved", { path: "reports/日报.py" }) })
    .waitFor();
  await page.keyboard.press("ControlOrMeta+S");
  await until("it is saved", async () => await read(story, "reports/日报.py") === "print('早')");
  await page.getByRole("link", { name: "reports/日报.py", exact: true }).waitFor();
  assert.equal(w.files.scriptsTitle, await tree(story).getAttribute("aria-label"));
}

async function rename(story: Scripts): Promise<void> {
  const { page, w } = story;
  await row(story, "日报.py").click();
  await page.keyboard.press("F2");
  await page.waitForURL(/\/script\/renameModal\?/);
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(w.files.newName);
  await name.fill("x/y.py");
  await page.keyboard.press("Enter");
  await dialog.getByText(w.files.nameSlash).first().waitFor();
  await name.fill("daily.py");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await row(story, "daily.py").waitFor();
  await page.waitForURL((url) => url.searchParams.get("path") === "reports/daily.py");
  assert.equal(await tabs(story).count(), 1);
  assert.deepEqual(await namesIn(story, "reports"), ["daily.py"]);
}

async function move(story: Scripts): Promise<void> {
  const { page, w } = story;
  const made = await story.panel.fetch("/api/files/scripts/folder", { json: { path: "archive" } });
  assert.equal(made.status, 201);
  await row(story, "archive").waitFor();
  await row(story, "daily.py").dragTo(row(story, "archive"));
  await until("it is in the archive folder", async () => await read(story, "archive/daily.py") !== null);
  await page.waitForURL((url) => url.searchParams.get("path") === "archive/daily.py");
  await waitUntilOnlyAt(story, "archive/daily.py");
  // A folder cannot be moved into itself.
  await row(story, "archive").dragTo(row(story, "daily.py"));
  await row(story, "daily.py").click();
  await page.keyboard.press("Shift+F10");
  await stepTo(page.getByRole("menuitem", { name: w.files.moveTo }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const picker = dialog.getByRole("tree");
  // Until the folders load, the last line is a loading indicator.
  await picker.getByRole("treeitem", { name: "archive", selected: true }).waitFor();
  await picker.getByRole("treeitem", { name: "reports" }).waitFor();
  await holdsFocus(dialog);
  await picker.focus();
  await page.keyboard.press("End");
  await picker.getByRole("treeitem", { name: "reports", selected: true }).waitFor();
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: w.files.move, exact: true }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await until("it is in the reports folder", async () => await read(story, "reports/daily.py") !== null);
  await waitUntilOnlyAt(story, "reports/daily.py");
  // A move that an earlier drag started would have ended by now too.
  assert.deepEqual(await namesIn(story), ["archive", "reports"]);
}

async function copy(story: Scripts): Promise<void> {
  await chooseIn(story, "daily.py", story.w.files.duplicate);
  await row(story, "daily (1).py").waitFor();
  assert.equal(await read(story, "reports/daily (1).py"), "print('早')");
  await chooseIn(story, "daily.py", story.w.files.duplicate);
  await row(story, "daily (2).py").waitFor();
}

async function undoDelete(story: Scripts): Promise<void> {
  const { page, w } = story;
  await row(story, "daily (1).py").click();
  await row(story, "daily (2).py").click({ modifiers: ["Shift"] });
  await page.keyboard.press("Delete");
  const undo = page.getByRole("button", { name: w.ui.undo });
  await undo.hover(); // hovering keeps the message visible
  await row(story, "daily (1).py").waitFor({ state: "hidden" });
  const stored = async () => (await namesIn(story, "reports")).join();
  await until("both are gone", async () => await stored() === "daily.py");
  await undo.click();
  await until("both are back", async () => await stored() === "daily (1).py,daily (2).py,daily.py");
  for (const name of ["daily (1).py", "daily (2).py"]) await row(story, name).waitFor();
}

async function useTrash(story: Scripts): Promise<void> {
  const { page, w, at } = story;
  await row(story, "daily (1).py").click();
  await page.keyboard.press("Delete");
  await row(story, "daily (1).py").waitFor({ state: "hidden" });
  await row(story, "daily (2).py").click();
  await page.keyboard.press("Delete");
  await row(story, "daily (2).py").waitFor({ state: "hidden" });
  await page.goto(at("/script?bin=1"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `${w.files.restore}: reports/daily (1).py` }).click();
  await until("it is back", async () => await read(story, "reports/daily (1).py") !== null);
  await dialog.getByRole("button", { name: `${w.files.forGood}: reports/daily (2).py` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.ui.delete, exact: true }).click();
  await dialog.getByText(w.files.binEmpty).first().waitFor();
  await dialog.getByRole("button", { name: w.ui.close }).last().click();
  await dialog.waitFor({ state: "hidden" });
}

async function goElsewhere(story: Scripts): Promise<void> {
  const { page, w } = story;
  await row(story, "daily.py").waitFor();
  await chooseIn(story, "daily.py", w.files.makeTask);
  await page.waitForURL(/\/crontab\/modal\?/);
  const dialog = page.getByRole("dialog");
  assert.equal(
    await dialog.getByRole("textbox", { name: w.tasks.command, exact: true }).inputValue(),
    "task reports/daily.py",
  );
  await page.goBack();
  await chooseIn(story, "daily.py", w.files.compareWith);
  await page.waitForURL((url) => url.pathname.endsWith("/diff") && url.search.includes("daily.py"));
  await page.goBack();
  await chooseIn(story, "daily.py", w.files.debug);
  await page.waitForURL((url) => url.pathname.endsWith("/script/editModal"));
  await page.goBack();
  await row(story, "daily.py").waitFor();
}

async function hearOthers(story: Scripts): Promise<void> {
  const { panel } = story;
  await row(story, "daily.py").click();
  const save = await panel.fetch("/api/files/scripts/content?path=reports%2Fby-others.js", {
    method: "PUT",
    json: { content: "1" },
  });
  assert.equal(save.status, 201);
  await row(story, "by-others.js").waitFor();
  assert.equal(await row(story, "daily.py").getAttribute("aria-selected"), "true");
  assert.equal(await row(story, "reports").getAttribute("aria-expanded"), "true");
}

async function pick(story: Scripts, entry: string, files: Parameters<typeof choose>[1]): Promise<void> {
  const { page, w } = story;
  await page.getByRole("button", { name: w.files.upload, exact: true }).first().click();
  await choose(story, files, () => page.getByRole("menuitem", { name: entry }).click());
}

async function choose(
  { page }: Scripts,
  files: string | { name: string; mimeType: string; buffer: Uint8Array }[],
  action: () => Promise<void>,
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), action()]);
  // `as`: the library's types require Node's Buffer, but any bytes work
  await chooser.setFiles(files as string);
}

function file(name: string, content: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(content) };
}

async function uploadFiles(story: Scripts): Promise<void> {
  const { page, w, at, format } = story;
  await page.goto(at("/script"));
  await page.getByText(w.files.noScripts).first().waitFor();
  await pick(story, w.files.uploadFiles, [file("one.js", "1"), file("two.sh", "echo 2"), file("三.py", "3")]);
  await page.getByText(format("files.uploaded", { count: 3 })).first().waitFor();
  await row(story, "三.py").waitFor();
  assert.deepEqual(await namesIn(story), ["one.js", "two.sh", "三.py"].sort());
}

async function unpack(story: Scripts): Promise<void> {
  const { page, w, format } = story;
  const bytes = zipOf([{ name: "packed/a.js", body: "new" }, { name: "packed/b.py", body: "b" }]);
  await pick(story, w.files.uploadFiles, [
    { name: "packed.zip", mimeType: "application/zip", buffer: Buffer.from(bytes) },
  ]);
  const offer = page.getByRole("button", { name: w.files.unpack });
  await offer.hover(); // hovering keeps the notification visible
  await offer.click();
  await page.getByText(format("files.unpacked", { count: 2 })).first().waitFor();
  await row(story, "b.py").waitFor();
  await fill(story, { "packed/a.js": "mine", "packed/b.py": "mine" });
  const question = page.getByRole("alertdialog", { name: format("files.unpackExisting", { count: 2 }) });
  await chooseIn(story, "packed.zip", w.files.unpack);
  await question.getByRole("button", { name: w.files.unpackKeep }).click();
  await question.waitFor({ state: "hidden" });
  assert.equal(await read(story, "packed/a.js"), "mine");
  await chooseIn(story, "packed.zip", w.files.unpack);
  await question.getByRole("button", { name: w.files.replace }).click();
  await question.waitFor({ state: "hidden" });
  assert.equal(await read(story, "packed/a.js"), "new");
  for (const name of ["packed", "packed.zip"]) {
    await Deno.remove(`${story.folder}/${name}`, { recursive: true });
  }
  await page.reload();
  await row(story, "三.py").waitFor();
}

async function uploadExisting(story: Scripts): Promise<void> {
  const { page, w } = story;
  const uploads = page.getByRole("region", { name: w.files.uploads, includeHidden: true });
  const dialog = page.getByRole("dialog", { name: w.files.existingTitle });
  const first = await holdFirst(page, "**/api/files/scripts/upload*");
  await pick(story, w.files.uploadFiles, [
    file("one.js", "new"),
    file("two.sh", "new"),
    file("four.js", "4"),
  ]);
  await dialog.getByText(/two\.sh/).first().waitFor();
  await dialog.getByRole("checkbox").check();
  first.letGo();
  await uploads.getByText(w.files.stateAsking).nth(1).waitFor();
  // The dialog and its selected option stay unchanged when another upload starts to wait for a decision.
  await dialog.getByText(/two\.sh/).first().waitFor();
  assert.ok(await dialog.getByRole("checkbox").isChecked());
  await dialog.getByRole("button", { name: w.files.keepBoth }).click();
  await dialog.waitFor({ state: "hidden" });
  await row(story, "two (1).sh").waitFor();
  await until("the first one exists twice", async () => await read(story, "one (1).js") === "new");
  // The decision applies to uploads added before all of these have ended.
  await uploads.waitFor({ state: "detached" });
  assert.equal(await read(story, "one.js"), "1");
  await pick(story, w.files.uploadFiles, [file("one.js", "replaced")]);
  await dialog.getByRole("button", { name: w.files.replace }).click();
  await until("it is replaced", async () => await read(story, "one.js") === "replaced");
  await pick(story, w.files.uploadFiles, [file("one.js", "never")]);
  await dialog.getByRole("button", { name: w.files.skip }).click();
  await uploads.getByText(w.files.stateSkipped).first().waitFor();
  assert.equal(await read(story, "one.js"), "replaced");
}

/** Delays the first request to a URL until the returned function is called. */
async function holdFirst(page: Page, address: string): Promise<{ letGo: () => void }> {
  const going = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await going.promise;
    await route.continue();
  }, { times: 1 });
  return { letGo: going.resolve };
}

async function uploadFolder(story: Scripts): Promise<void> {
  const { w } = story;
  await using folder = await temporaryFolder();
  const from = folder.path;
  await Deno.mkdir(join(from, "kit", "deep"), { recursive: true });
  await Deno.writeTextFile(join(from, "kit", "top.js"), "top");
  await Deno.writeTextFile(join(from, "kit", "deep", "底.js"), "deep");
  await pick(story, w.files.uploadFolder, join(from, "kit"));
  await row(story, "kit").waitFor();
  await until("everything is there", async () => await read(story, "kit/deep/底.js") === "deep");
  await until("the top-level file too", async () => await read(story, "kit/top.js") === "top");
}

async function dropFiles(story: Scripts): Promise<void> {
  const { page } = story;
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["dropped"], "dropped.sh"));
    return data;
  });
  await row(story, "kit").dispatchEvent("dragenter", { dataTransfer: data });
  await row(story, "kit").dispatchEvent("dragover", { dataTransfer: data });
  await row(story, "kit").dispatchEvent("drop", { dataTransfer: data });
  await until("it is in the folder", async () => await read(story, "kit/dropped.sh") === "dropped");
}

async function download(story: Scripts): Promise<void> {
  const { page, w } = story;
  const [one] = await Promise.all([
    page.waitForEvent("download"),
    chooseIn(story, "one.js", w.files.download),
  ]);
  assert.equal(one.suggestedFilename(), "one.js");
  assert.equal(await Deno.readTextFile(await one.path()), "replaced");
  const [all] = await Promise.all([
    page.waitForEvent("download"),
    chooseIn(story, "kit", w.files.downloadFolder),
  ]);
  assert.equal(all.suggestedFilename(), "kit.tar.gz");
}

async function search(story: Scripts): Promise<void> {
  const { page, w, format } = story;
  await fill(story, { "kit/deep/long.sh": `${"echo\n".repeat(400)}# 干草堆里的 Needle\n` });
  await page.locator("main").focus();
  await page.keyboard.press("/");
  const field = page.getByRole("search").getByRole("textbox").first();
  await field.pressSequentially("底");
  const hits = page.getByRole("group", { name: w.files.hits });
  await hits.getByRole("button", { name: /底\.js/ }).click();
  await page.waitForURL((url) => url.searchParams.get("path") === "kit/deep/底.js");
  await page.getByRole("button", { name: w.files.searchInContents }).click();
  await field.fill("needle");
  const line = format("files.hitLine", { path: "kit/deep/long.sh", line: 401, text: "# 干草堆里的 Needle" });
  await hits.getByRole("button", { name: line }).waitFor();
  await field.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("line") === "401");
  await text(story).getByText("# 干草堆里的 Needle").first().waitFor();
  await field.fill("no such thing");
  await page.getByText(w.files.nothingFound).first().waitFor();
  await field.press("Escape");
  await row(story, "long.sh").waitFor();
  await page.getByRole("button", { name: w.files.searchInContents }).click();
}

async function findInPalette({ page, w }: Scripts): Promise<void> {
  await page.locator("main").focus();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByPlaceholder(w.app.paletteHint).fill("two.sh");
  await page.getByRole("option", { name: /two\.sh/ }).first().click();
  await page.waitForURL((url) => url.searchParams.get("path") === "two.sh");
}

async function scrollMany(story: Scripts): Promise<void> {
  const { page, folder, at } = story;
  await Deno.mkdir(join(folder, "many"));
  for (let n = 1; n <= 5000; n++) await Deno.writeTextFile(join(folder, "many", `file-${n}.js`), "");
  await page.goto(at("/script"));
  await row(story, "many").click();
  await row(story, "file-1.js").waitFor();
  await tree(story).press("End");
  await tree(story).press("Home");
  await row(story, "many").waitFor();
  for (let press = 0; press < 40; press++) await page.keyboard.press("PageDown");
  await page.keyboard.type("file-4");
  const drawn = await tree(story).getByRole("treeitem").count();
  assert.ok(drawn > 10 && drawn < 120, `${drawn} rows are rendered`);
  assert.equal(await tree(story).getByRole("treeitem").last().getAttribute("aria-setsize"), "5000");
  await row(story, "many").waitFor({ state: "detached" });
}

async function openOddNames(story: Scripts): Promise<void> {
  const { page, at } = story;
  const visible: Record<string, string> = {
    "50%41.js": "50%41.js",
    "%2e%2e%2fa.js": "%2e%2e%2fa.js",
    "a&b=c#d?.js": "a&b=c#d?.js",
    "<img src=x onerror=alert(1)>.js": "<img src=x onerror=alert(1)>.js",
    "two\nlines.js": "two␊lines.js",
    "\u202egnp.js": "\ufffdgnp.js", // would be displayed as sj.png
  };
  await fill(story, Object.fromEntries(Object.keys(visible).map((name, index) => [name, `text ${index}`])));
  for (const [index, [name, label]] of Object.entries(visible).entries()) {
    await page.goto(at(`/script?path=${encodeURIComponent(name)}`));
    await text(story).getByText(`text ${index}`, { exact: true }).first().waitFor();
    await row(story, label).waitFor();
    await page.goto(at(`/diff?left=${encodeURIComponent(`scripts/${name}`)}&right=scripts%2Fa.js`));
    await text(story).first().getByText(`text ${index}`).first().waitFor();
  }
}

async function openNoFiles(story: Scripts): Promise<void> {
  const { page, w, at, folder } = story;
  await Deno.symlink("/etc/passwd", join(folder, "leads-out"));
  for (const path of ["leads-out", "../config/config.sh"]) {
    await page.goto(at(`/script?path=${encodeURIComponent(path)}`));
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByRole("button", { name: w.ui.retry }).count(), 0, path);
    await page.getByRole("button", { name: story.format("files.closeTab", { path }), exact: true }).click();
  }
}

async function keepTabs(story: Scripts): Promise<void> {
  const { page, at } = story;
  await fill(story, { "a.js": "a", "b/b.js": "b", "c.sh": "c", "d.py": "d" });
  await page.goto(at("/script?path=a.js"));
  await text(story).getByText("a", { exact: true }).first().waitFor();
  await row(story, "c.sh").click();
  await text(story).getByText("c", { exact: true }).first().waitFor();
  await row(story, "d.py").dblclick();
  await text(story).getByText("d", { exact: true }).first().waitFor();
  await showsTabs(story, "a.js", "d.py"); // the preview tab was replaced
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get("path") === "c.sh");
  await page.reload();
  await showsTabs(story, "a.js", "d.py", "c.sh");
  assert.equal(await tabs(story).and(page.locator('[aria-current="page"]')).textContent(), "c.sh");
  await tabs(story).nth(2).click({ button: "middle" });
  await page.waitForURL((url) => url.searchParams.get("path") === "d.py");
  await showsTabs(story, "a.js", "d.py");
}

/** Waits until the tabs are exactly these files, in this order. */
async function showsTabs(story: Scripts, ...names: string[]): Promise<void> {
  const listed = names.join();
  await until(
    `the tabs are ${listed}`,
    async () => (await tabs(story).allTextContents()).join() === listed,
  );
}

async function openFolder({ page, w, format, at, folder }: Scripts): Promise<void> {
  await Deno.mkdir(join(folder, "outer", "inner"), { recursive: true });
  await Deno.writeTextFile(join(folder, "outer", "inner", "leaf.sh"), "true\n");
  await page.goto(at("/script?path=outer/inner"));
  const pane = page.getByRole("region", { name: "outer/inner", exact: true });
  await pane.getByText(format("files.folderHolds", { count: 1 })).first().waitFor();
  await page.getByRole("treeitem", { name: /^inner/, expanded: true, selected: true }).waitFor();
  assert.equal(await page.getByText(w.files.gone).count(), 0);
  assert.match(page.url(), /path=outer/);
  await page.getByRole("treeitem", { name: /^leaf\.sh/ }).click();
  await page.waitForURL(/path=outer%2Finner%2Fleaf\.sh/);
  await pane.waitFor({ state: "hidden" });
  await page.goBack();
  await pane.waitFor();
  await pane.getByRole("button", { name: w.files.newHere }).click();
  await holdsFocus(page.getByRole("dialog"));
  assert.match(page.url(), /editNameModal\?path=outer%2Finner/);
  await page.keyboard.press("Escape");
  await pane.waitFor();
}

async function saveAsAnother({ page, w, at, folder }: Scripts): Promise<void> {
  await Deno.writeTextFile(join(folder, "first.sh"), "echo first\n");
  await page.goto(at("/script?path=first.sh"));
  const text = (name: string) => page.getByRole("textbox", { name, exact: true });
  await text("first.sh").getByText("echo first").first().waitFor();
  await page.getByRole("button", { name: w.editor.edit, exact: true }).click();
  await hasFocus(text("first.sh"));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("echo more");
  await page.getByRole("button", { name: w.ui.more }).last().click();
  await page.getByRole("menuitem", { name: w.editor.saveAs }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.files.fileName).fill("second.sh");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await page.waitForURL(/path=second\.sh/);
  await text("second.sh").getByText("echo more").first().waitFor();
  assert.equal(await Deno.readTextFile(join(folder, "first.sh")), "echo first\n");
  assert.equal(await Deno.readTextFile(join(folder, "second.sh")), "echo first\necho more");
  await page.goto(at("/script?path=first.sh"));
  await text("first.sh").getByText("echo first").first().waitFor();
  assert.equal(await text("first.sh").getByText("echo more").count(), 0);
  assert.equal(await page.getByRole("button", { name: w.editor.draftRestore }).count(), 0);
  for (const name of ["first.sh", "second.sh"]) await Deno.remove(join(folder, name));
}

async function discard(story: Scripts): Promise<void> {
  const { page, w, at, folder } = story;
  await Deno.writeTextFile(join(folder, "kept.sh"), "echo kept\n");
  await page.goto(at("/script?path=kept.sh"));
  await page.getByRole("button", { name: w.editor.edit, exact: true }).click();
  await hasFocus(text(story));
  await page.getByRole("button", { name: w.editor.exitEditing }).evaluate(typeAndPress);
  await page.getByRole("alertdialog").getByRole("button", { name: w.editor.discard }).press("Enter");
  await hasFocus(text(story));
  assert.equal(await text(story).getByText("thrown away").count(), 0);
  await Deno.remove(join(folder, "kept.sh"));
}

/** Runs in the page: types and clicks a button before the page has rendered that the text is changed. */
async function typeAndPress(button: HTMLElement | SVGElement): Promise<void> {
  document.execCommand("insertText", false, "echo thrown away");
  await Promise.resolve();
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

async function guard(story: Scripts): Promise<void> {
  const { page, w, at } = story;
  await page.getByRole("button", { name: w.editor.edit }).click();
  await hasFocus(text(story));
  await text(story).click();
  await page.keyboard.type("unsaved ");
  await tabs(story).first().click();
  await text(story).getByText("a", { exact: true }).first().waitFor();
  await tabs(story).nth(1).click();
  await text(story).getByText(/unsaved/).first().waitFor();
  const confirmation = page.getByRole("alertdialog");
  const stays = async () => {
    await confirmation.getByText(w.app.leaveQuestion).first().waitFor();
    await confirmation.getByRole("button", { name: w.app.stay }).click();
    await confirmation.waitFor({ state: "hidden" });
    await text(story).getByText(/unsaved/).first().waitFor();
  };
  await page.getByRole("navigation", { name: w.app.navigation }).getByText(w.tasks.title).click();
  await stays();
  await page.getByRole("button", { name: story.format("files.closeTab", { path: "d.py" }) }).click();
  await stays();
  await chooseIn(story, "d.py", w.files.debug);
  await stays();
  const requested = new Promise<string>((resolve) =>
    page.once("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    })
  );
  await page.close({ runBeforeUnload: true });
  assert.equal(await requested, "beforeunload");
  assert.equal(await read(story, "d.py"), "d");
  await row(story, "d.py").click();
  await page.keyboard.press("F2");
  await page.getByRole("dialog").getByLabel(w.files.newName).fill("e.py");
  await page.keyboard.press("Enter");
  await page.getByText(w.files.moveUnsaved).first().waitFor();
  assert.equal(await read(story, "d.py"), "d");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: story.format("files.closeTab", { path: "d.py" }) }).click();
  await confirmation.getByRole("button", { name: w.app.leave }).click();
  await page.waitForURL((url) => url.searchParams.get("path") === "a.js");
  await page.goto(at("/script"));
  await tabs(story).first().waitFor();
  await showsTabs(story, "a.js");
}

async function useKeyboard(story: Scripts): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/script"));
  await row(story, "b").waitFor();
  await tree(story).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await row(story, "b.js").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("path") === "b/b.js");
  await tree(story).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await row(story, "b.js").waitFor({ state: "hidden" });
  await page.keyboard.press("c");
  await tree(story).getByRole("treeitem", { name: "c.sh", exact: true, selected: true }).waitFor();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("toolbar", { name: w.files.chosenBar }).waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  assert.equal(await tree(story).locator('[aria-selected="true"]').count(), 4);
  await page.keyboard.press("Escape");
  assert.equal(await tree(story).locator('[aria-selected="true"]').count(), 0);
  await page.keyboard.press("d");
  await page.keyboard.press("F2");
  await holdsFocus(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await hasFocus(tree(story));
  await page.keyboard.press("Delete");
  await row(story, "d.py").waitFor({ state: "hidden" });
  await until("it is gone", async () => await read(story, "d.py") === null);
}

async function usePhone(story: Scripts): Promise<void> {
  const { page, w, at } = story;
  await fill(story, { "folder/inside.js": "inside", "plain.sh": "plain" });
  await page.goto(at("/script"));
  await row(story, "folder").click();
  await row(story, "inside.js").click();
  await text(story).getByText("inside").first().waitFor();
  await page.getByRole("button", { name: w.files.showTree }).click();
  await page.getByRole("dialog", { name: w.files.scriptsTitle }).waitFor();
  await row(story, "plain.sh").click();
  await text(story).getByText("plain").first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: w.files.showTree }).click();
  await row(story, "plain.sh").hover();
  await row(story, "plain.sh").getByRole("button").click();
  await page.getByRole("menuitem", { name: w.files.rename, exact: false }).click();
  const dialog = page.getByRole("dialog", { name: w.files.renameTitle });
  await dialog.getByLabel(w.files.newName).fill("renamed.sh");
  await dialog.getByRole("button", { name: w.files.rename, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL((url) => url.searchParams.get("path") === "renamed.sh");
  await assertFits(story); // waits, too: while the tree slides out, it is outside of the window
}
