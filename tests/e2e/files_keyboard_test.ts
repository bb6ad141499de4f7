// Files without a mouse: scripts found, written, debugged and saved by keyboard; every control is reachable,
// visibly focused, and can be left.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { hasFocus, holdsFocus, isFocused, takeEntry } from "../support/keyboard_focus.ts";
import { type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("files by keyboard: a script is found, debugged and saved", {
  "the list of shortcuts opens": resolve,
  "the tree opens a script and its debug page": find,
  "the typed text runs; Escape and Tab leave the editor": writeAndLeave,
  "the run gets arguments and variables, and is stopped": runAndStop,
  "the outcome of a run is announced": readOutcome,
  "the script is saved as another, without a prompt about unsaved changes": saveAs,
});

testStory("files by keyboard: Tab reaches and leaves every control, with visible focus", async (story, t) => {
  await layOut(story);
  for (const walk of await walksOf(story)) {
    await t.step(walk.address, async () => await walkAround(story, walk));
  }
  await t.step("dialogs restore the focus", () => closeDialogs(story));
  await t.step("Enter expands a collapsed range of a comparison", () => unfold(story));
});

interface Walk {
  address: string;
  /** Elements that must have been focused. */
  reached: Locator[];
}

const long = Array.from({ length: 60 }, (_, index) => `same(${index});`);

async function layOut(story: Story): Promise<void> {
  await Deno.mkdir(scriptFile(story, "deep"));
  await Deno.writeTextFile(scriptFile(story, "left.js"), ["const a = 1;", ...long, "end(1);", ""].join("\n"));
  await Deno.writeTextFile(
    scriptFile(story, "deep/right.js"),
    ["const a = 2;", ...long, "end(2);", ""].join("\n"),
  );
}

async function walksOf(story: Story): Promise<Walk[]> {
  const { page, w } = story;
  const task = await story.add({ name: "Talker", command: "echo said" });
  const run = await story.run(task);
  // Live updates would change the page during the walk.
  const { logPath } = await story.ended(run);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const text = (name: string) => page.getByRole("textbox", { name, exact: true });
  const comparison = "/diff?left=scripts/left.js&right=scripts/deep/right.js";
  return [
    { address: "/config", reached: [button(w.files.configNew)] },
    { address: "/config?file=config.sh", reached: [] },
    { address: "/script", reached: [button(w.files.newFile), page.getByRole("tree")] },
    {
      address: "/script?path=left.js",
      reached: [text("left.js"), button(w.editor.edit), button(w.ui.more).last()],
    },
    { address: "/script/editModal?path=left.js", reached: [text("left.js"), button(w.tasks.run)] },
    {
      address: comparison,
      reached: [button(w.diff.swap), page.getByRole("button", { name: w.editor.takeLeft }).first()],
    },
    { address: "/log", reached: [page.getByRole("tree")] },
    { address: `/log?path=${encodeURIComponent(logPath!)}`, reached: [page.getByRole("log")] },
  ];
}

async function walkAround(story: Story, { address, reached }: Walk): Promise<void> {
  const { page, at } = story;
  await page.goto(at(address));
  await page.locator("h1, h2").first().waitFor();
  await story.client.settled();
  const missing = new Set(reached);
  const unseen: string[] = [];
  let steps = 0;
  for (; steps < 150; steps++) {
    if (await page.evaluate(() => document.activeElement?.closest(".cm-content") !== null)) {
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(describeFocus);
    if (focused === null) break;
    if (focused !== "") unseen.push(focused);
    for (const target of missing) {
      if (await target.count() > 0 && await isFocused(target)) missing.delete(target);
    }
  }
  assert.ok(steps > 5 && steps < 150, `${address}: ${steps} steps`);
  assert.deepEqual(unseen, [], `${address}: nothing shows the focus there`);
  assert.deepEqual([...missing].map(String), [], `${address}: not reached`);
}

/**
 * Null at the end of the page, empty when the focus is visible, otherwise a description of the focused
 * element.
 */
function describeFocus(): string | null {
  const active = document.activeElement;
  if (active === null || active === document.body) return null;
  const row = document.getElementById(active.getAttribute("aria-activedescendant") ?? "");
  const shows = (element: Element | null | undefined) =>
    [undefined, "::after"].some((part) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow, content } = getComputedStyle(element, part);
      if (part && content === "none") return false;
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
  const candidates = [
    active,
    active.closest(".cm-editor"),
    row,
    active.parentElement,
    active.nextElementSibling,
  ];
  const { width, height } = active.getBoundingClientRect();
  return candidates.some(shows) && width > 0 && height > 0 ? "" : active.outerHTML.slice(0, 200);
}

async function closeDialogs(story: Story): Promise<void> {
  const { page, w, at } = story;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const opens: [address: string, button: Locator, entry?: string][] = [
    ["/script?path=left.js", button(w.files.new)],
    ["/script?path=left.js", button(w.ui.more).first(), w.files.bin],
    ["/script?path=left.js", button(w.ui.more).first(), w.files.settings],
    ["/script?path=left.js", button(w.editor.openVersions)],
    ["/script?path=left.js", button(w.ui.more).last(), w.files.rename],
    ["/script?path=left.js", button(w.ui.more).last(), w.editor.saveAs],
    ["/config?file=config.sh", button(w.files.configNew)],
    ["/diff?left=scripts/left.js", button(w.diff.chooseRight)],
  ];
  for (const [address, opener, entry] of opens) {
    await page.goto(at(address));
    // Until the file's own menu is rendered, the last of two menus is another one.
    if (address.startsWith("/script")) await button(w.editor.openVersions).waitFor();
    await tabTo(story, opener);
    await page.keyboard.press("Enter");
    if (entry) await takeEntry(page.getByRole("menuitem", { name: entry }));
    const dialog = page.getByRole("dialog");
    await holdsFocus(dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await hasFocus(opener);
  }
  await Deno.writeTextFile(scriptFile(story, "gone.js"), "");
  await page.goto(at("/script?path=gone.js"));
  const tree = page.getByRole("tree");
  const gone = page.getByRole("treeitem", { name: /gone\.js/ });
  await gone.waitFor();
  await tabTo(story, tree);
  for (const key of ["F2", "Shift+F10", "Delete"]) {
    await page.keyboard.press(key);
    const over = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]');
    if (key === "Delete") break; // it needs no confirmation and can be undone
    await holdsFocus(over);
    await page.keyboard.press("Escape");
    await over.waitFor({ state: "hidden" });
    await hasFocus(tree);
  }
  await gone.waitFor({ state: "hidden" });
  await keepsFocus(story);
}

async function unfold(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/diff?left=scripts/left.js&right=scripts/deep/right.js"));
  for (const layout of [w.diff.sideBySide, w.diff.inline]) {
    const editor = page.locator(".cm-content").last();
    if (layout === w.diff.inline) {
      await tabTo(story, page.getByRole("radio", { name: w.diff.sideBySide }), "Shift+Tab");
      await page.keyboard.press("ArrowRight");
    }
    const folded = editor.getByRole("button", { name: w.editor.unchangedLines.replace("$", "54") });
    await tabTo(story, folded);
    assert.equal(await editor.getByText("same(30);").count(), 0);
    await page.keyboard.press("Enter");
    await editor.getByText("same(30);").first().waitFor();
    await hasFocus(editor);
    assert.equal(await folded.count(), 0);
    assert.equal(await page.getByRole("button", { name: w.editor.save, exact: true }).isDisabled(), true);
    await tabTo(
      story,
      page.getByRole("button", { name: w.editor.takeLeft }).first(),
      layout === w.diff.inline ? "Shift+Tab" : "Tab",
    );
    await page.keyboard.press("Enter");
    await editor.getByText("const a = 1;").first().waitFor();
    await hasFocus(editor);
    await page.keyboard.press("Control+z");
    await editor.getByText("const a = 2;").first().waitFor();
  }
}

/** Asserts that a visible element has the focus. */
async function keepsFocus({ page }: Story): Promise<void> {
  await until("something has the focus", () =>
    page.evaluate(() => {
      const active = document.activeElement;
      return active !== null && active !== document.body && active.getClientRects().length > 0;
    }));
}

/** Moves the focus to an element with Tab or Shift+Tab; leaves an editor with Escape first. */
async function tabTo({ page }: Story, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 80; steps++) {
    if (await isFocused(target)) return;
    if (await page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)) {
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}

function scriptFile({ dataDir }: Story, path: string): string {
  return join(dataDir, "scripts", path);
}

function editor({ page }: Story, label: string): Locator {
  return page.getByRole("textbox", { name: label, exact: true });
}

function output({ page, w }: Story): Locator {
  return page.getByRole("region", { name: w.files.debugOutput });
}

async function retype(story: Story, path: string, text: string): Promise<void> {
  const { page } = story;
  await tabTo(story, editor(story, path));
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
}

async function resolve(story: Story): Promise<void> {
  const { page, w, at } = story;
  await Deno.mkdir(scriptFile(story, "reports"));
  await Deno.writeTextFile(scriptFile(story, "another.sh"), "echo another\n");
  await Deno.writeTextFile(scriptFile(story, "reports/daily.sh"), "echo from the disk\n");
  await page.goto(at("/script"));
  await page.getByRole("treeitem", { name: /reports/ }).waitFor();
  await page.keyboard.press("Shift+?");
  const dialog = page.getByRole("dialog", { name: w.app.shortcuts });
  await dialog.getByText(w.files.keyLeave).first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

async function find(story: Story): Promise<void> {
  const { page, w } = story;
  await tabTo(story, page.getByRole("tree", { name: w.files.scriptsTitle }));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: /daily\.sh/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/path=reports%2Fdaily\.sh/);
  await editor(story, "reports/daily.sh").getByText("from the disk").first().waitFor();
  await tabTo(story, page.getByRole("button", { name: w.files.debug }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/editModal\?path=reports%2Fdaily\.sh/);
  await editor(story, "reports/daily.sh").getByText("from the disk").first().waitFor();
}

async function writeAndLeave(story: Story): Promise<void> {
  const { page, w } = story;
  const text = editor(story, "reports/daily.sh");
  await retype(story, "reports/daily.sh", "echo typed by hand");
  await page.keyboard.press("Control+Enter");
  await output(story).getByText("typed by hand", { exact: true }).first().waitFor();
  await output(story).getByText(w.runs.stateSucceeded, { exact: true }).first().waitFor(); // no other run can start meanwhile
  assert.ok(await isFocused(text), "the focus stays in the field");
  await page.keyboard.press("Tab");
  await until("Tab indents", async () => /^\s+echo typed by hand$/.test(await text.textContent() ?? ""));
  await page.getByText(w.editor.leaveHelp).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(w.editor.leaveNow).first().waitFor();
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 30_000; // simulates a slow user
  });
  await page.keyboard.press("Tab");
  assert.equal(await isFocused(text), false);
  await keepsFocus(story);
  await page.getByText(w.editor.leaveNow).waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+Tab");
  await hasFocus(text);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await isFocused(text), false);
  await keepsFocus(story);
}

async function runAndStop(story: Story): Promise<void> {
  const { page, w } = story;
  await retype(story, "reports/daily.sh", "for one in $1 $2 $WHO; do echo got $one; done; sleep 300");
  const input = page.getByRole("button", { name: w.files.debugInput });
  await tabTo(story, input, "Shift+Tab");
  await page.keyboard.press("Space");
  await tabTo(story, page.getByLabel(w.task.runArguments));
  await page.keyboard.type("first 'the second'");
  await tabTo(story, page.getByRole("button", { name: w.task.variableAdd }));
  await page.keyboard.press("Enter");
  await hasFocus(page.getByRole("textbox", { name: w.task.variableName }));
  await page.keyboard.type("WHO");
  await page.keyboard.press("Tab");
  await page.keyboard.type("米拉");
  const run = page.getByRole("button", { name: w.tasks.run, exact: true });
  await tabTo(story, run, "Shift+Tab");
  await page.keyboard.press("Enter");
  for (const line of ["got first", "got the", "got second", "got 米拉"]) {
    await output(story).getByText(line, { exact: true }).first().waitFor();
  }
  await keepsFocus(story);
  const stop = output(story).getByRole("button", { name: w.tasks.stop, exact: true });
  await tabTo(story, stop);
  await page.keyboard.press("Enter");
  await output(story).getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  await stop.waitFor({ state: "hidden" });
  await keepsFocus(story);
  await tabTo(story, page.getByRole("log"));
  await tabTo(story, output(story).getByRole("button", { name: w.files.debugEarlier }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await takeEntry(page.locator('[role^="menuitem"]').filter({ hasText: w.runs.stateSucceeded }));
  await output(story).getByText("typed by hand", { exact: true }).first().waitFor();
  await keepsFocus(story);
}

async function readOutcome(story: Story): Promise<void> {
  const { page, w } = story;
  await tabTo(story, editor(story, "reports/daily.sh"), "Shift+Tab");
  await retype(story, "reports/daily.sh", "echo over; exit 3");
  await page.keyboard.press("Control+Enter");
  const status = output(story).getByRole("status");
  await status.getByText(w.runs.exitCodeIs.replace("{code}", "3"), { exact: true }).first().waitFor();
  await status.getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
}

async function saveAs(story: Story): Promise<void> {
  const { page, w, at } = story;
  const disk = "echo from the disk\n";
  await tabTo(story, page.getByRole("button", { name: w.ui.more }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await takeEntry(page.getByRole("menuitem", { name: w.editor.saveAs }));
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByLabel(w.files.fileName));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(page.getByRole("button", { name: w.ui.more }));
  await page.keyboard.press("Enter");
  await takeEntry(page.getByRole("menuitem", { name: w.editor.saveAs }));
  await hasFocus(dialog.getByLabel(w.files.fileName));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("kept.sh");
  await page.keyboard.press("Enter");
  await page.waitForURL(/editModal\?path=reports%2Fkept\.sh/);
  await hasFocus(editor(story, "reports/kept.sh"));
  assert.equal(await Deno.readTextFile(scriptFile(story, "reports/kept.sh")), "echo over; exit 3");
  assert.equal(await Deno.readTextFile(scriptFile(story, "reports/daily.sh")), disk);
  await tabTo(story, page.getByRole("button", { name: w.files.debugBack }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/script\?path=reports%2Fkept\.sh/);
  await page.goto(at("/script/editModal?path=reports/daily.sh"));
  await editor(story, "reports/daily.sh").getByText("from the disk").first().waitFor();
  assert.equal(await page.getByRole("button", { name: w.editor.draftRestore }).count(), 0);
}
