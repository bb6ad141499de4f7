// A damaged database: the panel refuses to start, explains what to do, and changes nothing; its advice works.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runDatabaseJob } from "../../server/features/backups/database_jobs.ts";
import { reportDamage } from "../../server/cli/backup_messages.ts";
import { DatabaseDamagedError } from "../../server/platform/database.ts";
import { findDatabaseProblem } from "../../server/platform/database_check.ts";
import { backUp, dieWriting, inFolder, makeFolder, stateOf } from "../support/backup_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { byLength } from "../support/suite_length.ts";
import { runProgram, runSundial } from "../support/run_program.ts";

const DATABASE = "sundial.sqlite";

function hashesOf(root: string): Record<string, string> {
  const names = [...Deno.readDirSync(root)].filter(({ name, isFile }) => isFile && name.startsWith(DATABASE));
  return Object.fromEntries(names.map(({ name }) => [
    name,
    createHash("sha256").update(Deno.readFileSync(join(root, name))).digest("hex"),
  ]));
}

type Harm = (path: string) => Promise<void> | void;

const harms: [what: string, said: RegExp, harm: Harm][] = [
  ["a header of zeros", /is damaged: it does not start like a database/, (path) => {
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
  ["a missing file", /is missing, but this data folder was in use/, (path) => Deno.remove(path)],
  ["an empty file", /is empty, but/, (path) => Deno.truncate(path, 0)],
  ["a deleted write-ahead log", /is missing its log of the latest changes/, async (path) => {
    await dieWriting(path);
    await Deno.remove(`${path}-wal`);
  }],
  ["an overwritten table page", /is damaged \(/, (path) => {
    using file = Deno.openSync(path, { write: true });
    file.seekSync(4096 * 3, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(4096).fill(0xa5));
  }],
  ["a schema of a newer version", /newer version of Sundial/, (path) => {
    using database = new DatabaseSync(path);
    database.exec("pragma journal_mode = wal");
    database.exec(
      "insert into kysely_migration (name, timestamp) values ('9999_tomorrow', '2099-01-01T00:00:00.000Z')",
    );
  }],
];

for (const [what, output, harm] of harms) {
  Deno.test(`damaged database: ${what}: exits 1 with one sentence, unchanged, and its advice repairs it`, async () => {
    await inFolder(async (folder) => {
      const [root, archive] = [join(folder, "data"), join(folder, "good.tar.gz")];
      await makeFolder(root, "old");
      await backUp(root, archive);
      const good = await stateOf(root);
      await harm(join(root, DATABASE));
      const before = hashesOf(root);
      const { code, err: received } = await runSundial(["serve", "--port", "0", "--data-dir", root]);
      assert.equal(code, 1, received);
      assert.match(received, output);
      // Apart from log lines, it prints one message.
      const sentences = received.trim().split("\n").filter((line) => !/^\S+Z ERROR /.test(line));
      assert.equal(sentences.length, 1, received);
      assert.ok(received.includes(join(root, DATABASE)), received);
      assert.match(received, /sundial restore </);
      assert.deepEqual(hashesOf(root), before);
      const restored = await runSundial(["restore", archive, "--data-dir", root]);
      assert.equal(restored.code, 0, restored.err);
      assert.equal(await stateOf(root), good);
    });
  });
}

Deno.test("damaged database: the message names the last good backup, in Chinese on a Chinese console", () =>
  inFolder(async (root) => {
    await makeFolder(root, "old");
    const made = await runSundial(["backup", "--data-dir", root]);
    assert.equal(made.code, 0, made.err);
    const archive = [...Deno.readDirSync(join(root, "backups"))].find(({ name }) =>
      name.endsWith(".tar.gz")
    )!.name;
    await Deno.truncate(join(root, DATABASE), 9000);
    const english = await runSundial(["serve", "--port", "0", "--data-dir", root]);
    assert.ok(english.err.includes(`sundial restore ${join(root, "backups", archive)}`), english.err);
    const chinese = await runSundial(["serve", "--port", "0", "--data-dir", root], {
      env: { LANG: "zh_CN.UTF-8" },
    });
    assert.match(chinese.err, /已损坏：结尾缺失。未对其作任何修改/);
  }));

Deno.test("damaged database: rejects one owned by another user with one sentence, unchanged", () =>
  inFolder(async (root) => {
    await makeFolder(root, "old");
    const path = join(root, DATABASE);
    const before = hashesOf(root);
    // Root can read every file; one that only root can read stands for another user's file.
    const isRoot = Deno.uid() === 0;
    await Deno.chmod(path, isRoot ? 0o600 : 0o000);
    const output = isRoot ? await failsForNobody(path) : JSON.stringify(findDatabaseProblem(path));
    assert.match(output, /"kind":"unreadable"/);
    await Deno.chmod(path, 0o600);
    assert.deepEqual(hashesOf(root), before);
    const error = { kind: "unreadable" } as const;
    const sentence = reportDamage(new DatabaseDamagedError(path, error, "/b/good.tar.gz"), "en");
    assert.match(sentence, /cannot be read and written by this user.*not changed.*sundial restore \/b\/good/);
    assert.ok(sentence.includes(path) && !sentence.includes("\n"), sentence);
  }));

async function failsForNobody(path: string): Promise<string> {
  // The parent folder must be accessible, or the file would not be found.
  await Deno.chmod(join(path, ".."), 0o755);
  const program = join(import.meta.dirname!, "..", "support", "check_database_as_nobody.ts");
  return (await runProgram([Deno.execPath(), "run", "-A", "--no-check", program, path])).out;
}

Deno.test("damaged database: the nightly check finds single changed bytes and never makes it worse", () =>
  inFolder(async (root) => {
    await makeFolder(root, "old");
    const path = join(root, DATABASE);
    {
      using database = new DatabaseSync(path);
      database.exec("begin");
      const add = database.prepare(
        "insert into run (task_name, cause, state, due_count, queued_at, start_after, queue_rank, queue_order, attempt) values (?, 'person', 'succeeded', 1, ?, 1, 0, 1, 1)",
      );
      // Most pages must have data in them: a changed byte in an unused part of a page is no damage.
      for (let index = 0; index < 12_000; index++) add.run(`task ${index}`, index);
      database.exec("commit; pragma journal_mode = delete");
    }
    const random = seededRandom(20260304);
    const complete = await Deno.readFile(path);
    const pages = complete.length / 4096;
    const all = complete.slice();
    let found = 0;
    let foundAtNight = 0;
    // The nightly check reads more of each page and takes longer.
    const [flips, nightly] = [byLength(80, 200), byLength(20, 60)];
    for (let flip = 0; flip < flips; flip++) {
      const index = Math.floor(random() * pages) * 4096 + Math.floor(random() * 4096);
      all[index]! ^= 1 << Math.floor(random() * 8);
      const one = complete.slice();
      one[index]! ^= 1 << Math.floor(random() * 8);
      await Deno.writeFile(path, one);
      if (findDatabaseProblem(path, { thorough: true }) !== null) found++;
      if (flip < nightly) {
        const { damage } = await runDatabaseJob({ kind: "examine", path });
        if (damage !== null) foundAtNight++;
      }
      assert.deepEqual(await Deno.readFile(path), one);
    }
    await Deno.writeFile(path, all);
    assert.notEqual(findDatabaseProblem(path, { thorough: true }), null);
    assert.deepEqual(await Deno.readFile(path), all);
    // A changed byte within a text is valid: no check can find it.
    assert.ok(found / flips > 0.15, `${found} of ${flips} single flips`);
    assert.ok(foundAtNight / nightly > 0.25, `${foundAtNight} of ${nightly} single flips at night`);
    // deno-lint-ignore no-console -- measured values
    console.log(`found ${found} of ${flips} single flips, ${foundAtNight} of ${nightly} at night`);
  }));
