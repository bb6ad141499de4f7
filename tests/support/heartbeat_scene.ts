// Heartbeats over a test database and clock: pings, the watch and the service are real.
import { type HeartbeatInput, heartbeatInput } from "../../server/contract/heartbeats.ts";
import { parse } from "../../server/contract/parsed.ts";
import { Bus } from "../../server/engine/bus.ts";
import type { Database } from "../../server/engine/store.ts";
import { PingIntake } from "../../server/features/heartbeats/ping_intake.ts";
import { PingKeys } from "../../server/features/heartbeats/ping_keys.ts";
import { PingLimits } from "../../server/features/heartbeats/ping_limits.ts";
import { Heartbeats } from "../../server/features/heartbeats/service.ts";
import { HeartbeatWatch } from "../../server/features/heartbeats/watch.ts";
import { freshDatabase } from "./fresh_database.ts";
import { TestClock } from "./test_clock.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export class HeartbeatScene implements AsyncDisposable {
  readonly bus = new Bus((error) => {
    throw error;
  });
  /** Types and ids of the published events that are about states. */
  readonly events: string[] = [];
  readonly logged: string[] = [];
  readonly intake: PingIntake;
  readonly heartbeats: Heartbeats;
  zone = "UTC";
  watch: HeartbeatWatch;
  readonly #keys: PingKeys;
  readonly #options;

  private constructor(readonly db: Database, readonly clock: TestClock) {
    const log = (message: string) => void this.logged.push(message);
    const logger = { debug() {}, info() {}, warn: log, error: log };
    this.#options = { db, clock, bus: this.bus, logger, zone: () => this.zone };
    this.#keys = new PingKeys(this.#options);
    this.intake = new PingIntake({ ...this.#options, keys: this.#keys, limits: new PingLimits(clock) });
    this.heartbeats = new Heartbeats({ ...this.#options, keys: this.#keys });
    this.watch = new HeartbeatWatch({ ...this.#options, intake: this.intake });
    this.bus.listen(({ type, id }) => {
      if (type === "heartbeat:down" || type === "heartbeat:up") this.events.push(`${type} ${id}`);
    });
  }

  static async open(at = "2026-03-04T12:00:00.000Z"): Promise<HeartbeatScene> {
    const scene = new HeartbeatScene(await freshDatabase(), new TestClock(at));
    await scene.#keys.open();
    await scene.watch.begin();
    return scene;
  }

  /** Creates a heartbeat that is due every hour, unless `input` says otherwise, and returns its id. */
  async add(input: Partial<HeartbeatInput> = {}): Promise<number> {
    const usual = { name: `Heartbeat ${crypto.randomUUID()}`, schedule: "0 * * * *" };
    return (await this.heartbeats.create(parse(heartbeatInput, { ...usual, ...input }))).id;
  }

  /** Sends a ping and waits until it is written. */
  async ping(
    id: number,
    action = "",
    more: { rid?: string; method?: string; body?: string } = {},
  ): Promise<void> {
    await this.send(id, action, more);
    await this.intake.flush();
  }

  /** Sends a ping. */
  async send(id: number, action = "", more: { rid?: string; method?: string; body?: string } = {}) {
    const { key } = await this.heartbeats.get(id);
    return this.intake.receive({ key, action, method: "GET", ip: "192.0.2.1", rid: null, body: "", ...more });
  }

  /** Lets time pass, in steps. */
  async pass(ms: number, stepMs = 1_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(left, stepMs));
      await this.intake.idle();
      await this.watch.idle();
    }
  }

  async state(id: number): Promise<string> {
    return (await this.heartbeats.get(id)).state;
  }

  /** Stops watching for some time, as when the panel is not running. */
  async restart(awayMs: number): Promise<void> {
    await this.watch.end();
    this.clock.advance(awayMs);
    this.watch = new HeartbeatWatch({ ...this.#options, intake: this.intake });
    await this.watch.begin();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.watch.end();
    this.#keys.close();
    await this.intake.close();
    await this.db.destroy();
  }
}
