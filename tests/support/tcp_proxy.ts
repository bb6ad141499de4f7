// A TCP proxy between a node and its database, so that a test can cut or stall the network of that node only.
import { createServer, type Server, Socket } from "node:net";

type Mode = "open" | "cut" | "stalled";

export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<[near: Socket, far: Socket]>();
  /** The connection that sends this next gets no reply. */
  #unanswered: string | null = null;
  #mode: Mode = "open";

  private constructor(target: { hostname: string; port: number }) {
    this.#server = createServer({ allowHalfOpen: false }, (near) => {
      if (this.#mode === "cut") return void near.destroy();
      const far = new Socket();
      const pair: [Socket, Socket] = [near, far];
      this.#pairs.add(pair);
      const end = () => {
        near.destroy();
        far.destroy();
        this.#pairs.delete(pair);
      };
      for (const socket of pair) socket.on("error", end).on("close", end);
      far.connect(target.port, target.hostname);
      near.on("data", (bytes: Uint8Array) => this.#loseReply(pair, bytes));
      near.pipe(far);
      far.pipe(near);
      if (this.#mode === "stalled") this.#stall(pair);
    });
  }

  /** Listens on a free port of the loopback interface. */
  static async listen(target: { hostname: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return address.port;
  }

  /** Ends all connections and refuses new ones. */
  cut(): void {
    this.#mode = "cut";
    for (const pair of [...this.#pairs]) for (const socket of pair) socket.destroy();
  }

  /** Lets no byte pass, as a network does that loses every packet. */
  stall(): void {
    this.#mode = "stalled";
    for (const pair of this.#pairs) this.#stall(pair);
  }

  /** Ends the stalled connections on the side of the database only, which then takes the node for gone. */
  forget(): void {
    for (const [, far] of this.#pairs) {
      far.removeAllListeners("close");
      far.destroy();
    }
  }

  /** Lets everything pass again, also what was held back. */
  restore(): void {
    const wasStalled = this.#mode === "stalled";
    this.#mode = "open";
    // Whatever is connected twice gets every byte twice.
    if (!wasStalled) return;
    for (const [near, far] of this.#pairs) {
      if (far.destroyed) {
        near.destroy();
        continue;
      }
      near.pipe(far);
      far.pipe(near);
    }
  }

  /** Delivers what contains a text, once, and cuts that connection before the reply arrives. */
  loseReplyTo(text: string): void {
    this.#unanswered = text;
  }

  #loseReply([near, far]: [Socket, Socket], bytes: Uint8Array): void {
    if (this.#unanswered === null || !new TextDecoder().decode(bytes).includes(this.#unanswered)) return;
    this.#unanswered = null;
    far.unpipe(near);
    far.once("data", () => near.destroy()).resume();
  }

  /** Lets new connections pass; those that were stalled stay so, as when a router has forgotten them. */
  strand(): void {
    this.#mode = "open";
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #stall([near, far]: [Socket, Socket]): void {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  }
}
