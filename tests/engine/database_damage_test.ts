// A damaged database: the panel does not start on it, says what to do, and touches nothing; what it says to do works.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runDatabaseJob } from "../../server/features/backups/database_jobs.ts";
import { findDatabaseFault } from "../../server/platform/database_check.ts";
import { backUp, inFolder, makeFolder, stateOf } from "../support/backup_scene.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { seededRandom } from "../support/seeded_random.ts";

const DATABASE = "sundial.sqlite";

function hashesOf(root: string): Record<string, string> {
  const names = [...Deno.readDirSync(root)].filter(({ name, isFile }) => isFile && name.startsWith(DATABASE));
  return Object.fromEntries(names.map(({ name }) => [
    name,
    createHash("sha256").update(Deno.readFileSync(join(root, name))).digest("hex"),
  ]));
}

type Harm = (path: string) => Promise<void> | void;

/** Leaves a log of changes beside the database, as a panel that is killed does. */
async function dieWriting(path: string): Promise<void> {
  const program = `import { DatabaseSync } from "node:sqlite"; import process from "node:process";
    const db = new DatabaseSync(${JSON.stringify(path)}); db.exec("pragma journal_mode = wal");
    db.exec("update account set username = 'later'"); process.kill(process.pid, "SIGKILL");`;
  await new Deno.Command(Deno.execPath(), { args: ["eval", program] }).output();
}

const harms: [what: string, said: RegExp, harm: Harm][] = [
  ["a header of zeros", /is damaged: it does not begin as a database does/, (path) => {
    using file = Deno.openSync(path, { write: true });
    file.writeSync(new Uint8Array(100));
  }],
  [
    "cut in half",
    /is damaged: its end is missing/,
    (path) => Deno.truncateSync(path, Deno.statSync(path).size / 2),
  ],
  ["a directory in its place", /is not a file/, async (path) => {
    await Deno.remove(path);
    await Deno.mkdir(path);
  }],
  ["nothing in its place", /is missing, though this data folder was in use/, (path) => Deno.remove(path)],
  ["an empty file", /is empty, though/, (path) => Deno.truncate(path, 0)],
  ["its log of changes deleted", /has lost its log of the newest changes/, async (path) => {
    await dieWriting(path);
    await Deno.remove(`${path}-wal`);
  }],
  ["a page of its tables overwritten", /is damaged \(/, (path) => {
    using file = Deno.openSync(path, { write: true });
    file.seekSync(4096 * 3, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(4096).fill(0xa5));
  }],
  ["a schema of tomorrow", /newer version of Sundial/, (path) => {
    using database = new DatabaseSync(path);
    database.exec("pragma journal_mode = wal");
    database.exec(
      "insert into kysely_migration (name, timestamp) values ('9999_tomorrow', '2099-01-01T00:00:00.000Z')",
    );
  }],
];

for (const [what, said, harm] of harms) {
  Deno.test(`damaged database: ${what}: exit code 1, one sentence, untouched, and repaired by what it says`, async () => {
    await inFolder(async (folder) => {
      const [root, archive] = [join(folder, "data"), join(folder, "good.tar.gz")];
      await makeFolder(root, "old");
      await backUp(root, archive);
      const good = await stateOf(root);
      await harm(join(root, DATABASE));
      const before = hashesOf(root);
      const { code, said: heard } = await PanelProcess.run(["serve", "--port", "0", "--data-dir", root]);
      assert.equal(code, 1, heard);
      assert.match(heard, said);
      // What it logs aside, it says one thing.
      const sentences = heard.trim().split("\n").filter((line) => !/^\S+Z ERROR /.test(line));
      assert.equal(sentences.length, 1, heard);
      assert.ok(what === "a schema of tomorrow" || heard.includes(join(root, DATABASE)), heard);
      assert.deepEqual(hashesOf(root), before);
      const restored = await PanelProcess.run(["restore", archive, "--data-dir", root]);
      assert.equal(restored.code, 0, restored.said);
      assert.equal(await stateOf(root), good);
    });
  });
}

Deno.test("damaged database: the sentence names the last good backup; in Chinese where the console is", async () => {
  await inFolder(async (root) => {
    await makeFolder(root, "old");
    const made = await PanelProcess.run(["backup", "--data-dir", root]);
    assert.equal(made.code, 0, made.said);
    const archive = [...Deno.readDirSync(join(root, "backups"))].find(({ name }) =>
      name.endsWith(".tar.gz")
    )!.name;
    await Deno.truncate(join(root, DATABASE), 9000);
    const english = await PanelProcess.run(["serve", "--port", "0", "--data-dir", root]);
    assert.ok(english.said.includes(`sundial restore ${join(root, "backups", archive)}`), english.said);
    const chinese = await PanelProcess.run(["serve", "--port", "0", "--data-dir", root], {
      LANG: "zh_CN.UTF-8",
    });
    assert.match(chinese.said, /已损坏：结尾缺失；未对其作任何改动/);
  });
});

Deno.test("damaged database: single changed bytes are found by the nightly look, and never by making it worse", async () => {
  await inFolder(async (root) => {
    await makeFolder(root, "old");
    const path = join(root, DATABASE);
    {
      using database = new DatabaseSync(path);
      database.exec("begin");
      const add = database.prepare(
        "insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt) values (?, 'person', 'succeeded', 1, ?, 1, 0, 1, 1)",
      );
      for (let index = 0; index < 4000; index++) add.run(`task ${index}`, index);
      database.exec("commit; pragma journal_mode = delete");
    }
    const random = seededRandom(20260304);
    const whole = await Deno.readFile(path);
    const pages = whole.length / 4096;
    const all = whole.slice();
    let found = 0;
    const flips = 60;
    for (let flip = 0; flip < 200; flip++) {
      const place = Math.floor(random() * pages) * 4096 + Math.floor(random() * 4096);
      all[place]! ^= 1 << Math.floor(random() * 8);
      if (flip >= flips) continue;
      const one = whole.slice();
      one[place]! ^= 1 << Math.floor(random() * 8);
      await Deno.writeFile(path, one);
      const { damage } = await runDatabaseJob({ kind: "examine", path });
      if (damage !== null) found++;
      assert.deepEqual(await Deno.readFile(path), one);
    }
    await Deno.writeFile(path, all);
    assert.notEqual(findDatabaseFault(path, { thorough: true }), null);
    assert.deepEqual(await Deno.readFile(path), all);
    assert.ok(found / flips > 0.25, `${found} of ${flips} single flips`);
    // deno-lint-ignore no-console -- a measured value
    console.log(`found ${found} of ${flips} single flips`);
  });
});
