import assert from "node:assert/strict";
import type { LogGap } from "./log_bytes.ts";
import { LogLoader } from "./log_loader.ts";
import type { LogFollower, LogSource } from "./log_source.ts";

/** A log in memory that records the requests it receives. */
class FakeLog implements LogSource {
  asked: string[] = [];
  followers: (LogFollower & { from: number })[] = [];
  fails = false;
  generation = 0;
  gap: LogGap | null = null;
  removed = false;

  constructor(public bytes: Uint8Array<ArrayBuffer>, public complete = true) {}

  async readLast(length: number) {
    return await this.read(Math.max(0, this.bytes.length - length), this.bytes.length);
  }

  read(start: number, end: number) {
    this.asked.push(`${start}-${Math.min(end, this.bytes.length)}`);
    if (this.fails) return Promise.reject(new Error("no way"));
    const { complete, generation, gap, removed } = this;
    const size = this.bytes.length;
    const bytes = this.bytes.slice(start, end);
    if (gap) bytes.fill(0, Math.max(0, gap.start - start), Math.max(0, gap.end - start));
    return Promise.resolve({ bytes, offset: start, size, complete, generation, gap, removed });
  }

  follow({ offset: from }: { offset: number }, follower: LogFollower) {
    const entry = { ...follower, from };
    this.followers.push(entry);
    return () => {
      this.followers = this.followers.filter((follower) => follower !== entry);
    };
  }
}

const encode = (text: string) => new TextEncoder().encode(text);
const numbered = (count: number) =>
  encode(
    Array.from({ length: count }, (_, index) => `line ${String(index + 1).padStart(8, "0")}\n`).join(""),
  );

function open(source: FakeLog, limits?: { lines: number; characters: number; lineCharacters: number }) {
  const frames: (() => void)[] = [];
  const problems: unknown[] = [];
  const loader = new LogLoader({
    source,
    nextFrame: (run) => void frames.push(run),
    onProblem: (error) => void problems.push(error),
    ...(limits && { limits }),
  });
  const runFrames = () => frames.splice(0).forEach((run) => run());
  const first = () => loader.buffer.line(0)?.text;
  const last = () => loader.buffer.line(loader.buffer.count - 1)?.text;
  return { loader, runFrames, problems, first, last };
}

Deno.test("log loader: opens a large log at its end and reads only that", async () => {
  const source = new FakeLog(numbered(100_000)); // 1.4 MB
  const { loader, last } = open(source);
  await loader.toEnd();
  assert.equal(last(), "line 00100000");
  assert.deepEqual(source.asked, ["1137856-1400000"]);
  assert.deepEqual([loader.state().atStart, loader.state().atEnd, source.followers.length], [false, true, 0]);
});

Deno.test("log loader: distinguishes a deleted log from an empty one", async () => {
  for (const removed of [true, false]) {
    const source = new FakeLog(encode(""));
    source.removed = removed;
    const { loader } = open(source);
    await loader.toEnd();
    assert.deepEqual([loader.buffer.count, loader.state().ended, loader.state().removed], [0, true, removed]);
  }
});

Deno.test("log loader: scrolling up reads part after part, without a gap, to line 1", async () => {
  const source = new FakeLog(numbered(60_000));
  const { loader, first } = open(source);
  await loader.toEnd();
  while (!loader.state().atStart) await loader.loadEarlier();
  assert.equal(first(), "line 00000001");
  assert.equal(loader.buffer.count, 60_000);
  assert.equal(loader.buffer.line(59_999)?.number, 60_000);
});

Deno.test("log loader: scrolling down reads the part again that was pushed out at the end", async () => {
  const limits = { lines: 25_000, characters: 10_000_000, lineCharacters: 100 };
  const source = new FakeLog(numbered(60_000), false);
  const { loader, first, last } = open(source, limits);
  await loader.toEnd();
  while (!loader.state().atStart) await loader.loadEarlier();
  assert.deepEqual([first(), loader.state().atEnd, source.followers.length], ["line 00000001", false, 0]);
  while (!loader.state().atEnd) await loader.loadLater();
  assert.equal(last(), "line 00060000");
  assert.ok(loader.buffer.count <= limits.lines);
  assert.deepEqual(source.followers.map(({ from }) => from), [source.bytes.length]);
});

Deno.test("log loader: adds new lines once per frame while following", async () => {
  const source = new FakeLog(encode("one\n"), false);
  const { loader, runFrames, last } = open(source);
  await loader.toEnd();
  const [follower] = source.followers;
  const { version } = loader.state();
  follower?.onPart({ offset: 4, next: 8, text: "two\n", generation: 0 });
  follower?.onPart({ offset: 8, next: 14, text: "three\n", generation: 0 });
  assert.equal(loader.state().version, version);
  runFrames();
  assert.deepEqual([last(), loader.state().version, loader.state().size], ["three", version + 1, 14]);
  follower?.onEnd({ size: 14, generation: 0, moved: null });
  assert.equal(loader.state().ended, true);
});

Deno.test("log loader: keeps only the end of a flood while no frame is rendered", async () => {
  const source = new FakeLog(new Uint8Array(0), false);
  const { loader, runFrames, last } = open(source);
  await loader.toEnd();
  const text = `${"x".repeat(99)}\n`.repeat(1000);
  for (let at = 0; at < 100; at++) {
    source.followers[0]?.onPart({
      offset: at * text.length,
      next: (at + 1) * text.length,
      text,
      generation: 0,
    });
  }
  runFrames();
  assert.ok(loader.buffer.count < 60_000);
  assert.deepEqual([last(), loader.buffer.next, loader.state().atStart], ["x".repeat(99), 10_000_000, false]);
});

Deno.test("log loader: does not drop lines that are being read, and stops following instead", async () => {
  const limits = { lines: 100, characters: 10_000, lineCharacters: 100 };
  const source = new FakeLog(numbered(50), false);
  const { loader, runFrames, first, last } = open(source, limits);
  await loader.toEnd();
  loader.hold(true);
  const text = new TextDecoder().decode(numbered(100));
  source.followers[0]?.onPart({ offset: 700, next: 2100, text, generation: 0 });
  runFrames();
  assert.deepEqual([first(), last()], ["line 00000001", "line 00000050"]);
  assert.deepEqual([loader.state().atEnd, source.followers.length], [false, 0]);
});

Deno.test("log loader: an unreadable log fails and can be retried, and an unreadable part is only reported", async () => {
  const source = new FakeLog(numbered(60_000));
  const { loader, problems } = open(source);
  source.fails = true;
  await loader.toEnd();
  assert.equal(loader.state().phase, "failed");
  source.fails = false;
  await loader.toEnd();
  source.fails = true;
  await loader.loadEarlier();
  assert.deepEqual([loader.state().phase, loader.state().busy, problems.length], ["ready", false, 1]);
});

Deno.test("log loader: ignores late results after it stopped", async () => {
  const source = new FakeLog(encode("one\n"), false);
  const { loader, runFrames } = open(source);
  await loader.toEnd();
  source.followers[0]?.onPart({ offset: 4, next: 8, text: "two\n", generation: 0 });
  loader.stop();
  runFrames();
  assert.deepEqual([loader.buffer.count, source.followers.length], [1, 0]);
});

Deno.test("log loader: a gap is one line from whichever direction it is reached", async () => {
  const source = new FakeLog(numbered(300_000)); // 4.2 MB
  source.gap = { start: 14 * 1000, end: 14 * 290_000 };
  const { loader, first, last } = open(source);
  const gaps = () => lines(loader).filter(({ skipped }) => skipped > 0).map(({ skipped }) => skipped);
  await loader.toEnd();
  while (!loader.state().atStart) await loader.loadEarlier();
  assert.deepEqual([first(), last(), loader.buffer.count], ["line 00000001", "line 00300000", 11_001]);
  assert.deepEqual(gaps(), [14 * 289_000]);
  await loader.toStart();
  while (!loader.state().atEnd) await loader.loadLater();
  assert.deepEqual([first(), last(), gaps()], ["line 00000001", "line 00300000", [14 * 289_000]]);
});

Deno.test("log loader: shows a position in the middle with its line number, and loads on in both directions", async () => {
  const source = new FakeLog(numbered(100_000));
  const { loader } = open(source);
  await loader.toEnd();
  await loader.show(14 * 50_000 + 3, 50_001);
  const index = loader.buffer.indexAt(14 * 50_000 + 3);
  const { text, number, start, end } = loader.buffer.line(index) ?? {};
  assert.deepEqual([text, number, start, end], ["line 00050001", 50_001, 14 * 50_000, 14 * 50_001]);
  assert.deepEqual(loader.state().target, { offset: 14 * 50_000 + 3, request: 1 });
  const { count } = loader.buffer;
  await loader.loadEarlier();
  await loader.loadLater();
  assert.ok(loader.buffer.count > count * 2);
});

Deno.test("log loader: shows a loaded position without reading", async () => {
  const source = new FakeLog(numbered(100));
  const { loader } = open(source);
  await loader.toEnd();
  await loader.show(140);
  assert.deepEqual([source.asked.length, loader.state().target?.offset], [1, 140]);
});

Deno.test("log loader: reads the end again after the middle was removed from the file", async () => {
  const source = new FakeLog(numbered(10), false);
  const { loader, last } = open(source);
  await loader.toEnd();
  source.bytes = encode("line 00000001\n\n## ... 112 bytes left out here ...\nline 00000010\n");
  source.complete = true;
  source.generation = 1;
  source.followers[0]?.onEnd({ size: source.bytes.length, generation: 1, moved: null });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(last(), "line 00000010");
  assert.deepEqual(lines(loader).map(({ skipped }) => skipped), [0, 0, 112, 0]);
});

Deno.test("log loader: keeps the visible line when positions move while the user reads further up", async () => {
  const source = new FakeLog(numbered(10), false);
  const { loader } = open(source);
  await loader.toEnd();
  loader.hold(true);
  loader.setTopOffset(14 * 8);
  source.bytes = encode("line 00000001\n-\nline 00000009\nline 00000010\n");
  source.generation = 1;
  source.followers[0]?.onEnd({
    size: source.bytes.length,
    generation: 1,
    moved: { start: 14, from: 14 * 8, to: 16 },
  });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(loader.state().target?.offset, 16);
  assert.equal(loader.buffer.line(loader.buffer.indexAt(16))?.text, "line 00000009");
});

function lines({ buffer }: LogLoader) {
  return Array.from({ length: buffer.count }, (_, index) => buffer.line(index)).filter((line) =>
    line !== undefined
  );
}
