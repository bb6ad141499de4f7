import assert from "node:assert/strict";
import type { LiveEvent, Topic } from "../../server/contract/events.ts";
import { type EventStream, LiveEvents } from "./live_events.ts";
import { StepUpPrompt } from "./step_up_prompt.ts";

class FakeStream implements EventStream {
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  readyState = 0;

  #missed: () => void = () => assert.fail("nobody listens");
  #build: (build: string) => void = () => assert.fail("nobody listens");

  onMissed(listener: () => void): void {
    this.#missed = listener;
  }

  onBuild(listener: (build: string) => void): void {
    this.#build = listener;
  }

  publishBuild(build: string): void {
    this.#build(build);
  }

  close(): void {
    this.readyState = 2;
  }

  reset(): void {
    this.#missed();
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }

  fail({ rejected }: { rejected: boolean }): void {
    this.readyState = rejected ? 2 : 0;
    this.onerror?.(new Event("error"));
  }

  format(topic: Topic): void {
    const event: LiveEvent = { topic, type: "task:updated", id: 1, version: 1, at: "" };
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
}

function setUp() {
  const streams: FakeStream[] = [];
  const stale: (readonly Topic[] | null)[] = [];
  const waiting: { ms: number; run: () => void }[] = [];
  const asked = new StepUpPrompt();
  const live = new LiveEvents({
    settled: asked.settled,
    build: "main-A.js",
    open() {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    invalidate: (topics) => void stale.push(topics),
    delay(ms, run) {
      const one = { ms, run };
      waiting.push(one);
      return () => void waiting.splice(waiting.indexOf(one), 1);
    },
  });
  live.start();
  const stream = () => streams.at(-1) ?? assert.fail("no stream");
  const runNext = async () => {
    (waiting.shift() ?? assert.fail("nothing waits")).run();
    await asked.settled();
  };
  return { live, streams, stale, waiting, stream, runNext, asked };
}

Deno.test("live events: many events at once make each topic stale once", async () => {
  const { stale, stream, waiting, runNext } = setUp();
  stream().open();
  for (const topic of ["tasks", "runs", "tasks", "tasks"] as const) stream().format(topic);
  assert.equal(waiting.length, 1);
  await runNext();
  assert.deepEqual(stale, [["tasks", "runs"]]);
});

Deno.test("live events: events right after a flush wait and are not lost", async () => {
  const { stale, stream, waiting, runNext } = setUp();
  stream().open();
  stream().format("tasks");
  await runNext();
  stream().format("runs");
  assert.equal(waiting.length, 1);
  await runNext();
  assert.deepEqual(stale, [["tasks"], ["runs"]]);
  await runNext();
  assert.deepEqual([stale.length, waiting.length], [2, 0]);
});

Deno.test("live events: reports when the server has another build, and when it has this one again", () => {
  const { live, stream } = setUp();
  const heard: boolean[] = [];
  live.onState(() => heard.push(live.isOutdated()));
  for (const build of ["main-A.js", "main-B.js", "main-B.js", "main-A.js"]) stream().publishBuild(build);
  assert.deepEqual(heard, [true, false]);
});

Deno.test("live events: a reconnect makes everything stale, the first connection nothing", () => {
  const { live, stale, stream } = setUp();
  stream().open();
  assert.deepEqual([live.state(), stale.length], ["connected", 0]);
  stream().fail({ rejected: false });
  assert.equal(live.state(), "reconnecting");
  stream().open();
  assert.deepEqual([live.state(), stale], ["connected", [null]]);
});

Deno.test("live events: missed events make everything stale, even at the first connection", () => {
  const { stale, stream } = setUp();
  stream().open();
  stream().reset();
  assert.deepEqual(stale, [null]);
});

Deno.test("live events: reopens a rejected stream with growing delays", async () => {
  const { streams, stream, waiting, runNext } = setUp();
  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    stream().fail({ rejected: true });
    waits.push(waiting[0]?.ms ?? 0);
    await runNext();
  }
  assert.deepEqual(waits, [1000, 2000, 5000, 10_000, 10_000]);
  assert.equal(streams.length, 6);
});

Deno.test("live events: a rejected stream invalidates the session", () => {
  const { stale, stream } = setUp();
  stream().fail({ rejected: true });
  assert.deepEqual(stale, [["session"]]);
});

Deno.test("live events: nothing is pending or open after stop", () => {
  const { live, stream, waiting } = setUp();
  stream().open();
  stream().format("tasks");
  live.stop();
  assert.deepEqual([waiting.length, stream().readyState], [0, 2]);
});

Deno.test("live events: listeners receive every event until they unsubscribe", () => {
  const { live, stream } = setUp();
  const heard: Topic[] = [];
  const stop = live.onEvent(({ topic }) => heard.push(topic));
  stream().format("runs");
  stop();
  stream().format("tasks");
  assert.deepEqual(heard, ["runs"]);
});

Deno.test("live events: a rejected stream waits during a login dialog, then opens at once", async () => {
  const { streams, stream, runNext, asked, stale } = setUp();
  stream().open();
  const responded = asked.ask();
  stream().fail({ rejected: true });
  const waits = runNext();
  assert.equal(streams.length, 1);
  asked.settle(true);
  await Promise.all([responded, waits]);
  assert.equal(streams.length, 2);
  stream().open();
  assert.deepEqual(stale, [["session"], null]);
});

Deno.test("live events: a stream stopped during a login dialog does not open again", async () => {
  const { live, streams, stream, runNext, asked } = setUp();
  const responded = asked.ask();
  stream().fail({ rejected: true });
  const waits = runNext();
  live.stop();
  asked.settle(true);
  await Promise.all([responded, waits]);
  assert.equal(streams.length, 1);
});
