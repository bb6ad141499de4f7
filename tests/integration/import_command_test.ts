import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { packFolder, writeQinglongData } from "../support/qinglong_data.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { type ProgramOutput, runSundial } from "../support/run_program.ts";

function runImport(dataDir: string, ...args: string[]): Promise<ProgramOutput> {
  return runSundial(["import", "--data-dir", dataDir, ...args]);
}

/** A crontab with users, which only its place tells from one without. */
async function writeSystemCrontab(root: string): Promise<string> {
  const path = join(root, "etc/cron.d/app");
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, "5 4 * * * ledger /usr/bin/env true\n");
  return path;
}

function notes({ out }: ProgramOutput): string[] {
  return JSON.parse(out).leftOut.map(({ what }: { what: string }) => what);
}

function created({ out }: ProgramOutput): Record<string, number> {
  const { report } = JSON.parse(out);
  const counts = Object.entries<{ created: number }>(report).map(([kind, { created }]) => [kind, created]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

Deno.test("import command: imports an archive and a folder, with and without a running panel", async () => {
  await using temporary = await temporaryFolder();
  const root = temporary.path;
  const folder = await writeQinglongData(join(root, "from"), {
    tasks: [{ name: "a", command: "task a.js", schedule: "1 1 * * *" }],
    variables: [{ name: "A", value: "1" }],
    files: { "scripts/a.js": "// a" },
  });
  const archive = join(root, "data.tgz");
  await Deno.writeFile(archive, await packFolder(folder));
  const counts = { scripts: 1, variables: 1, tasks: 1 };
  const [direct, running] = [join(root, "direct"), join(root, "running")];

  assert.deepEqual(created(await runImport(direct, "--dry-run", "--json", archive)), counts);
  assert.deepEqual(created(await runImport(direct, "--json", archive)), counts);
  const second = await runImport(direct, folder);
  assert.equal(second.code, 0, second.err);
  assert.match(second.out, /Tasks: new 0, exist 1\n/);
  assert.match(
    second.out,
    /\nNothing to import: .*\nItems that take no effect until you confirm the import: 2\. /,
  );
  const planned = await runImport(direct, "--dry-run", folder);
  assert.match(planned.out, /\nNothing to import: .*\n$/);
  const crontab = await writeSystemCrontab(root);
  const expected = [{ tasks: 1 }, ["user_ignored"]];
  const withoutPanel = await runImport(direct, crontab, "--dry-run", "--json");
  assert.deepEqual([created(withoutPanel), notes(withoutPanel)], expected);

  const database = openDatabase<Tables>(join(direct, "sundial.sqlite"));
  const entries = await database.selectFrom("task_history").select(["type", "author_kind"]).execute();
  await database.destroy();
  assert.deepEqual(entries, [{ type: "created", author_kind: "operator" }]);

  await using panel = await PanelProcess.start({ dataDir: running, setUp: true });
  await panel.logIn();
  assert.deepEqual(created(await runImport(running, "--dry-run", "--json", folder)), counts);
  const withPanel = await runImport(running, crontab, "--dry-run", "--json");
  assert.deepEqual([created(withPanel), notes(withPanel)], expected);
  assert.equal((await panel.request("GET", "/tasks")).total, 0);
  assert.deepEqual(created(await runImport(running, "--json", archive)), counts);
  const enabled = await runImport(running, "--enable", folder);
  assert.match(
    enabled.out,
    /\nNothing new to import; what waited is enabled\.\n$/,
  );
  const { items } = await panel.request("GET", "/tasks");
  assert.deepEqual(items.map(({ enabled }: { enabled: boolean }) => enabled), [true]);
  assert.deepEqual((await panel.request("GET", "/imports")).items, []);
});

Deno.test("import command: names from an archive cannot move the cursor or begin a line", async () => {
  await using root = await temporaryFolder();
  const folder = await writeQinglongData(join(root.path, "from"), {
    tasks: [{ name: "a", command: "true", schedule: "1 1 * * *", log_name: "../\x1b[2Jx" }],
  });
  await Deno.mkdir(join(folder, "scripts"));
  await Deno.symlink("/etc/passwd", join(folder, "scripts/a\x1b[2J\nTasks: new 9"));
  const { code, out, err } = await runImport(join(root.path, "data"), "--dry-run", folder);
  assert.equal(code, 0, err);
  assert.ok(!out.includes("\x1b"), JSON.stringify(out));
  assert.match(out, /- a \[2J⏎Tasks: new 9: Not a regular file$/m);
  assert.match(out, /^Tasks: new 1$/m);
  assert.match(out, /\* a: Not taken over: logFolder /m);
});

Deno.test("import command: exits with 1 when nothing can be read and with 2 on invalid usage", async () => {
  await using folder = await temporaryFolder();
  const root = folder.path;
  const dataDir = join(root, "data");
  await Deno.writeTextFile(join(root, "other.txt"), "hello");
  const missing = await runImport(dataDir, join(root, "none.tgz"));
  assert.deepEqual([missing.code, missing.out], [1, ""]);
  const unknown = await runImport(dataDir, join(root, "other.txt"));
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /cannot import: .*not from a program that can be imported/);
  for (const args of [[], ["a", "b"], ["a", "--source", "cron"], ["a", "--what"]]) {
    assert.equal((await runImport(dataDir, ...args)).code, 2, args.join(" "));
  }
});
