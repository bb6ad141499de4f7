import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { Pulse } from "./pulse.ts";

class Scene {
  readonly clock = new TestClock();
  readonly requested: string[] = [];
  readonly logged: string[] = [];
  url: string | null = "https://watch.example/ping/s3cret";
  isPlanning = true;
  respond: (signal: AbortSignal) => Promise<number> = () => Promise.resolve(200);
  readonly pulse: Pulse;

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
