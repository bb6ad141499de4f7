import { Buffer } from "node:buffer";
import { createServer, type Server, type Socket } from "node:net";
import { type Connection, type ConnectOptions, connectOut } from "../../../platform/outbound/connect.ts";
import { ProxyError, ProxyReader } from "../../../platform/outbound/proxy_reader.ts";

/**
 * A SOCKS5 server on the loopback interface through which git reaches one host. Git would give a proxy the name of the
 * host, which the proxy may resolve to another address than the checked one.
 */
export class GitRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  // Other users of the machine can connect, too.
  readonly #password = crypto.randomUUID();

  private constructor(private readonly wanted: Connection, private readonly options: ConnectOptions) {
    this.#server = createServer((socket) => void this.#serve(socket));
  }

  /** Opens a relay to a host. Each connection is made as by `connectOut`. */
  static async open(wanted: Connection, options: ConnectOptions): Promise<GitRelay> {
    const relay = new GitRelay(wanted, options);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return relay;
  }

  /** The address for the setting `http.proxy` of git. */
  get address(): string {
    const bound = this.#server.address();
    const port = bound !== null && typeof bound === "object" ? bound.port : 0;
    return `socks5h://git:${this.#password}@127.0.0.1:${port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
    try {
      const reader = new ProxyReader(socket);
      await this.#accept(socket, reader);
      const out = await connectOut(this.wanted, this.options);
      socket.once("close", () => out.destroy());
      out.once("close", () => socket.destroySoon());
      socket.write(response(0));
      reader.release();
      socket.pipe(out).pipe(socket);
    } catch {
      // Without a reason: the request before git's own has reported what is wrong with the host or the proxy.
      socket.end(response(1));
    }
  }

  // RFC 1928 and 1929.
  async #accept(socket: Socket, reader: ProxyReader): Promise<void> {
    const [, methods = 0] = await reader.take(2);
    if (!(await reader.take(methods)).includes(2)) throw new ProxyError("no password");
    socket.write(Buffer.from([5, 2]));
    const [, nameLength = 0] = await reader.take(2);
    await reader.take(nameLength);
    const [length = 0] = await reader.take(1);
    const password = await reader.take(length);
    if (password.toString() !== this.#password) throw new ProxyError("wrong password");
    socket.write(Buffer.from([1, 0]));
    // Wherever git wants to go, there is one place to reach.
    const [, , , kind = 0] = await reader.take(4);
    const hostLength = kind === 3 ? (await reader.take(1))[0] ?? 0 : kind === 4 ? 16 : 4;
    await reader.take(hostLength + 2);
  }
}

function response(code: 0 | 1): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}
