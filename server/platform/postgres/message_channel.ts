// Short messages between the programs that share a PostgreSQL database, over LISTEN and NOTIFY on a connection of its own. A
// message that is sent while the connection is lost does not arrive, so receivers also poll, and look at everything again
// after a reconnection.
import pg from "pg";
import { type Clock, sleep, type Timer } from "../clock.ts";
import type { Logger } from "../logger.ts";
import { endConnection } from "./end_connection.ts";
import { MessageAssembly, messageParts } from "./message_parts.ts";

const RECONNECT_MS = 500;
const MAX_TOGETHER = 500;
/** A change often comes with others: each waits for them this long, and shares a statement. */
const GATHER_MS = 3;
/** A server that takes longer to answer is taken for gone. */
const RESPONSE_LIMIT_MS = 10_000;
/** Messages that wait while the connection is lost or slow; more are not kept. */
const MAX_WAITING = 10_000;

export interface MessageChannelOptions {
  url: string;
  clock: Clock;
  logger: Logger;
  /** Called for each message of any sender, this one included. */
  onMessage(name: string, payload: string): void;
  /** Called after each connection but the first: messages may have been missed. */
  onReconnect(): void;
}

/** Channels of PostgreSQL that this program uses begin with this. */
const PREFIX = "sundial_";

export class MessageChannel {
  #client: pg.Client | undefined;
  #timer: Timer | undefined;
  #waiting: [name: string, payload: string][] = [];
  #sending = false;
  #closed = false;

  constructor(private readonly names: readonly string[], private readonly options: MessageChannelOptions) {}

  /** Connects and listens. Throws when the database cannot be reached. */
  async open(): Promise<void> {
    await this.#connect();
  }

  /** Sends a message. One that cannot be sent now is lost, which receivers expect. */
  send(name: string, payload: string): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    for (const part of messageParts(payload)) this.#waiting.push([PREFIX + name, part]);
    if (!this.#sending) void this.#sendWaiting();
  }

  // One statement for all that arrive while another is under way: a busy queue publishes hundreds in a second.
  async #sendWaiting(): Promise<void> {
    this.#sending = true;
    while (this.#waiting.length > 0) {
      // The last ones before the end are sent at once.
      if (!this.#closed) await sleep(this.options.clock, GATHER_MS);
      if (this.#waiting.length === 0) break;
      const batch = this.#waiting.splice(0, MAX_TOGETHER);
      const client = this.#client;
      const timer = this.options.clock.after(RESPONSE_LIMIT_MS, () => {
        if (client) this.#lost(client, new Error("the database did not answer in time"));
      });
      try {
        await client?.query(
          "select pg_notify(name, payload) from unnest($1::text[], $2::text[]) as m(name, payload)",
          [batch.map(([name]) => name), batch.map(([, payload]) => payload)],
        );
      } catch (error) {
        if (!this.#closed) {
          this.options.logger.warn("failed to send a message to the other nodes", { error });
        }
      } finally {
        timer.cancel();
      }
    }
    this.#sending = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    const client = this.#client;
    if (this.#waiting.length > 0) void this.#sendWaiting();
    this.#client = undefined;
    if (client) await endConnection(client);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: "sundial messages",
      // Messages may get lost anyway, and each would wait for the disk.
      options: "-c synchronous_commit=off",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("the connection ended")));
    const whole = new MessageAssembly();
    client.on("notification", ({ channel, payload = "" }) => {
      const text = whole.add(payload);
      if (text !== null) this.options.onMessage(channel.slice(PREFIX.length), text);
    });
    await client.connect();
    for (const name of this.names) await client.query(`listen ${PREFIX}${name}`);
    if (this.#closed) return void await client.end();
    this.#client = client;
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.options.logger.warn("lost the connection for messages of other nodes; reconnecting", { error });
    void endConnection(client);
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    this.#timer = this.options.clock.after(RECONNECT_MS, () => {
      this.#connect().then(() => this.options.onReconnect(), () => {
        if (!this.#closed) this.#reconnectLater();
      });
    });
  }
}
