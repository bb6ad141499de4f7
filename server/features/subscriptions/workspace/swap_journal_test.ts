import assert from "node:assert/strict";
import { join } from "node:path";
import { carryOver } from "./finish_swap.ts";
import { type Swap, SwapJournal } from "./swap_journal.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

const swap: Swap = {
  subscriptionId: 1,
  runId: 2,
  alias: "one",
  staging: ".new",
  aside: ".old",
  leftBehind: [],
  isMove: false,
};

async function inFolder(
  action: (journal: SwapJournal, scripts: string) => Promise<void> | void,
): Promise<void> {
  await using folder = await temporaryFolder();
  const scripts = join(folder.path, "scripts");
  for (const name of ["jobs", "scripts"]) await Deno.mkdir(join(folder.path, name));
  await action(new SwapJournal(join(folder.path, "jobs"), scripts), scripts);
}

async function fill(scripts: string, folders: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(folders)) {
    await Deno.mkdir(join(scripts, name), { recursive: true });
    await Deno.writeTextFile(join(scripts, name, "a.js"), text);
  }
}

function check(scripts: string): Record<string, string> {
  const found = [...Deno.readDirSync(scripts)].map(({ name }) => name).sort();
  return Object.fromEntries(found.map((name) => [name, Deno.readTextFileSync(join(scripts, name, "a.js"))]));
}

for (const hadOne of [true, false]) {
  const before: Record<string, string> = { ".new": "new", ...(hadOne ? { one: "old" } : {}) };
  const stops: Record<string, Record<string, string>> = {
    "before anything": before,
    ...(hadOne ? { "between the renames": { ".new": "new", ".old": "old" } } : {}),
    "after the renames": { one: "new", ...(hadOne ? { ".old": "old" } : {}) },
  };
  for (const [when, state] of Object.entries(stops)) {
    Deno.test(`swap journal: stopped ${when}, ${hadOne ? "with" : "without"} an old folder, it is undone`, async () => {
      await inFolder(async (journal, scripts) => {
        await fill(scripts, state);
        journal.note(swap);
        const [found] = journal.unfinished();
        assert.deepEqual(found, swap);
        journal.undo(swap);
        journal.undo(swap);
        assert.deepEqual(check(scripts), before);
        journal.forget(swap);
        assert.deepEqual(journal.unfinished(), []);
      });
    });
  }
  Deno.test(`swap journal: swaps ${hadOne ? "with" : "without"} an old folder`, async () => {
    await inFolder(async (journal, scripts) => {
      await fill(scripts, before);
      journal.swap(swap);
      assert.deepEqual(check(scripts), stops["after the renames"]);
    });
  });
}

Deno.test("swap journal: if the new folder is gone, the old one stays", () =>
  inFolder(async (journal, scripts) => {
    await fill(scripts, { one: "old" });
    assert.throws(() => journal.swap(swap));
    assert.deepEqual(check(scripts), { one: "old" });
  }));

Deno.test("carry over: leaves pulled files behind and carries over everything else once", async () => {
  await using folder = await temporaryFolder();
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")];
  for (const path of ["from/gone", "from/data/deep", "to"]) {
    await Deno.mkdir(join(folder.path, path), { recursive: true });
  }
  for (const path of ["a.js", "gone/b.js", "data/deep/x.txt", "own.txt"]) {
    await Deno.writeTextFile(join(from, path), path);
  }
  await Deno.symlink("/nowhere", join(from, "link"));
  await Deno.writeTextFile(join(to, "a.js"), "new");
  const isPulled = (path: string) => ["a.js", "gone/b.js"].includes(path);
  for (let times = 0; times < 2; times++) await carryOver(from, to, isPulled);
  const found = [...Deno.readDirSync(to)].map(({ name }) => name).sort();
  assert.deepEqual(found, ["a.js", "data", "link", "own.txt"]);
  assert.equal(await Deno.readTextFile(join(to, "a.js")), "new");
  assert.equal(await Deno.readTextFile(join(to, "data/deep/x.txt")), "data/deep/x.txt");
  assert.equal(Deno.readLinkSync(join(to, "link")), "/nowhere");
});
