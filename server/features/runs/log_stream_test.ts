import assert from "node:assert/strict";
import { join } from "node:path";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { EventReader } from "../../../tests/support/event_reader.ts";
import { until } from "../../../tests/support/until.ts";
import { LogFile } from "./log_file.ts";
import { LogFollowers } from "./log_follower.ts";
import { logStream } from "./log_stream.ts";

/** A log that a test writes to and completes. */
class Log implements AsyncDisposable {
  readonly clock = new TestClock();
  readonly followers = new LogFollowers(this.clock);
  readonly closing = new AbortController();
  complete = false;
  opened = 0;
  released = 0;
  /** The error that opening the log throws from now on. */
  failure: Error | null = null;

  constructor(private readonly root: string) {}

  static async make(): Promise<Log> {
    return new Log(await Deno.makeTempDir({ prefix: "sundial-log-" }));
  }

  write(bytes: string | Uint8Array): void {
    const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    Deno.writeFileSync(join(this.root, "a.log"), all, { append: true });
  }

  stream(offset = 0): ReadableStream<Uint8Array> {
    const open = () => {
      this.opened++;
      if (this.failure) return Promise.reject(this.failure);
      const { complete } = this;
      return Promise.resolve(
        new LogFile({ root: this.root, logPath: "a.log", wasWritten: true, complete, language: "en" }),
      );
    };
    const lease = { signal: this.closing.signal, release: () => void this.released++ };
    const follow = () => this.followers.follow(1, open);
    return logStream({ follow, start: { offset, generation: 0 }, lease });
  }

  read(offset = 0): EventReader {
    return new EventReader(new Response(this.stream(offset)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
    assert.equal(this.clock.timers, 0);
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Waits until only a clock tick makes the stream poll again. */
async function idle(log: Log): Promise<void> {
  await until("it no longer polls", () => log.clock.timers > 0, 0);
  assert.equal(log.clock.timers, 1);
}

async function textOf(reader: EventReader): Promise<string> {
  let text = "";
  for (let block = await reader.next(); block?.event === "chunk"; block = await reader.next()) {
    text += JSON.parse(block.data!).text;
  }
  return text;
}

Deno.test("log stream: sends a large log of any length without splitting a character", async () => {
  for (const character of ["很", "😀", "é"]) {
    await using log = await Log.make();
    log.complete = true;
    const text = `a${character.repeat(100_000)}`;
    log.write(text);
    assert.equal(await textOf(log.read()), text);
  }
});

Deno.test("log stream: keeps a byte order mark in the middle", async () => {
  await using log = await Log.make();
  log.complete = true;
  const text = `${"x".repeat(64 * 1024)}\ufeffy`;
  log.write(text);
  assert.equal(await textOf(log.read()), text);
});

Deno.test("log stream: sends additions, holds back half a character, and ends with the log", async () => {
  await using log = await Log.make();
  const reader = log.read();
  const [high, low] = [new TextEncoder().encode("很").slice(0, 2), new TextEncoder().encode("很").slice(2)];
  log.write("one");
  assert.equal(JSON.parse((await reader.next())!.data!).text, "one");
  const next = reader.next();
  log.write(high);
  await idle(log);
  log.clock.advance(250);
  await idle(log);
  log.write(low);
  log.clock.advance(250);
  assert.deepEqual(JSON.parse((await next)!.data!), { offset: 3, next: 6, text: "很", generation: 0 });
  const end = reader.next();
  await idle(log);
  log.complete = true;
  log.clock.advance(250);
  assert.deepEqual(await end, {
    event: "end",
    data: '{"size":6,"generation":0,"moved":null}',
  });
  assert.equal(await reader.next(), null);
  assert.equal(log.released, 1);
});

Deno.test("log stream: sends invalid UTF-8 at the end of a finished log too", async () => {
  await using log = await Log.make();
  log.complete = true;
  log.write(new Uint8Array([0x61, 0xe5, 0xbe]));
  assert.equal(await textOf(log.read()), "a\ufffd");
});

Deno.test("log stream: keeps a quiet log open with a comment every 15 seconds", async () => {
  await using log = await Log.make();
  const reader = log.read();
  const next = reader.next();
  for (let n = 0; n < 60; n++) {
    await idle(log);
    log.clock.advance(250);
  }
  assert.deepEqual(await next, { "": "still here" });
  log.complete = true;
  const end = reader.next();
  await idle(log);
  log.clock.advance(250);
  assert.equal((await end)?.event, "end");
});

Deno.test("log stream: does not read ahead of a stalled reader", async () => {
  await using log = await Log.make();
  log.complete = true;
  log.write("x".repeat(1024 * 1024));
  const reader = log.stream().getReader();
  await reader.read();
  for (let n = 0; n < 20; n++) await turn();
  assert.equal(log.opened, 1);
  await reader.cancel();
  assert.equal(log.released, 1);
});

Deno.test("log stream: ends at once when the panel stops, leaving no timer", async () => {
  await using log = await Log.make();
  const next = log.read().next();
  await idle(log);
  log.closing.abort();
  assert.equal(await next, null);
});

Deno.test("log stream: waits at an offset beyond the end and continues there", async () => {
  await using log = await Log.make();
  log.write("abc");
  const next = log.read(5).next();
  await idle(log);
  log.write("def");
  log.clock.advance(250);
  assert.deepEqual(JSON.parse((await next)!.data!), { offset: 5, next: 6, text: "f", generation: 0 });
});

Deno.test("log stream: one poll serves all readers, each from its own start", async () => {
  await using log = await Log.make();
  log.write("abc");
  const readers = Array.from({ length: 50 }, (_, n) => log.read(n % 3));
  const chunk = async (reader: EventReader) => JSON.parse((await reader.next())!.data!);
  const first = await Promise.all(readers.map(chunk));
  assert.deepEqual(first.map(({ text }) => text), readers.map((_, n) => "abc".slice(n % 3)));
  const next = readers.map(chunk);
  await idle(log);
  const before = log.opened;
  for (let n = 0; n < 4; n++) {
    log.clock.advance(250);
    await idle(log);
  }
  assert.equal(log.opened - before, 4, "whatever the number of readers");
  log.write("def");
  log.clock.advance(250);
  assert.deepEqual(new Set((await Promise.all(next)).map(({ text }) => text)), new Set(["def"]));
  const ends = readers.map((reader) => reader.next());
  await idle(log);
  log.complete = true;
  log.clock.advance(250);
  assert.deepEqual(new Set((await Promise.all(ends)).map((end) => end?.event)), new Set(["end"]));
  assert.deepEqual([log.released, log.followers.size], [50, 0]);
});

Deno.test("log stream: sends a new line within 25 ms, and opens a quiet log only every 250 ms", async () => {
  await using log = await Log.make();
  const reader = log.read();
  log.write("a");
  await reader.next();
  for (const text of ["b", "c"]) {
    const next = reader.next();
    await idle(log);
    log.write(text);
    log.clock.advance(25);
    assert.equal(JSON.parse((await next)!.data!).text, text);
  }
  const end = reader.next();
  await idle(log);
  const before = log.opened;
  log.clock.advance(249);
  assert.equal(log.opened, before);
  log.complete = true;
  log.clock.advance(1);
  assert.equal((await end)?.event, "end");
});

Deno.test("log stream: checks less often with many readers of all logs together", async () => {
  await using log = await Log.make();
  log.write("a");
  const readers = Array.from({ length: 40 }, () => log.read());
  await Promise.all(readers.map((reader) => reader.next()));
  const next = readers.map(async (reader) => JSON.parse((await reader.next())!.data!).text);
  let sent = 0;
  for (const one of next) void one.then(() => sent++);
  await idle(log);
  log.write("b");
  log.clock.advance(49);
  for (let n = 0; n < 20; n++) await turn();
  assert.equal(sent, 0);
  log.clock.advance(1);
  assert.deepEqual(new Set(await Promise.all(next)), new Set(["b"]));
  await Promise.all(readers.map((reader) => reader.close()));
});

Deno.test("log stream: a late reader misses nothing, and a leaving reader stops no other", async () => {
  await using log = await Log.make();
  log.write("a");
  const [one, two] = [log.read(), log.read()];
  for (const reader of [one, two]) assert.equal(JSON.parse((await reader.next())!.data!).text, "a");
  const [next, never] = [one.next(), two.next()];
  await idle(log);
  log.write("b");
  const late = log.read();
  assert.equal(JSON.parse((await late.next())!.data!).text, "ab");
  const lateNext = late.next();
  await turn();
  await two.close();
  assert.equal(await never, null);
  log.clock.advance(250);
  assert.equal(JSON.parse((await next)!.data!).text, "b");
  // Written earlier, the read after this poll might already find it.
  await idle(log);
  log.write("c");
  log.clock.advance(250);
  assert.equal(JSON.parse((await lateNext)!.data!).text, "c");
  await one.close();
  await late.close();
  assert.deepEqual([log.released, log.followers.size], [3, 0]);
});

Deno.test("log stream: if the log cannot be opened, every reader fails and nothing leaks", async () => {
  await using log = await Log.make();
  const readers = [log.read(), log.read()];
  const next = readers.map((reader) => reader.next().then(() => "more", () => "failed"));
  await idle(log);
  log.failure = new Error("gone");
  log.clock.advance(250);
  assert.deepEqual(await Promise.all(next), ["failed", "failed"]);
  assert.deepEqual([log.released, log.followers.size], [2, 0]);
});

Deno.test("log stream: a stalled stream ends with its session", async () => {
  await using log = await Log.make();
  log.complete = true;
  log.write("x".repeat(1024 * 1024));
  const reader = log.stream().getReader();
  await reader.read();
  log.closing.abort();
  assert.equal((await reader.read()).done, true);
  assert.equal(log.released, 1);
});

Deno.test("log stream: splits text that grows in JSON into smaller events without loss", async () => {
  await using log = await Log.make();
  log.complete = true;
  const text = "\u0001".repeat(300_000);
  log.write(text);
  let [longest, read] = [0, ""];
  const reader = log.read();
  for (let block = await reader.next(); block?.event === "chunk"; block = await reader.next()) {
    longest = Math.max(longest, block.data!.length);
    read += JSON.parse(block.data!).text;
  }
  assert.equal(read, text);
  assert.ok(longest < 128 * 1024, `${longest}`);
});
