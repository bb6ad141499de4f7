// A script written and debugged on one page, and the text that a task's run executed; by mouse, by keyboard,
// on a phone.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import { choose } from "../support/choose.ts";
import { assertFits, phone, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("debug: a script is written and run", {
  "the text in the editor runs, saved or not": runUnsaved,
  "the run gets arguments and variables": runWithInput,
  "a run is stopped, and still visible after a reload": stopAndReload,
  "the output is cleared, earlier runs can be opened": clearAndReturn,
  "the script is saved, and saved as another": save,
  "a new script needs no file; leaving it asks for confirmation": begin,
  "a script without a runtime is rejected with a reason": rejectScript,
});

testStory("script of a task: current text, and as each run executed it", readScriptOfTask);

testStory("debug: on a phone", byThumb, { window: phone });

function scriptFile({ dataDir }: Story, path: string): string {
  return join(dataDir, "scripts", path);
}

function editor({ page }: Story, label: string) {
  return page.getByRole("textbox", { name: label, exact: true });
}

function output({ page, w }: Story) {
  return page.getByRole("region", { name: w.files.debugOutput });
}

/** Replaces the text in the editor by keyboard. */
async function write(story: Story, label: string, text: string): Promise<void> {
  await editor(story, label).click();
  await story.page.keyboard.press("Control+A");
  // Otherwise the browser would apply the colors of the replaced text to the inserted one.
  await story.page.keyboard.press("Delete");
  await story.page.keyboard.insertText(text);
}

function exitCode({ w }: Story, code: number): string {
  return w.runs.exitCodeIs.replace("{code}", String(code));
}

async function runUnsaved(story: Story): Promise<void> {
  const { page, w, at } = story;
  await Deno.writeTextFile(scriptFile(story, "try.sh"), "echo from the disk\n");
  await page.goto(at("/script/editModal?path=try.sh"));
  await editor(story, "try.sh").getByText("echo from the disk").first().waitFor();
  await write(story, "try.sh", "echo from the editor; echo -e '\\033[31mred\\033[0m'; exit 3\n");
  await page.keyboard.press("Control+Enter");
  await output(story).getByText("from the editor", { exact: true }).first().waitFor();
  await output(story).getByText(exitCode(story, 3), { exact: true }).first().waitFor();
  await output(story).getByText(w.runs.stateFailed, { exact: true }).first().waitFor();
  await output(story).getByText("red", { exact: true }).first().waitFor();
  assert.equal(await Deno.readTextFile(scriptFile(story, "try.sh")), "echo from the disk\n");
  await page.getByText(w.editor.unsaved, { exact: true }).first().waitFor();
}

async function runWithInput(story: Story): Promise<void> {
  const { page, w } = story;
  await write(story, "try.sh", 'printf "%s;" "$@"; echo; echo "for $WHO"\n');
  await page.getByRole("button", { name: w.files.debugInput }).click();
  await page.getByLabel(w.task.runArguments).fill('--days 7 "two words');
  await page.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await page.getByText(w.task.quoteOpen).first().waitFor();
  await page.getByLabel(w.task.runArguments).fill('--days 7 "two words"');
  await page.getByRole("button", { name: w.task.variableAdd }).click();
  await page.getByRole("textbox", { name: w.task.variableName }).fill("WHO");
  await page.getByRole("textbox", { name: w.task.variableValue }).fill("米拉");
  await page.getByRole("textbox", { name: w.task.variableValue }).press("Control+Enter");
  await output(story).getByText("--days;7;two words;", { exact: true }).first().waitFor();
  await output(story).getByText("for 米拉", { exact: true }).first().waitFor();
  await output(story).getByText(exitCode(story, 0), { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.files.debugInputSet.replace("{count}", "4") }).click();
}

async function stopAndReload(story: Story): Promise<void> {
  const { page, w, panel } = story;
  await write(story, "try.sh", "echo begun; sleep 300\n");
  await page.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await output(story).getByText("begun", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.tasks.run, exact: true, disabled: true }).waitFor();
  await page.keyboard.press("Control+S");
  await page.getByText(w.editor.saved, { exact: true }).first().waitFor();
  await page.reload();
  await output(story).getByText("begun", { exact: true }).first().waitFor();
  await output(story).getByText(w.runs.stateRunning, { exact: true }).first().waitFor();
  await output(story).getByRole("button", { name: w.tasks.stop, exact: true }).click();
  await output(story).getByText(w.runs.stateStopped, { exact: true }).first().waitFor();
  const { items } = await panel.json<{ items: Run[] }>("/api/runs?kind=debug&scriptPath=try.sh");
  assert.deepEqual(items.map(({ kind, taskId, state }) => [kind, taskId, state]), [
    ["debug", null, "stopped"],
    ["debug", null, "succeeded"],
    ["debug", null, "failed"],
  ]);
}

async function clearAndReturn(story: Story): Promise<void> {
  const { page, w } = story;
  await output(story).getByRole("button", { name: w.files.debugClear }).click();
  await output(story).getByText(w.files.debugNoOutput).first().waitFor();
  await output(story).getByRole("button", { name: w.files.debugEarlier }).click();
  await page.getByRole("menuitem").or(page.getByRole("menuitemcheckbox")).filter({
    hasText: w.runs.stateFailed,
  }).click();
  await output(story).getByText("from the editor", { exact: true }).first().waitFor();
}

async function save(story: Story): Promise<void> {
  const { page, w } = story;
  await write(story, "try.sh", "echo kept\n");
  await page.getByRole("button", { name: w.editor.save, exact: true }).click();
  await until("it is on disk", async () => {
    return await Deno.readTextFile(scriptFile(story, "try.sh")) === "echo kept\n";
  });
  await write(story, "try.sh", "echo another\n");
  await page.getByRole("button", { name: w.ui.more }).click();
  await page.getByRole("menuitem", { name: w.editor.saveAs }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.files.fileName).fill("another.sh");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await page.waitForURL(/path=another\.sh/);
  await editor(story, "another.sh").getByText("echo another").first().waitFor();
  assert.equal(await Deno.readTextFile(scriptFile(story, "another.sh")), "echo another\n");
  assert.equal(await Deno.readTextFile(scriptFile(story, "try.sh")), "echo kept\n");
}

async function begin(story: Story): Promise<void> {
  const { page, w, at } = story;
  await page.goto(at("/script/editModal"));
  await page.getByRole("combobox", { name: w.files.debugLanguage }).click();
  await page.getByRole("option", { name: "Python" }).click();
  await editor(story, w.files.debugNew).getByText("def main").first().waitFor();
  await write(story, w.files.debugNew, "print(6 * 7)\n");
  await page.keyboard.press("Control+Enter");
  await output(story).getByText("42", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: w.files.debugBack }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.app.stay }).click();
  await page.getByRole("button", { name: w.files.saveAsTitle }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(w.files.fileName).fill("answer.py");
  await dialog.getByRole("button", { name: w.ui.save, exact: true }).click();
  await page.waitForURL(/path=answer\.py/);
  assert.equal(await Deno.readTextFile(scriptFile(story, "answer.py")), "print(6 * 7)\n");
  await page.getByRole("button", { name: w.files.debugBack }).click();
  await page.waitForURL(/\/script\?path=answer\.py/);
}

async function rejectScript(story: Story): Promise<void> {
  const { page, w, at } = story;
  await Deno.writeTextFile(scriptFile(story, "notes.txt"), "only notes\n");
  await page.goto(at("/script/editModal?path=notes.txt"));
  await editor(story, "notes.txt").getByText("only notes").first().waitFor();
  await page.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await output(story).getByRole("alert").getByText(/\.js.*\.py.*\.sh|\.sh.*\.js/).first().waitFor();
  await page.goto(at("/script/editModal?path=gone.sh"));
  await page.getByRole("button", { name: w.tasks.run, exact: true }).click();
  await page.getByText(w.files.debugNothing, { exact: true }).first().waitFor();
}

async function readScriptOfTask(story: Story): Promise<void> {
  const { page, w, at, panel } = story;
  await Deno.writeTextFile(scriptFile(story, "daily.sh"), "echo the first text\n");
  const id = await story.add({ name: "Daily", command: "task daily.sh" });
  const first = await story.ended(await story.run(id));
  await Deno.writeTextFile(scriptFile(story, "daily.sh"), "echo the second text\n");
  await story.ended(await story.run(id));
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByRole("button", { name: w.task.scriptShow, exact: true }).click();
  await editor(story, "daily.sh").getByText("echo the second text").first().waitFor();
  assert.match(
    await page.getByRole("link", { name: w.task.scriptOpen }).getAttribute("href") ?? "",
    /\/script\?path=daily\.sh$/,
  );
  const asRan = (run: number) => page.getByRole("button", { name: `${w.task.scriptAsRan} (#${run})` });
  await asRan(first.id).click();
  const dialog = page.getByRole("dialog", { name: w.task.scriptAsRanOf.replace("{run}", String(first.id)) });
  await dialog.getByText("echo the first text").first().waitFor();
  await dialog.getByRole("button", { name: w.task.scriptCompareNow }).click();
  await page.waitForURL(
    new RegExp(`left=scripts%2Fdaily\\.sh%40${first.scriptVersionId}&right=scripts%2Fdaily\\.sh$`),
  );
  await page.getByText("first", { exact: true }).first().waitFor();
  await page.goto(at(`/crontab/logModal?id=${id}&run=${first.id}`));
  await page.getByRole("dialog").getByRole("button", { name: w.task.scriptAsRan, exact: true }).click();
  await dialog.getByText("echo the first text").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("log").waitFor();
  await panel.json("/api/files/scripts/content?path=daily.sh", { method: "DELETE" });
  await page.goto(at(`/crontab/detail?id=${id}`));
  await page.getByText(w.task.scriptMissingHelp.replace("{path}", "daily.sh")).first().waitFor();
}

async function byThumb(story: Story): Promise<void> {
  const { page, w, at } = story;
  await Deno.writeTextFile(scriptFile(story, "small.sh"), "echo in the hand\n");
  await page.goto(at("/script/editModal?path=small.sh"));
  await editor(story, "small.sh").getByText("echo in the hand").first().waitFor();
  await page.getByRole("button", { name: w.tasks.run, exact: true }).tap();
  await output(story).getByText("in the hand", { exact: true }).first().waitFor();
  await editor(story, "small.sh").waitFor({ state: "hidden" });
  await choose(page.getByRole("radio", { name: w.files.debugScript }));
  await editor(story, "small.sh").waitFor();
  await assertFits(story);
}
