// A log that grows too large: what is retained, what it costs the task, and what readers receive meanwhile.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { TestEngine } from "../support/test_engine.ts";

const MIB = 1024 * 1024;

function diskOf(engine: TestEngine, logPath: string): number {
  return (statSync(join(engine.folder.logs, logPath)).blocks ?? 0) * 512;
}

async function pathOf(engine: TestEngine, runId: number): Promise<string> {
  return (await engine.runs.get(runId)).logPath ?? assert.fail("the run has no log");
}

/** Numbered lines, so that missing ones are detected. */
const numbered = (lines: number) => `seq -f 'line %09.0f' ${lines}`;

function numbersOf(text: string): number[] {
  return [...text.matchAll(/^line (\d{9})$/gm)].map((match) => Number(match[1]));
}

Deno.test("log cap: an oversized log keeps complete first and last lines with a marker between", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: MIB });
  const lines = 300_000;
  const { log, state, exitCode, id } = await engine.runToEnd({ command: `${numbered(lines)}; exit 7` });
  assert.deepEqual([state, exitCode], ["failed", 7]);
  assert.ok(log.length <= MIB && log.length > 0.9 * MIB, `${log.length} bytes`);
  const [first = "", last = ""] = log.split(
    /\n## \.\.\. [\d,]+ bytes left out here, because the log is too large \.\.\.\n/,
  );
  assert.match(first, /^## Starting.*\n\nline 000000001\n/);
  assert.match(last, /\nline 000300000\n\n## Failed ❌\(exit code 7\)/);
  for (const part of [first, last]) {
    const numbers = numbersOf(part);
    assert.ok(numbers.length > 20_000);
    assert.ok(numbers.every((number, index) => index === 0 || number === numbers[index - 1]! + 1));
  }
  const left = /\n## \.\.\. ([\d,]+) bytes/.exec(log)?.[1]?.replaceAll(",", "") ?? "";
  assert.equal(Number(left), 15 * (numbersOf(last)[0]! - numbersOf(first).at(-1)! - 1));
  const { generation, gap, moved } = await (await engine.runs.log(id)).shape();
  assert.deepEqual([generation, gap], [1, null]);
  assert.equal(moved?.start, new TextEncoder().encode(first).length);
  assert.deepEqual(engine.errors, []);
});

Deno.test("log cap: a log within its limit is unchanged, byte for byte", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: MIB });
  const { log, id } = await engine.runToEnd({ command: `${numbered(60_000)}; sleep 0.4` });
  assert.equal(numbersOf(log).length, 60_000);
  assert.deepEqual((await (await engine.runs.log(id)).shape()).generation, 0);
});

Deno.test("log cap: the marker is in Chinese, and no character is split", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 64 * 1024, language: "zh" });
  const { log } = await engine.runToEnd({ command: `printf '很%.0s' $(seq 100000)` });
  assert.match(log, /很\n## …… 日志过大，此处省略 [\d,]+ 字节 ……\n很/);
  assert.ok(!log.includes("\ufffd"), "a character was cut");
  assert.ok(new TextEncoder().encode(log).length <= 64 * 1024);
});

Deno.test("log cap: arbitrary bytes without line ends stay within the limit", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 256 * 1024 });
  for (
    const command of ["head -c 3000000 /dev/urandom", "head -c 3000000 /dev/zero", "printf '%03000000d' 0"]
  ) {
    const { logPath, state } = await engine.runToEnd({ command });
    const { size } = statSync(join(engine.folder.logs, logPath!));
    assert.equal(state, "succeeded", command);
    assert.ok(size <= 256 * 1024 && size > 128 * 1024, `${command}: ${size}`);
  }
});

Deno.test("log cap: endless output uses bounded disk space and stays readable", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 32 * MIB });
  const id = await engine.run({ command: "yes 'this goes on and on'" });
  await engine.reaches(id, "running");
  const path = await pathOf(engine, id);
  const sizes: number[] = [];
  await engine.until("two gigabytes", async () => {
    sizes.push(diskOf(engine, path));
    return await (await engine.runs.log(id)).size() > 2_000_000_000;
  });
  // Between two polls the log grows as fast as the disk, and a busy machine polls late; without polls it
  // would grow without limit.
  const defaults = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]!;
  assert.ok(defaults < 500 * MIB, `${defaults / MIB} MiB on disk`);
  const log = await engine.runs.log(id);
  const shape = await log.shape();
  assert.ok(shape.gap, "nothing is omitted");
  const [chunk] = await Array.fromAsync(log.stream([{ start: shape.gap.start - 22, end: shape.gap.start }]));
  assert.equal(new TextDecoder().decode(chunk), "this goes on and on\n".slice(-22).padStart(22, "n\n"));
  await engine.engine.stopRun(id);
  const ended = await engine.end(id);
  assert.equal(ended.state, "stopped");
  assert.ok(ended.log.length <= 32 * MIB && ended.log.length > 31 * MIB, `${ended.log.length}`);
  assert.ok(!ended.log.includes("\0"), "a hole is visible");
  assert.ok(diskOf(engine, path) < 33 * MIB);
});

Deno.test("log cap: removed ranges survive a restart, and the end shortens the log to its limit", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: MIB });
  const go = engine.path("go");
  const id = await engine.run({
    command: `${numbered(300_000)}; until [ -e ${go} ]; do sleep 0.05; done; echo last words`,
  });
  const gapOf = async () => (await (await engine.runs.log(id)).shape()).gap;
  await engine.until(
    "a gap",
    async () => await gapOf() !== null && await (await engine.runs.log(id)).size() > 4_500_000,
  );
  await engine.restart();
  assert.notEqual(await gapOf(), null);
  await Deno.writeTextFile(go, "");
  const { log, state } = await engine.end(id);
  assert.equal(state, "succeeded");
  assert.match(log, /line 000300000\nlast words\n\n## Completed/);
  assert.ok(log.length <= MIB && !log.includes("\0"));
});

Deno.test("log cap: the next panel shortens the log of a run that ended without one", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: MIB });
  const go = engine.path("go");
  const id = await engine.run({
    command: `until [ -e ${go} ]; do sleep 0.02; done; ${numbered(200_000)}; exit 4`,
  });
  await engine.reaches(id, "running");
  await engine.restart(async () => {
    await Deno.writeTextFile(go, "");
    await engine.until("its exit code", async () => {
      const exitFile = await Deno.readTextFile(join(engine.folder.exitFiles, String(id))).catch(() => "");
      return exitFile !== "";
    });
  });
  const { log, exitCode } = await engine.end(id);
  assert.equal(exitCode, 4);
  assert.ok(log.length <= MIB, `${log.length} bytes`);
  assert.match(log, /line 000200000\n\n## Failed/);
});

Deno.test("log cap: while a process of an ended run still writes, its log stays the same file", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: MIB });
  const go = engine.path("go");
  const id = await engine.run({
    command: `(until [ -e ${go} ]; do sleep 0.02; done; echo from behind) & ${numbered(300_000)}`,
  });
  await engine.end(id);
  const log = await engine.runs.log(id);
  assert.notEqual((await log.shape()).gap, null);
  await Deno.writeTextFile(go, "");
  await engine.until("its process to end", () => engine.processes().length === 0);
  const text = await new Response(log.whole(await log.shape()).body).text();
  assert.match(text, /line 000300000\n\n## Completed.*\nfrom behind\n$/);
  assert.match(text, /bytes left out here/);
  assert.ok(!text.includes("\0"));
  assert.ok(diskOf(engine, await pathOf(engine, id)) < 2 * MIB);
});

/**
 * Waits until the log of an active run ends with a line and the time of that line is recorded. Returns a
 * later time.
 */
async function untilNoted(engine: TestEngine, id: number, line: string): Promise<number> {
  await engine.until(`a time for ${line}`, async () => {
    const log = await engine.runs.log(id);
    const size = await log.size();
    const isThere = (await engine.log(id)).endsWith(`\n${line}\n`);
    return isThere && (await log.times()).some((time) => time.size >= size);
  });
  return Date.now();
}

Deno.test("log times: return when a line appeared, and shift with removed ranges", async () => {
  await using engine = await TestEngine.start({ logMaxBytes: 64 * 1024 });
  const [one, two] = [engine.path("one"), engine.path("two")];
  const wait = (barrier: string) => `until [ -e ${barrier} ]; do sleep 0.02; done`;
  const id = await engine.run({ command: `echo early; ${wait(one)}; seq 20000; ${wait(two)}; echo late` });
  const early = await untilNoted(engine, id, "early");
  await Deno.writeTextFile(one, "");
  const middle = await untilNoted(engine, id, "20000");
  await Deno.writeTextFile(two, "");
  const { startedAt, log } = await engine.end(id);
  const times = await (await engine.runs.log(id)).times();
  const timeOf = (text: string) => {
    const end = new TextEncoder().encode(log.slice(0, log.indexOf(text) + text.length)).length;
    return times.find(({ size }) => size >= end)?.at ?? assert.fail(`no time for ${text}`);
  };
  assert.ok(times.every(({ at }, index) => index === 0 || at >= times[index - 1]!.at));
  const order = [
    Date.parse(startedAt!) - 50,
    timeOf("early"),
    early,
    timeOf("20000"),
    middle,
    timeOf("late"),
  ];
  assert.deepEqual(order, order.toSorted((a, b) => a - b), "each line has a time when it existed");
  assert.ok(timeOf("late") <= Date.now());
});

Deno.test("peak memory: covers all processes of a run, and is almost zero for one that ends at once", async () => {
  await using engine = await TestEngine.start();
  const barrier = engine.path("gate");
  const hog =
    `x=$(head -c 60000000 /dev/zero | tr '\\0' x); echo there; until [ -e ${barrier} ]; do sleep 0.05; done; ` +
    `echo \${#x}`;
  const id = await engine.run({ command: hog });
  await engine.until("its memory to be measured", async () => (await engine.log(id)).includes("\nthere\n"));
  const { clock } = engine;
  // By the clock of this process, which polls every second: after two seconds it has polled.
  const from = clock.monotonic();
  await engine.until("a poll of it", () => clock.monotonic() - from > 2_000);
  await Deno.writeTextFile(barrier, "");
  const { peakMemoryBytes, state } = await engine.end(id);
  assert.equal(state, "succeeded");
  assert.ok(peakMemoryBytes! > 55_000_000 && peakMemoryBytes! < 400_000_000, `${peakMemoryBytes} bytes`);
  const { peakMemoryBytes: none } = await engine.runToEnd({ command: "true" });
  assert.ok(none === null || none < 20_000_000, `${none} bytes`);
});
