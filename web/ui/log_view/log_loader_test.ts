import assert from "node:assert/strict";
import { LogLoader } from "./log_loader.ts";
import type { LogFollower, LogSource } from "./log_source.ts";

/** A log in memory that says what was asked of it. */
class FakeLog implements LogSource {
  asked: string[] = [];
  followers: (LogFollower & { from: number })[] = [];
  fails = false;

  constructor(public bytes: Uint8Array<ArrayBuffer>, public complete = true) {}

  async readLast(length: number) {
    return await this.read(Math.max(0, this.bytes.length - length), this.bytes.length);
  }

  read(start: number, end: number) {
    this.asked.push(`${start}-${Math.min(end, this.bytes.length)}`);
    if (this.fails) return Promise.reject(new Error("no way"));
    const { complete } = this;
    const bytes = this.bytes.slice(start, end);
    return Promise.resolve({ bytes, offset: start, size: this.bytes.length, complete });
  }

  follow(from: number, follower: LogFollower) {
    const entry = { ...follower, from };
    this.followers.push(entry);
    return () => {
      this.followers = this.followers.filter((one) => one !== entry);
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

Deno.test("log loader: a large log opens at its end, and only that is read", async () => {
  const source = new FakeLog(numbered(100_000)); // 1.4 MB
  const { loader, last } = open(source);
  await loader.toEnd();
  assert.equal(last(), "line 00100000");
  assert.deepEqual(source.asked, ["1137856-1400000"]);
  assert.deepEqual([loader.state().atStart, loader.state().atEnd, source.followers.length], [false, true, 0]);
});

Deno.test("log loader: scrolling up reads part after part, without a gap, down to line 1", async () => {
  const source = new FakeLog(numbered(60_000));
  const { loader, first } = open(source);
  await loader.toEnd();
  while (!loader.state().atStart) await loader.loadEarlier();
  assert.equal(first(), "line 00000001");
  assert.equal(loader.buffer.count, 60_000);
  assert.equal(loader.buffer.line(59_999)?.number, 60_000);
});

Deno.test("log loader: what is pushed out at the end is read again when one scrolls down", async () => {
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

Deno.test("log loader: what arrives while the log is followed is put in once a frame", async () => {
  const source = new FakeLog(encode("one\n"), false);
  const { loader, runFrames, last } = open(source);
  await loader.toEnd();
  const [follower] = source.followers;
  const { version } = loader.state();
  follower?.onPart({ offset: 4, next: 8, text: "two\n" });
  follower?.onPart({ offset: 8, next: 14, text: "three\n" });
  assert.equal(loader.state().version, version);
  runFrames();
  assert.deepEqual([last(), loader.state().version, loader.state().size], ["three", version + 1, 14]);
  follower?.onEnd(14);
  assert.equal(loader.state().ended, true);
});

Deno.test("log loader: a flood while nobody draws is thinned out to its end", async () => {
  const source = new FakeLog(new Uint8Array(0), false);
  const { loader, runFrames, last } = open(source);
  await loader.toEnd();
  const text = `${"x".repeat(99)}\n`.repeat(1000);
  for (let at = 0; at < 100; at++) {
    source.followers[0]?.onPart({ offset: at * text.length, next: (at + 1) * text.length, text });
  }
  runFrames();
  assert.ok(loader.buffer.count < 60_000);
  assert.deepEqual([last(), loader.buffer.next, loader.state().atStart], ["x".repeat(99), 10_000_000, false]);
});

Deno.test("log loader: lines that are being read are not dropped, the log is no longer followed instead", async () => {
  const limits = { lines: 100, characters: 10_000, lineCharacters: 100 };
  const source = new FakeLog(numbered(50), false);
  const { loader, runFrames, first, last } = open(source, limits);
  await loader.toEnd();
  loader.hold(true);
  const text = new TextDecoder().decode(numbered(100));
  source.followers[0]?.onPart({ offset: 700, next: 2100, text });
  runFrames();
  assert.deepEqual([first(), last()], ["line 00000001", "line 00000050"]);
  assert.deepEqual([loader.state().atEnd, source.followers.length], [false, 0]);
});

Deno.test("log loader: a log that cannot be read says so and can be tried again; a part that cannot is only told", async () => {
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

Deno.test("log loader: nothing of a log that was left comes later", async () => {
  const source = new FakeLog(encode("one\n"), false);
  const { loader, runFrames } = open(source);
  await loader.toEnd();
  source.followers[0]?.onPart({ offset: 4, next: 8, text: "two\n" });
  loader.stop();
  runFrames();
  assert.deepEqual([loader.buffer.count, source.followers.length], [1, 0]);
});
