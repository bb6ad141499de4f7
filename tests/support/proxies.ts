// Local proxies that require a user name and a password.
import { Buffer } from "node:buffer";

interface Wanted {
  hostname: string;
  port: number;
}

abstract class TestProxy implements AsyncDisposable {
  connections = 0;
  /** The start of each connection, as far as it was understood. */
  received = "";
  readonly #listener: Deno.TcpListener | Deno.TlsListener;
  readonly #open = new Set<Deno.Conn>();
  abstract readonly scheme: string;

  constructor(readonly login: string, listener?: Deno.TlsListener) {
    this.#listener = listener ?? Deno.listen({ hostname: "127.0.0.1", port: 0 });
    void this.#accept();
  }

  get port(): number {
    // Both kinds listen on a network address.
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  get url(): string {
    return `${this.scheme}://${this.login}@127.0.0.1:${this.port}`;
  }

  protected abstract greet(conn: Deno.Conn): Promise<Wanted | null>;
  protected abstract agree(conn: Deno.Conn): Promise<void>;

  async #accept(): Promise<void> {
    for await (const conn of this.#listener) {
      void this.#serve(conn).catch(() => {}).finally(() => close(conn));
    }
  }

  async #serve(conn: Deno.Conn): Promise<void> {
    this.#open.add(conn);
    const wanted = await this.greet(conn);
    if (wanted === null) return;
    const out = await Deno.connect(wanted);
    this.#open.add(out);
    this.connections++;
    await this.agree(conn);
    await Promise.all([
      conn.readable.pipeTo(out.writable).catch(() => {}),
      out.readable.pipeTo(conn.writable).catch(() => {}),
    ]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const conn of this.#open) close(conn);
    return Promise.resolve();
  }
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // Closed already.
  }
}

async function read(conn: Deno.Conn): Promise<Buffer> {
  const bytes = new Uint8Array(4096);
  return Buffer.from(bytes.subarray(0, await conn.read(bytes) ?? 0));
}

export class HttpProxy extends TestProxy {
  readonly scheme: string = "http";

  static open(login: string): Promise<HttpProxy> {
    return Promise.resolve(new HttpProxy(login));
  }

  protected async greet(conn: Deno.Conn): Promise<Wanted | null> {
    let head = "";
    while (!head.includes("\r\n\r\n")) {
      const more = await read(conn);
      // Disconnected, as a client that does not trust the certificate.
      if (more.length === 0) return null;
      head += more.toString("latin1");
    }
    this.received += head;
    const wanted = `Proxy-Authorization: Basic ${Buffer.from(this.login).toString("base64")}`.toLowerCase();
    if (!head.toLowerCase().includes(wanted)) {
      const rejection =
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n';
      await conn.write(Buffer.from(rejection));
      return null;
    }
    const [, host, port] = /^CONNECT ([^:]+):(\d+)/.exec(head) ?? [];
    return host === undefined ? null : { hostname: host, port: Number(port) };
  }

  protected async agree(conn: Deno.Conn) {
    await conn.write(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"));
  }
}

/** A proxy over TLS with a certificate of its own. */
export class HttpsProxy extends HttpProxy {
  override readonly scheme = "https";

  static openWith(login: string, tls: { key: string; cert: string }): HttpsProxy {
    return new HttpsProxy(login, Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...tls }));
  }
}

export class SocksProxy extends TestProxy {
  readonly scheme = "socks5";

  static open(login: string): Promise<SocksProxy> {
    return Promise.resolve(new SocksProxy(login));
  }

  protected async greet(conn: Deno.Conn) {
    await read(conn);
    await conn.write(Uint8Array.of(5, 2));
    const output = await read(conn);
    const user = output.subarray(2, 2 + output[1]!).toString();
    const word = output.subarray(3 + output[1]!).toString();
    const isRight = `${user}:${word}` === decodeURIComponent(this.login);
    await conn.write(Uint8Array.of(1, isRight ? 0 : 1));
    if (!isRight) return null;
    const requested = await read(conn);
    const host = requested[3] === 1
      ? [...requested.subarray(4, 8)].join(".")
      : requested.subarray(5, 5 + requested[4]!).toString();
    return { hostname: host, port: requested.readUInt16BE(requested.length - 2) };
  }

  protected async agree(conn: Deno.Conn) {
    await conn.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  }
}
