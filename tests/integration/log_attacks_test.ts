// A task that manipulates its log: its run ends with its own exit code, nothing outside is read or written,
// and the panel keeps running, also after a restart.
import assert from "node:assert/strict";
import { lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { logResponse } from "../../server/features/runs/log_response.ts";
import { searchLog } from "../../server/features/runs/search/log_search.ts";
import { LogScans } from "../../server/features/runs/search/log_scans.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { TestEngine } from "../support/test_engine.ts";

const LIMIT = 64 * 1024;
const SECRET = "outside and none of your business";

/** Served like a file that the task wrote itself, because it could have copied it as well. */
const HARD_LINK = "a hard link to a file outside";

/**
 * What a task does: `$log` is its log, `$dir` the log's directory, `$out` a directory outside with a file of
 * the log's name.
 */
const attacks: Record<string, string> = {
  "a link to itself": 'rm "$log"; ln -s "$log" "$log"',
  "a link to a file outside": 'rm "$log"; ln -s "$out/file" "$log"',
  [HARD_LINK]: 'rm "$log"; ln "$out/file" "$log"',
  "a pipe": 'rm "$log"; mkfifo "$log"',
  "a directory": 'rm "$log"; mkdir "$log"; echo x > "$log/file"',
  "nothing": 'rm "$log"',
  "another file": 'rm "$log"; echo replaced > "$log"',
  "nothing, with its directory": 'rm -r "$dir"',
  "a file in place of its directory": 'rm -r "$dir"; echo x > "$dir"',
  "a link in place of its directory, to itself": 'rm -r "$dir"; ln -s "$dir" "$dir"',
  "a link in place of its directory, to one outside":
    'cp "$out/file" "$out/$(basename "$log")"; rm -r "$dir"; ln -s "$out" "$dir"',
  "a link in place of its times": 'rm -f "$log.times"; ln -s "$out/file" "$log.times"',
  "a pipe in place of its times": 'rm -f "$log.times"; mkfifo "$log.times"',
  "a directory in place of its times": 'rm -f "$log.times"; mkdir "$log.times"; echo x > "$log.times/file"',
  "links in place of newly written files": 'ln -s "$out/file" "$log.tmp"; ln -s "$out/file" "$log.times.tmp"',
  "pipes in place of newly written files": 'mkfifo "$log.tmp" "$log.times.tmp"',
};

function commandOf(engine: TestEngine, attack: string): string {
  const out = engine.path("outside");
  return `out=${out}
echo begun; until [ -s ${engine.path("go")} ]; do sleep 0.02; done
log=$(cat ${engine.path("go")}); dir=$(dirname "$log")
${attack}
touch ${engine.path("done")}
seq -f 'line %09.0f' 40000
until [ -e ${engine.path("end")} ]; do sleep 0.02; done; exit 7`;
}

async function openWithOutside(): Promise<{ engine: TestEngine; unchanged(): void }> {
  const engine = await TestEngine.start({ logMaxBytes: LIMIT });
  await Deno.mkdir(engine.path("outside"));
  const file = engine.path("outside/file");
  writeFileSync(file, `${SECRET}\n${"x".repeat(400_000)}\n`);
  const before = { text: readFileSync(file), blocks: statSync(file).blocks };
  return {
    engine,
    unchanged() {
      for (const { name } of Deno.readDirSync(engine.path("outside"))) {
        const one = engine.path(`outside/${name}`);
        assert.ok(readFileSync(one).equals(before.text), `${name} outside was changed`);
        assert.ok(statSync(one).blocks! >= before.blocks!, `${name} outside has a hole`);
      }
    },
  };
}

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const scans = new LogScans(systemClock);

async function readEveryWay(engine: TestEngine, id: number): Promise<void> {
  const log = await engine.runs.log(id);
  const complete = await logResponse(log, new Request("http://x/"), null);
  const range = new Request("http://x/", { headers: { range: "bytes=0-99999" } });
  const part = await logResponse(log, range, null).catch(() => new Response());
  const texts = [await complete.text(), await part.text(), await engine.log(id)];
  const found = await searchLog(
    scans,
    log,
    { q: "none of your", limit: 5, caseSensitive: "true", from: 0, line: 1 },
    new AbortController().signal,
  );
  assert.deepEqual(found.items, [], "a search reads outside");
  for (const text of texts) assert.ok(!text.includes(SECRET), "a log contains what is outside");
  await log.times();
}

for (const [what, attack] of Object.entries(attacks)) {
  for (const restarted of [false, true]) {
    Deno.test(`log attack: the run and the panel survive ${what}${restarted ? ", then a restart" : ""}`, async () => {
      const { engine: opened, unchanged } = await openWithOutside();
      await using engine = opened;
      const id = await engine.run({ command: commandOf(engine, attack) });
      await engine.until("its log", async () => (await engine.log(id)).includes("begun"));
      const { logPath } = await engine.runs.get(id);
      await Deno.writeTextFile(engine.path("go"), join(engine.folder.logs, logPath!));
      await engine.until(
        "the attack",
        () => lstatSync(engine.path("done"), { throwIfNoEntry: false }) !== undefined,
      );
      if (what !== HARD_LINK) await readEveryWay(engine, id);
      // Polled at least every quarter of a second, by the clock of this process.
      const from = engine.clock.monotonic();
      await engine.until("two polls of the log", () => engine.clock.monotonic() - from > 600);
      if (restarted) await engine.restart();
      const healthy = await engine.runToEnd({ name: "healthy", command: "echo fine; sleep 0.3; exit 3" });
      assert.deepEqual([healthy.state, healthy.exitCode], ["failed", 3]);
      await Deno.writeTextFile(engine.path("end"), "");
      await engine.until("its end", async () => (await engine.runs.get(id)).state !== "running");
      const { state, exitCode } = await engine.runs.get(id);
      assert.deepEqual([state, exitCode], ["failed", 7]);
      if (what !== HARD_LINK) await readEveryWay(engine, id);
      unchanged();
      await engine.restart();
      await removeOldRuns({ db: engine.db, logger, logs: engine.folder.logs, before: Infinity });
      assert.deepEqual(await engine.rows(), []);
      unchanged();
      assert.equal((await engine.runToEnd({ command: "true" })).state, "succeeded");
      await engine.until("all logs to be closed", () => openBelow(engine.folder.logs).length === 0);
    });
  }
}

/** Lists the files that this process has open below a directory. */
function openBelow(path: string): string[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      const file = Deno.readLinkSync(`/proc/self/fd/${name}`);
      return file.startsWith(`${path}/`) ? [file] : [];
    } catch {
      return [];
    }
  });
}
