// What mentions what: tasks and scripts of a variable, tasks of a script, and what a command names.
import assert from "node:assert/strict";
import { join } from "node:path";
import { hasFocus } from "../support/keyboard_focus.ts";
import { assertFits, phone, runSteps, type Story, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";

testStory("references: variables, scripts and commands lead to one another", async (story, t) => {
  await makeObjects(story);
  await runSteps(t, story, {
    "a variable lists the tasks it is available to, and what mentions it": seeMentions,
    "a script lists the tasks that run it, and offers to create one": seeTasks,
    "a command completes scripts by keyboard, and opens them": completeScript,
    "a missing script and an undefined variable are reported, and the variable is created": followHints,
  });
});

testStory("references: on a phone, in Chinese", onPhone, { language: "zh", window: phone });

async function put({ dataDir }: Story, path: string, text: string): Promise<void> {
  const file = join(dataDir, "scripts", path);
  await Deno.mkdir(join(file, ".."), { recursive: true });
  await Deno.writeTextFile(file, text);
}

async function makeObjects(story: Story): Promise<void> {
  const { add, panel } = story;
  await panel.json("/api/variables", { json: { name: "BARN_KEY", value: "1" } });
  await add({ name: "Opens the barn", command: "curl -H $BARN_KEY host" });
  await add({ name: "Harvests", command: "task farm/harvest.sh" });
  await put(story, "farm/harvest.sh", "# first\necho $BARN_KEY\n");
  await put(story, "idle.sh", "echo\n");
}

async function seeMentions(story: Story): Promise<void> {
  const { page, w, format, at } = story;
  await page.goto(at("/env"));
  await page.getByRole("columnheader", { name: w.variables.usedByColumn }).waitFor();
  const label = format("variables.usedByOf", { name: "BARN_KEY" });
  await page.getByRole("button", { name: label }).click();
  const panel = page.getByRole("dialog", { name: label });
  await panel.getByRole("heading", { name: w.variables.usedBy }).waitFor();
  const mentions = panel.getByRole("list").first();
  await mentions.getByRole("link", { name: "Opens the barn" }).waitFor();
  assert.equal(await mentions.getByRole("link").count(), 2, "a task and a script");
  await mentions.getByRole("link", { name: "farm/harvest.sh" }).click();
  await page.waitForURL(/\/script\?path=farm%2Fharvest\.sh&line=2/);
}

async function seeTasks(story: Story): Promise<void> {
  const { page, w, format } = story;
  const button = (name: string) =>
    page.getByRole("button", { name: format("files.tasksOf", { name }) }).filter({ visible: true });
  await button("harvest.sh").click();
  const panel = page.getByRole("dialog", { name: format("files.tasksOf", { name: "harvest.sh" }) });
  await panel.getByRole("link", { name: "Harvests" }).waitFor();
  assert.equal(await panel.getByRole("link").count(), 1);
  await page.keyboard.press("Escape");
  await page.goto(story.at("/script?path=idle.sh"));
  await button("idle.sh").click();
  await page.getByText(w.files.noTasks, { exact: true }).first().waitFor();
  const empty = page.getByRole("dialog", { name: format("files.tasksOf", { name: "idle.sh" }) });
  await empty.getByRole("button", { name: w.files.makeTask }).click();
  await page.waitForURL(/\/crontab\/modal/);
  await until("the command is filled in", async () => await command(story).inputValue() === "task idle.sh");
  await page.keyboard.press("Escape");
}

function command({ page, w }: Story) {
  return page.getByRole("textbox", { name: w.tasks.command, exact: true });
}

async function completeScript(story: Story): Promise<void> {
  const { page, w, at } = story;
  // From the page of scripts, whose tree the browser has already loaded.
  await page.goto(at("/script?path=farm%2Fharvest.sh"));
  await page.getByRole("treeitem", { name: "harvest.sh" }).waitFor();
  await page.getByRole("button", { name: w.files.makeTask }).filter({ visible: true }).click();
  await command(story).fill("task farm/");
  await page.getByRole("option", { name: "farm/harvest.sh" }).waitFor();
  await page.goto(at("/crontab/modal"));
  await command(story).click();
  await page.keyboard.type("task harv");
  const option = page.getByRole("listbox", { name: w.task.scriptSuggestions }).getByRole("option");
  await option.getByText("farm/harvest.sh", { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
  await option.first().waitFor({ state: "detached" });
  await command(story).waitFor();
  await page.keyboard.type("e");
  await option.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("it is completed", async () => await command(story).inputValue() === "task farm/harvest.sh");
  await hasFocus(command(story));
  const link = page.getByRole("link", { name: w.tasks.editScript });
  assert.match(await link.getAttribute("href") ?? "", /\/script\?path=farm%2Fharvest\.sh$/);
}

async function followHints(story: Story): Promise<void> {
  const { page, w, format } = story;
  await command(story).fill("task farm/missing.sh $BARN_KEY $SILO_KEY");
  await page.getByText(format("task.scriptUnknown", { path: "farm/missing.sh" })).first().waitFor();
  await page.getByText(format("task.variableUnknown", { name: "SILO_KEY" })).first().waitFor();
  assert.equal(await page.getByText(format("task.variableUnknown", { name: "BARN_KEY" })).count(), 0);
  assert.equal(await page.getByRole("link", { name: w.tasks.editScript }).count(), 0);
  await page.getByRole("button", { name: format("task.variableCreate", { name: "SILO_KEY" }) }).click();
  const dialog = page.getByRole("dialog", { name: w.variables.createTitle });
  const name = dialog.getByRole("textbox", { name: w.variables.name });
  assert.equal(await name.inputValue(), "SILO_KEY");
  await dialog.getByRole("textbox", { name: w.variables.value }).fill("1");
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText(format("task.variableUnknown", { name: "SILO_KEY" })).waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: w.tasks.name }).fill("With a missing script");
  await page.getByRole("button", { name: w.ui.create, exact: true }).click();
  await page.getByText(format("tasks.created", { name: "With a missing script" })).first().waitFor();
  await page.getByRole("button", { name: w.task.showCreated }).waitFor();
}

async function onPhone(story: Story): Promise<void> {
  const { page, w, format, at } = story;
  await makeObjects(story);
  await page.goto(at("/crontab/modal"));
  await command(story).fill("task farm/");
  await page.getByRole("option", { name: "farm/harvest.sh" }).tap();
  await until("it is completed", async () => await command(story).inputValue() === "task farm/harvest.sh");
  await command(story).fill("task farm/missing.sh $SILO_KEY");
  const unknown = page.getByText(format("task.variableUnknown", { name: "SILO_KEY" }));
  await unknown.waitFor();
  await assertFits(story);
  // A parameter of the task is defined.
  await page.getByRole("button", { name: w.parameters.title }).first().tap();
  await page.getByRole("button", { name: w.parameters.add }).tap();
  await page.getByLabel(w.parameters.name, { exact: true }).fill("SILO_KEY");
  await unknown.waitFor({ state: "detached" });
  await page.goto(at("/script?path=farm%2Fharvest.sh"));
  const label = format("files.tasksOf", { name: "harvest.sh" });
  await page.getByRole("button", { name: label }).filter({ visible: true }).tap();
  await page.getByRole("dialog", { name: label }).getByRole("link", { name: "Harvests" }).waitFor();
  await assertFits(story);
  await page.getByRole("dialog", { name: label }).getByRole("link", { name: "Harvests" }).tap();
  await page.waitForURL(/\/crontab\/detail\?id=2/);
  await page.goto(at("/env/modal?id=1"));
  await page.getByRole("region", { name: w.variables.mentionedIn }).getByRole("link", {
    name: "Opens the barn",
  })
    .waitFor();
  await assertFits(story);
}
