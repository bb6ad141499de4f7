// Kills a restore before each of its steps on disk, and again while it is completed: afterwards everything is
// as before or as in the backup, completely.
import assert from "node:assert/strict";
import { join } from "node:path";
import { finishRestore } from "../../server/features/backups/apply_restore.ts";
import { realDisk } from "../../server/platform/disk.ts";
import { backUp, inFolder, makeFolder, stateOf } from "../support/backup_scene.ts";

const program = join(import.meta.dirname!, "..", "support", "restore_crash.ts");

async function run(root: string, archive: string, fatal: number): Promise<number | null> {
  const { success, stdout, stderr, signal } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", program, root, archive, String(fatal)],
    env: { NO_COLOR: "1" },
  }).output();
  if (signal === "SIGKILL") return null;
  assert.ok(success, new TextDecoder().decode(stderr));
  return Number(/steps (\d+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

Deno.test("restore crash: kill -9 before each step leaves the old or the new state in full", () =>
  inFolder(async (folder) => {
    const [a, b, archive] = [join(folder, "a"), join(folder, "b"), join(folder, "a.tar.gz")];
    await makeFolder(a, "old", 1);
    await makeFolder(b, "new", 1);
    await backUp(a, archive);
    const [old, fresh] = [await stateOf(a), await stateOf(b)];
    const seen = { old: 0, new: 0 };
    let kills = 0;
    for (let fatal = 1;; fatal++) {
      const root = join(folder, `try${fatal}`);
      await new Deno.Command("cp", { args: ["-a", b, root] }).output();
      const came = await run(root, archive, fatal);
      if (came !== null) {
        assert.equal(came, fatal - 1, "every step was interrupted once");
        break;
      }
      kills++;
      // The next start is killed too, at another step; the one after that succeeds.
      if (fatal % 2 === 0 && await run(root, "-", fatal % 11 + 1) === null) kills++;
      await finishRestore({ root, disk: realDisk, now: 1_767_225_600_001 });
      const state = await stateOf(root);
      assert.ok(state === old || state === fresh, `killed before step ${fatal}:\n${state}`);
      seen[state === old ? "old" : "new"]++;
      const left = [...Deno.readDirSync(root)].map(({ name }) => name).filter((name) =>
        /^restore(-\d|\.json)/.test(name)
      );
      assert.deepEqual(left, [], `killed before step ${fatal}`);
      await Deno.remove(root, { recursive: true });
    }
    // deno-lint-ignore no-console -- a measured value
    console.log(
      `${kills} kills: ${seen.old} times the complete backup, ${seen.new} times the previous state`,
    );
    assert.ok(kills >= 30, `${kills} kills`);
    assert.ok(seen.old > 5 && seen.new > 5, JSON.stringify(seen));
  }));
