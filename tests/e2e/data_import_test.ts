// Importing from another program: a file is reviewed, imported, enabled, and imported again.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { ImportResource } from "../../server/contract/imports.ts";
import type { List } from "../../server/contract/shapes.ts";
import type { Task } from "../../server/contract/tasks.ts";
import { findAxeIssues } from "../support/find_axe_issues.ts";
import { hasFocus, tabTo } from "../support/keyboard_focus.ts";
import { packFolder, writeQinglongData } from "../support/qinglong_data.ts";
import { step } from "../support/step.ts";
import { phone, type Story, type StoryOptions, testStory } from "../support/stories.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const stories: (StoryOptions & { where: string })[] = [
  { where: "in en on a desktop" },
  {
    where: "in zh on a phone",
    ...{ language: "zh", basePath: "/" },
    window: { ...phone, locale: "zh-CN", colorScheme: "dark" },
  },
];

const timers = `# /etc/systemd/system/backup.timer
[Timer]
OnCalendar=Mon..Fri 02:30
Persistent=true

# /etc/systemd/system/backup.service
[Unit]
Description=Back up the server
[Service]
ExecStart=/usr/local/bin/backup --all

# /etc/systemd/system/half.timer
[Timer]
OnCalendar=*-*-* 12:00:00.5
Unit=backup.service
`;

for (const { where, ...options } of stories) {
  testStory(`data import: from an archive and a file, ${where}`, async (story, t) => {
    await using folder = await temporaryFolder();
    await run(t, story, Buffer.from(await packFolder(await oldData(folder.path))));
  }, options);
}

function oldData(folder: string): Promise<string> {
  return writeQinglongData(folder, {
    tasks: [
      {
        name: "Sign in",
        command: "task sign.py",
        schedule: "5 8 * * *",
        labels: '["home"]',
        extra_schedules: JSON.stringify([{ schedule: "x".repeat(150) }]),
      },
      { name: "Off there", command: "echo off", schedule: "0 1 * * *", isDisabled: 1 },
      { name: "Broken", command: "", schedule: "1 1 * * *" },
    ],
    variables: [{ name: "TOKEN", value: "a", position: 2, status: 0 }],
    applications: [
      {
        name: "bot",
        scopes: '["crons"]',
        client_id: "AbC_12345xyz",
        client_secret: "secret-of-24-characters_",
      },
    ],
    files: { "scripts/sign.py": "print(open('/ql/data/config/config.sh'))\n" },
  });
}

async function run(t: Deno.TestContext, story: Story, archive: Buffer): Promise<void> {
  const { page, at, panel, w, format } = story;
  const kind = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  const title = (name: string) => page.getByRole("heading", { name, exact: true });
  const upload = (name: string, buffer: Buffer) =>
    page.setInputFiles("input[type=file]", { name, mimeType: "application/octet-stream", buffer });
  const check = async () => assert.deepEqual(await findAxeIssues(page), []);
  const tasks = async () =>
    (await panel.json<List<Task>>("/api/tasks?sort=name")).items.map(({ name, enabled }) => [name, enabled]);

  await step(t, "the empty task list leads to the import", async () => {
    await page.goto(at("/crontab"));
    await page.getByRole("button", { name: w.tasks.import, exact: true }).click();
    await page.waitForURL(at("/setting/import"));
    await title(w.dataImport.title).waitFor();
    await check();
  });

  await step(t, "an unknown file and a damaged archive are rejected with the reason", async () => {
    await upload("photo.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
    await page.getByRole("alert").getByText(/not from a program|不是来自/).first().waitFor();
    await upload("cut.tgz", archive.subarray(0, archive.length / 2));
    await page.getByRole("alert").getByText(/incomplete|damaged|不完整|损坏/).first().waitFor();
    await upload("empty.txt", Buffer.from(""));
    await page.getByRole("alert").getByText(/not from a program|不是来自/).first().waitFor();
    assert.deepEqual((await panel.json<{ items: unknown[] }>("/api/imports")).items, []);
    await check();
  });

  await step(t, "an upload can be cancelled", async () => {
    await page.route("**/api/imports?*", () => new Promise(() => {}));
    await upload("data.tgz", archive);
    await page.getByRole("progressbar").waitFor();
    await check();
    await page.getByRole("button", { name: w.ui.cancel, exact: true }).click();
    await page.getByRole("button", { name: w.imports.chooseFile }).waitFor();
    await page.unroute("**/api/imports?*");
  });

  await step(t, "the report names what is created, what is not and why, also after a reload", async () => {
    await upload("data.tgz", archive);
    await page.waitForURL(/id=\d+$/);
    await hasFocus(page.getByText(w.dataImport.title_ready, { exact: true }));
    await page.reload();
    await page.getByText(format("dataImport.summary", { count: 5 })).first().waitFor();
    await tabTo(kind(w.dataImport.kind_tasks));
    await page.keyboard.press("Enter");
    await page.getByText("Broken", { exact: true }).first().waitFor();
    await page.getByText("5 8 * * *", { exact: true }).first().waitFor();
    await page.getByText("x".repeat(150)).first().waitFor();
    // Also while the kind is closed.
    await kind(w.dataImport.kind_scripts).getByText(format("dataImport.countNoted", { count: 1 })).click();
    await page.getByText(/\/ql/).first().waitFor();
    await kind(w.dataImport.kind_applications).click();
    await page.getByText(
      format("applications.levelOf", { module: w.modules.tasks, level: w.applications.write }),
    ).first().waitFor();
    const widths = await page.locator("main li").evaluateAll((items) =>
      items.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    );
    assert.deepEqual(widths.filter((excess) => excess > 0), []);
    assert.deepEqual(await tasks(), []);
    await check();
  });

  await step(t, "imported tasks wait for their review, then all are enabled", async () => {
    await page.getByRole("button", { name: format("dataImport.import", { count: 5 }) }).click();
    await title(w.dataImport.title_done).waitFor();
    // The task that was enabled there, the variable and the application.
    const [{ held } = { held: 0 }] = (await panel.json<{ items: ImportResource[] }>("/api/imports")).items;
    assert.equal(held, 3);
    await page.getByText(format("dataImport.held", { count: held })).first().waitFor();
    assert.deepEqual(await tasks(), [["Off there", false], ["Sign in", false]]);
    await check();
    await page.getByRole("button", { name: format("dataImport.enableAll", { count: held }) }).click();
    await until("the task is enabled", async () => (await tasks()).some(([, enabled]) => enabled) || null);
    assert.deepEqual(await tasks(), [["Off there", false], ["Sign in", true]]);
    await page.getByText(w.dataImport.twice).first().waitFor();
  });

  await step(t, "enabling all is said to install the listed packages, too", async () => {
    const [item] = (await panel.json<{ items: ImportResource[] }>("/api/imports")).items;
    const dependencies = { created: 2, unchanged: 0, refused: [], items: [] };
    const json = { ...item, held: 3, report: { ...item!.report, dependencies } };
    await page.route(/\/api\/imports\/\d+$/, (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByText(format("dataImport.heldPackages", { count: 2 })).first().waitFor();
    await check();
    await page.unroute(/\/api\/imports\/\d+$/);
  });

  await step(t, "a failed import says why and can be applied again", async () => {
    const [item] = (await panel.json<{ items: ImportResource[] }>("/api/imports")).items;
    const error = { code: "import_interrupted", title: "Interrupted", detail: "Try again" };
    await page.route(
      /\/api\/imports\/\d+$/,
      (route) => route.fulfill({ json: { ...item, state: "failed", error } }),
    );
    await page.reload();
    await page.getByRole("alert").getByText(error.detail).first().waitFor();
    await check();
    await page.unrouteAll();
    await page.getByRole("button", { name: w.dataImport.again, exact: true }).click();
    await title(w.dataImport.title_done).waitFor();
    assert.equal((await tasks()).length, 2);
  });

  await step(t, "the same file again creates nothing, and its upload can be deleted", async () => {
    await page.getByRole("link", { name: w.dataImport.another }).click();
    // The server may have received the interrupted upload whole.
    await page.getByRole("link", { name: "data.tgz" }).first().waitFor();
    await upload("again.tgz", archive);
    await page.getByText(format("dataImport.nothingNew")).first().waitFor();
    assert.equal(await page.getByRole("switch", { name: w.dataImport.enable }).count(), 0);
    await page.getByRole("button", { name: w.dataImport.remove }).click();
    await page.waitForURL(at("/setting/import"));
    // The server may have received the interrupted upload whole.
    await page.getByRole("link", { name: "data.tgz" }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "again.tgz" }).count(), 0);
  });

  await step(t, "timers are imported and enabled at once", async () => {
    await upload("timers.txt", Buffer.from(timers));
    await page.getByText("half.timer", { exact: true }).first().waitFor();
    await page.getByText(/OnCalendar=\*-\*-\* 12:00:00\.5/).first().waitFor();
    await page.getByText("30 2 * * 1-5", { exact: true }).first().waitFor();
    await page.getByRole("switch", { name: w.dataImport.enable }).click();
    await page.getByText(w.dataImport.twice).first().waitFor();
    await page.getByRole("button", { name: format("dataImport.import", { count: 1 }) }).click();
    await title(w.dataImport.title_done).waitFor();
    await page.getByRole("link", { name: format("dataImport.showKind", { kind: w.dataImport.kind_tasks }) })
      .click();
    await page.getByText("Back up the server").first().waitFor();
    assert.deepEqual((await tasks())[0], ["Back up the server", true]);
  });
}
