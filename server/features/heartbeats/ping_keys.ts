import type { Base } from "../../engine/base.ts";
import { readKeys } from "./store.ts";

export interface PingTarget {
  id: number;
  postOnly: boolean;
}

/** The keys of all heartbeats, in memory: a ping is answered as fast when there is no heartbeat for it as when there is one. */
export class PingKeys {
  #targets = new Map<string, PingTarget>();
  #stopListening = () => {};
  #reads = 0;
  #lastRead = 0;

  constructor(private readonly options: Pick<Base, "db" | "bus" | "logger">) {}

  async open(): Promise<void> {
    const { bus, logger } = this.options;
    const stops = [
      bus.listen(({ type }) => {
        if (type !== "heartbeat:changed") return;
        this.refresh().catch((error) => logger.error("failed to read the keys of heartbeats", { error }));
      }),
      bus.onHeartbeat(() => this.refresh()),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
    await this.refresh();
  }

  close(): void {
    this.#stopListening();
  }

  find(key: string): PingTarget | undefined {
    return this.#targets.get(key);
  }

  /** Reads the keys again. */
  async refresh(): Promise<void> {
    const read = ++this.#reads;
    const rows = await readKeys(this.options.db);
    // What was read later knows more.
    if (read < this.#lastRead) return;
    this.#lastRead = read;
    this.#targets = new Map(rows.map(({ id, key, post_only }) => [key, { id, postOnly: post_only === 1 }]));
  }
}
