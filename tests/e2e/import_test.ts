// Importing a crontab: its rules become tasks, from this server, from a file, from the clipboard.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { assertFits, runStory, type Story, type StoryOptions } from "../support/stories.ts";
import { step } from "../support/step.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const crontab = `# Nightly backup
30 2 * * * /usr/local/bin/backup.sh > /dev/null
MAILTO=me@example.com
GREETING="it's me"
# Say hello
@daily echo "$GREETING"; cat%Hello%100\\%
#0 4 * * * old.sh
0 0 31 2 * never.sh
`;

const stories: (StoryOptions & { where: string })[] = [
  { where: "in en on 1440 pixels" },
  {
    where: "in zh on 390 pixels",
    ...{ language: "zh", basePath: "/" },
    window: { width: 390, height: 844, locale: "zh-CN", colorScheme: "dark" },
  },
];

for (const { where, ...options } of stories) {
  Deno.test(`import: from a crontab, ${where}`, async (t) => {
    await using programs = await temporaryFolder();
    const environment = { PATH: `${programs.path}:${Deno.env.get("PATH")}` };
    await runStory({ ...options, environment }, (story) => run(t, story, programs.path));
  });
}

/** `programs` is the folder at the start of the panel's search path. */
async function run(t: Deno.TestContext, story: Story, programs: string): Promise<void> {
  const { page, panel, client, at, format } = story;
  const dialog = page.getByRole("dialog", { name: format("imports.title") });
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const line = (text: string) => dialog.getByRole("listitem").filter({ hasText: text }).first();
  const openByMenu = async () => {
    await page.getByRole("button", { name: format("ui.more"), exact: true }).first().click();
    await page.getByRole("menuitem", { name: format("tasks.importCrontab") }).click();
    await dialog.waitFor();
  };
  const chooseText = () => dialog.getByText(format("imports.sourceText"), { exact: true }).click();
  const tasks = async () => (await panel.json<List<Task>>("/api/tasks?sort=createdAt")).items;
  const examine = () => examineDialog(story);

  await step(t, "the empty list offers the import; a server without cron is reported", async () => {
    await page.goto(at("/crontab"));
    await page.getByRole("button", { name: format("tasks.importCrontab") }).click();
    await page.waitForURL(at("/crontab?import=1"));
    await writeProgram(programs, "echo no crontab for you >&2; exit 1");
    await press(format("imports.preview"));
    await dialog.getByText(format("imports.noCrontab"), { exact: true }).first().waitFor();
    await examine();
    await press(format("ui.back"));
  });

  await step(t, "this server's crontab: preview of tasks and of rejected lines", async () => {
    await writeProgram(programs, "cat <<'EOT'\n" + crontab + "EOT");
    await press(format("imports.preview"));
    await dialog.getByText(format("imports.summary", { takeable: 3, refused: 1 })).first().waitFor();
    const second = line("export GREETING=");
    await second.getByText(format("imports.noteVariables")).first().waitFor();
    await second.getByText(format("imports.notePercent")).first().waitFor();
    await second.getByText(format("imports.noteMail")).first().waitFor();
    await line("old.sh").getByText(format("imports.noteDisabled")).first().waitFor();
    assert.equal(await line("old.sh").getByRole("checkbox").isChecked(), false);
    await line("never.sh").getByText(format("imports.reasonNever")).first().waitFor();
    await dialog.getByText(format("imports.chosen", { count: 2, total: 3 })).first().waitFor();
    await examine();
  });

  await step(t, "renamed, selected and labelled lines become tasks", async () => {
    await dialog.getByLabel(format("imports.nameOf", { line: 2 })).fill("Backup 备份");
    await line("old.sh").getByRole("checkbox").check();
    await dialog.getByLabel(format("imports.labels")).fill("moved,");
    await press(format("imports.import", { count: 3 }));
    await dialog.getByText(format("imports.created", { count: 3 })).first().waitFor();
    await examine();
    await dialog.getByRole("link", { name: format("imports.showLabelled") }).click();
    await page.waitForURL(at("/crontab?label=moved"));
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("Backup 备份").first().waitFor();
    const made = (await tasks()).map(({ name, enabled, labels }) => [name, enabled, labels]);
    assert.deepEqual(made.sort(), [
      ["Backup 备份", true, ["moved"]],
      ["Say hello", true, ["moved"]],
      ["old.sh", false, ["moved"]],
    ]);
  });

  await step(t, "an imported task behaves as its line did", async () => {
    const hello = (await tasks()).find(({ name }) => name === "Say hello");
    await panel.json("/api/tasks/run", { json: { ids: [hello?.id] } });
    const run = await until("it has run", async () => {
      const { items } = await panel.json<List<Run>>(`/api/tasks/${hello?.id}/runs?state=succeeded`);
      return items[0] ?? null;
    });
    const log = await (await panel.fetch(`/api/runs/${run.id}/log`)).text();
    assert.match(log, /it's me\nHello\n100%\n/);
  });

  await step(t, "a pasted crontab: existing tasks are skipped, and Back preserves the text", async () => {
    await page.goto(at("/crontab"));
    await openByMenu();
    await chooseText();
    const box = dialog.getByLabel(format("imports.boxText"), { exact: true });
    await box.fill("30 2 * * * /usr/local/bin/backup.sh > /dev/null\n");
    await box.press("Control+Enter");
    await dialog.getByText(format("imports.noteExists")).first().waitFor();
    assert.ok(
      await dialog.getByRole("button", { name: format("imports.import", { count: 0 }), exact: true })
        .isDisabled(),
    );
    await press(format("ui.back"));
    assert.match(await box.inputValue(), /backup\.sh/);
    await examine();
  });

  await step(t, "a selected or dropped file fills the field; one too large is rejected", async () => {
    const box = dialog.getByLabel(format("imports.boxText"), { exact: true });
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      press(format("imports.chooseFile")),
    ]);
    await chooser.setFiles(file("jobs", "17 * * * * root hourly.sh\n"));
    await until("it is read", async () => /hourly/.test(await box.inputValue()));
    await drop(box, "*/5 * * * * root dropped.sh\n");
    await until("it is read", async () => /dropped/.test(await box.inputValue()));
    await dialog.locator("input[type=file]").setInputFiles(file("huge", "#".repeat(600 * 1024)));
    await dialog.getByText("huge").first().waitFor();
    assert.match(await box.inputValue(), /dropped/);
    await press(format("imports.preview"));
    await line("dropped.sh").getByText(format("imports.noteUser")).first().waitFor();
    await dialog.getByText(format("imports.withUserAccounts", { word: "root" })).first().waitFor();
    const withUser = dialog.getByRole("switch", { name: format("imports.withUser") });
    assert.ok(await withUser.isChecked());
    await examine();
    await withUser.click();
    await dialog.getByText("root dropped.sh", { exact: true }).first().waitFor();
    assert.equal(await withUser.isChecked(), false);
    await withUser.click();
    await dialog.getByText("dropped.sh", { exact: true }).first().waitFor();
    await press(format("imports.import", { count: 1 }));
    await press(format("imports.done"));
    await page.waitForURL(at("/crontab"));
    assert.ok((await tasks()).some(({ command }) => command === "dropped.sh"));
  });

  await step(t, "the URL of the dialog survives typing, reload and Back; Escape closes it", async () => {
    await page.goto(at("/crontab?import=1"));
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(at("/crontab"));
    await openByMenu();
    await page.goBack();
    await page.waitForURL(at("/crontab"));
    await dialog.waitFor({ state: "hidden" });
  });

  await step(t, "losing pasted text asks for confirmation", async () => {
    await openByMenu();
    await chooseText();
    await dialog.getByLabel(format("imports.boxText"), { exact: true }).fill("@daily x");
    await page.keyboard.press("Escape");
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByRole("button", { name: format("app.stay") }).click();
    await confirmation.waitFor({ state: "detached" });
    assert.equal(
      await dialog.getByLabel(format("imports.boxText"), { exact: true }).inputValue(),
      "@daily x",
    );
    await page.keyboard.press("Escape");
    await confirmation.getByRole("button", { name: format("app.leave") }).click();
    await page.waitForURL(at("/crontab"));
    await dialog.waitFor({ state: "detached" });
  });

  await step(t, "the palette finds the import", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: format("app.paletteLabel") }).fill("crontab");
    await page.getByRole("option", { name: format("tasks.importCrontab") }).click();
    await page.waitForURL(at("/crontab?import=1"));
    await dialog.waitFor();
  });

  assert.deepEqual(client.errors, []);
}

/** Writes a `crontab` program where the panel finds it first. */
async function writeProgram(folder: string, source: string): Promise<void> {
  await Deno.writeTextFile(join(folder, "crontab"), `#!/bin/sh\n${source}\n`, { mode: 0o755 });
}

function file(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

async function drop(target: Locator, text: string): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped"));
    return transfer;
  }, text);
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

async function examineDialog(story: Story): Promise<void> {
  await assertFits(story); // waits, too: a fading dialog has mixed colors
  assert.deepEqual(await findAxeIssues(story.page), []);
}
