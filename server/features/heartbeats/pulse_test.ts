import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { Pulse } from "./pulse.ts";
import { emptyRecord, type PulseRecord } from "./pulse_record.ts";

class Scene {
  readonly clock = new TestClock();
  readonly requested: string[] = [];
  readonly logged: string[] = [];
  url: string | null = "https://watch.example/ping/s3cret";
  isPlanning = true;
  respond: (signal: AbortSignal) => Promise<number> = () => Promise.resolve(200);
  readonly pulse: Pulse;
  record: PulseRecord = emptyRecord("");
  changes = 0;

  constructor() {
    const log = (message: string, fields?: unknown) =>
      void this.logged.push(`${message} ${JSON.stringify(fields)}`);
    this.pulse = new Pulse({
      clock: this.clock,
      logger: { debug() {}, info: log, warn: log, error: log },
      url: () => this.url,
      isPlanning: () => this.isPlanning,
      request: (url, signal) => {
        this.requested.push(url.href);
        return this.respond(signal);
      },
      read: (url) => Promise.resolve(this.record.url === url ? this.record : emptyRecord(url)),
      store: (record) => Promise.resolve(void (this.record = record)),
      onChange: () => void this.changes++,
    });
  }

  async pass(minutes: number): Promise<void> {
    for (let n = 0; n < minutes * 60; n++) {
      this.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

Deno.test("pulse: requests the address every minute while the panel plans", async () => {
  const scene = new Scene();
  await scene.pulse.begin();
  await scene.pass(3);
  assert.equal(scene.requested.length, 4);
  scene.isPlanning = false;
  await scene.pass(3);
  assert.equal(scene.requested.length, 4);
  scene.isPlanning = true;
  await scene.pass(1);
  await scene.pulse.end();
  await scene.pass(2);
  assert.equal(scene.requested.length, 5);
  assert.deepEqual([scene.logged, scene.clock.timers], [[], 0]);
});

Deno.test("pulse: reports a failure once, and once that it is over, without the secret", async () => {
  const scene = new Scene();
  scene.respond = () => Promise.resolve(500);
  await scene.pulse.begin();
  await scene.pass(3);
  scene.respond = () => Promise.reject(new Error("connection refused"));
  await scene.pass(2);
  scene.respond = () => Promise.resolve(204);
  await scene.pass(2);
  await scene.pulse.end();
  assert.deepEqual(scene.logged, [
    'the pulse of the panel is not received {"host":"watch.example","reason":"status 500"}',
    'the pulse of the panel is not received {"host":"watch.example","reason":"connection refused"}',
    'the pulse of the panel is received again {"host":"watch.example"}',
  ]);
});

Deno.test("pulse: a request that gets no response ends, and the next one follows", async () => {
  const scene = new Scene();
  scene.respond = (signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  await scene.pulse.begin();
  await scene.pass(2);
  await scene.pulse.end();
  assert.equal(scene.requested.length, 3);
  assert.deepEqual(scene.logged, [
    'the pulse of the panel is not received {"host":"watch.example","reason":"no response in time"}',
  ]);
  assert.equal(scene.clock.timers, 0);
});

Deno.test("pulse: follows the setting at once, and rests without an address", async () => {
  const scene = new Scene();
  scene.url = null;
  await scene.pulse.begin();
  await scene.pass(2);
  scene.url = "https://other.example/a?b=c";
  scene.pulse.settingsChanged();
  scene.pulse.settingsChanged();
  await scene.pass(1);
  assert.deepEqual(scene.requested, ["https://other.example/a?b=c", "https://other.example/a?b=c"]);
  scene.url = null;
  scene.pulse.settingsChanged();
  await scene.pass(2);
  assert.equal(scene.requested.length, 2);
  await scene.pulse.end();
  assert.equal(scene.clock.timers, 0);
});

Deno.test("pulse: records successes, failures in a row, and when there were three, also over a restart", async () => {
  const scene = new Scene();
  const url = scene.url!;
  const start = scene.clock.now();
  await scene.pulse.begin();
  await scene.pass(1);
  assert.equal(scene.changes, 1, "the first success");
  const received = scene.record.lastSuccessAt!;
  assert.ok(received > start);
  scene.respond = () => Promise.resolve(500);
  await scene.pass(2);
  const problem = { code: "status", detail: "500" };
  assert.deepEqual([scene.record.failures, scene.record.downAt, scene.changes], [2, null, 2]);
  await scene.pulse.end();
  await scene.pulse.begin();
  await scene.pass(2);
  const { lastFailureAt, downAt, ...record } = scene.record;
  assert.deepEqual(record, { url, lastSuccessAt: received, failures: 5, problem });
  assert.ok(downAt !== null && downAt < lastFailureAt!);
  assert.equal(scene.changes, 3, "the third failure, and no other");
  scene.respond = () => Promise.resolve(200);
  await scene.pass(1);
  assert.deepEqual(scene.record, { ...emptyRecord(url), lastSuccessAt: scene.record.lastSuccessAt });
  assert.equal(scene.changes, 4);
  scene.respond = () => Promise.resolve(500);
  await scene.pass(1);
  scene.url = "https://other.example/";
  scene.pulse.settingsChanged();
  await scene.pulse.end();
  assert.equal(scene.changes, 6);
});
