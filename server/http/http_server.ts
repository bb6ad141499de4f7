// The HTTP server. It uses node:http instead of Deno.serve: only node:http can close a connection whose headers, body or next
// request do not arrive, and only node:http survives running out of file descriptors for new connections.
import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { afterAbout, type Clock, sleep, type Timer } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Networks } from "../platform/networks.ts";
import { plainAddress } from "../platform/networks.ts";
import {
  type Activity,
  type Connection,
  Connections,
  descriptorLimit,
  openDescriptors,
} from "./connections.ts";
import { countWaiting } from "./waiting_connections.ts";

const HEADERS_MS = 15_000;
/** How long an idle connection is kept open for the next request (ms). */
const KEEP_ALIVE_MS = 30_000;
/** A response is aborted when nothing of it can be sent for this long (ms). */
const STALLED_MS = 60_000;
/** Checks in a row that find waiting connections before the panel listens again. */
const STALLED_CHECKS = 3;
/** How late a check is in a process that is busy. */
const BUSY_MS = 500;
const CHECK_MS = 2000;

const MAX_CONNECTIONS = 2000;
const MIN_CONNECTIONS = 32;
/**
 * File descriptors that connections never use: reserved for files, databases, tasks and the queue of new
 * connections.
 */
const SPARE_DESCRIPTORS = 128;
/** Connections that wait to be accepted. All of them may be accepted at once, before any can be rejected. */
const BACKLOG = 64;

/** Maximum number of requests that wait on one connection; it is closed after the last of them. Browsers send none ahead. */
const MAX_AHEAD = 100;
/** Requests after these. The runtime cannot stop reading, so a connection that sends more is closed at once. */
const MAX_IGNORED = 10_000;

/** Above this number, chunks must have a minimum average size: parsing one costs the same however small it is. */
const FREE_CHUNKS = 4096;
const MIN_CHUNK_BYTES = 16;

const WATCH_MS = 3000;
const RETRY_MS = [0, 250, 1000, 2000, 5000, 10_000, 30_000, 60_000];

export interface HttpServerOptions {
  /** A port, or the path of a Unix socket, which must not exist. */
  address: { host: string; port: number } | { path: string };
  /** Call `authenticated` once the sender of the request is authenticated. */
  fetch(
    request: Request,
    info: { remoteAddr: Deno.NetAddr | Deno.UnixAddr; authenticated(): void },
  ): Promise<Response>;
  proxies: Networks;
  clock: Clock;
  logger: Logger;
  /** Maximum numbers of connections; derived from the process's limit of open files by default. */
  limits?: { total: number; perNetwork: number };
}

/** A server that listens until it is closed. */
export class HttpServer {
  readonly #connections: Connections;
  readonly #handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly #failed = Promise.withResolvers<never>();
  readonly #servers = new Set<Server>();
  #server: Server;
  #bound: AddressInfo | null = null;
  #accepted = 0;
  #timer: Timer | null = null;
  #isClosing = false;

  private constructor(private readonly options: HttpServerOptions) {
    const { proxies } = options;
    this.#connections = new Connections({ ...options.limits ?? limitsOfProcess(), proxies });
    this.#handle = this.#listener();
    this.#server = this.#createServer();
    this.#failed.promise.catch(() => {});
  }

  /**
   * Starts to listen. Throws `Deno.errors.AddrInUse` when the port is in use, and other errors of the
   * operating system.
   */
  static async listen(options: HttpServerOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    await server.#listen(options.address);
    server.#watchLater();
    return server;
  }

  /** The address and port the server listens on; empty and 0 for a Unix socket. */
  get address(): { hostname: string; port: number } {
    return { hostname: this.#bound?.address ?? "", port: this.#bound?.port ?? 0 };
  }

  /** Rejects when the server can no longer listen, after several attempts. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /**
   * Stops accepting connections, waits for requests in progress, and closes what is still open after
   * `deadlineMs`.
   */
  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    this.#timer?.cancel();
    const closed = [...this.#servers].map((server) => closeServer(server));
    this.#connections.closeIdle();
    const late = Promise.withResolvers<void>();
    const timer = this.options.clock.after(deadlineMs, late.resolve);
    await Promise.race([Promise.all(closed), late.promise]);
    timer.cancel();
    for (const server of this.#servers) server.closeAllConnections();
  }

  #createServer(): Server {
    const server = createServer({
      IncomingMessage: MeteredRequest,
      headersTimeout: HEADERS_MS,
      // Each body has its own limits, which depend on how much has arrived.
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
    });
    server.on("connection", (socket) => this.#admit(socket));
    server.on("request", this.#handle);
    server.on("checkContinue", (incoming: MeteredRequest, outgoing) => {
      incoming.beforeReading = () => {
        if (!outgoing.headersSent) outgoing.writeContinue();
      };
      this.#handle(incoming, outgoing);
    });
    server.on("clientError", refuseMalformed);
    server.setTimeout(STALLED_MS, closeStalled);
    return server;
  }

  async #listen(address: HttpServerOptions["address"]): Promise<void> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(asListenError(error)));
      server.listen({ ...address, backlog: BACKLOG }, resolve);
    });
    server.on("error", (error) => this.options.logger.error("the HTTP server failed", { error }));
    this.#servers.add(server);
    const bound = server.address();
    this.#bound = typeof bound === "string" ? null : bound;
  }

  #admit(socket: Socket): void {
    this.#accepted++;
    const connection = new SocketConnection(socket, this.options.clock);
    connectionOf.set(socket, connection);
    this.#spareDescriptors();
    if (!this.#connections.admit(connection)) return void socket.destroy();
    socket.once("close", () => this.#connections.remove(connection));
  }

  // Files and tasks need descriptors too: when few are left, some connections are closed.
  #spareDescriptors(): void {
    if (this.#connections.size % 16 !== 0) return;
    const open = openDescriptors();
    if (open !== null && open + BACKLOG < descriptorLimit()) return;
    for (let count = 0; count < 32 && this.#connections.spare();) count++;
  }

  #listener() {
    const { fetch, address, logger } = this.options;
    const isLocal = "path" in address;
    const response = getRequestListener(
      async (request, env) => {
        const socket = env.incoming.socket as Socket;
        const connection = connectionOf.get(socket);
        return await fetch(request, {
          remoteAddr: isLocal
            ? { transport: "unix", path: address.path }
            : { transport: "tcp", hostname: connection?.address ?? "", port: socket.remotePort ?? 0 },
          authenticated: () => void (connection && this.#connections.authenticated(connection)),
        });
      },
      {
        hostname: isLocal ? "localhost" : address.host,
        overrideGlobalObjects: false,
        errorHandler(error) {
          if (error instanceof RequestError) return new Response(null, { status: 400 });
          logger.error("a request failed outside its handler", { error });
          return new Response(null, { status: 500 });
        },
      },
    );
    return (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const connection = connectionOf.get(incoming.socket);
      if (!connection) return void incoming.socket.destroy();
      // Nothing reads the body of such a request.
      if (["GET", "HEAD"].includes(incoming.method ?? "") && hasBody(incoming)) {
        outgoing.shouldKeepAlive = false;
      }
      connection.enqueue(incoming, outgoing, () => response(incoming, outgoing));
    };
  }

  // The runtime does not report that it has stopped accepting: after one failure for lack of a descriptor it never tries
  // again. A connection that waits may only have come while this process was busy: then this is late, too.
  #watchLater(waited = 0): void {
    if (this.#isClosing) return;
    const { clock } = this.options;
    const before = this.#accepted;
    const due = clock.monotonic() + WATCH_MS;
    this.#timer = afterAbout(clock, WATCH_MS, () => {
      // The runtime has no timeout of its own for them.
      this.#connections.closeIdle(KEEP_ALIVE_MS);
      const isBusy = clock.monotonic() > due + BUSY_MS;
      const isWaiting = !isBusy && this.#accepted === before && this.#hasWaiting();
      if (!isWaiting) return this.#watchLater();
      if (waited + 1 < STALLED_CHECKS) return this.#watchLater(waited + 1);
      this.options.logger.error("new connections are no longer accepted; listening again");
      this.#listenAgain().then(() => this.#watchLater(), (error) => this.#failed.reject(error));
    });
  }

  #hasWaiting(): boolean {
    const { address } = this.options;
    try {
      return countWaiting("path" in address ? address : this.address) > 0;
    } catch {
      // Without a descriptor to find out, there is none for a connection either.
      this.#connections.spare();
      return false;
    }
  }

  async #listenAgain(): Promise<void> {
    const { address: wanted } = this.options;
    const address = "path" in wanted ? wanted : { host: wanted.host, port: this.address.port };
    const old = this.#server;
    void closeServer(old).then(() => this.#servers.delete(old));
    this.#connections.closeIdle();
    for (const delay of RETRY_MS) {
      await sleep(this.options.clock, delay);
      if (this.#isClosing) return;
      this.#server = this.#createServer();
      const error = await this.#listen(address).then(() => null, (error) => error);
      if (error === null) return;
      this.options.logger.error("failed to listen again; retrying", { error });
    }
    throw new Error(`the panel can no longer listen on ${"path" in address ? address.path : address.port}`);
  }
}

/** A request that counts its chunks and asks for its body only when the body is read. */
class MeteredRequest extends IncomingMessage {
  /** Called once before the first byte of the body is read. */
  beforeReading: (() => void) | null = null;
  #chunks = 0;
  #bytes = 0;

  // Called by the parser, which parses everything that has arrived: a reader could only stop it too late.
  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.#chunks++;
      this.#bytes += chunk.length;
      const isTiny = this.#bytes < this.#chunks * MIN_CHUNK_BYTES;
      if (this.#chunks > FREE_CHUNKS && isTiny && !this.socket.destroyed) this.socket.destroy();
    }
    return super.push(chunk, encoding);
  }

  override _read(size: number): void {
    this.beforeReading?.();
    this.beforeReading = null;
    super._read(size);
  }
}

const connectionOf = new WeakMap<Socket, SocketConnection>();

/** A connection that handles its requests one after the other. */
class SocketConnection implements Connection {
  readonly address: string;
  readonly #waiting: (() => void)[] = [];
  #current: IncomingMessage | null = null;
  /** Requests after the last one that will be answered; null before that one. */
  #ignored: number | null = null;
  /** When the last request ended, and what had arrived by then. */
  #idle: { since: number; bytes: number };

  constructor(private readonly socket: Socket, private readonly clock: Clock) {
    this.#idle = { since: clock.monotonic(), bytes: socket.bytesRead };
    this.address = plainAddress(socket.remoteAddress ?? "");
  }

  activity(): Activity {
    if (this.#current === null) return "idle";
    return this.#current.complete ? "responding" : "receiving";
  }

  // The runtime closes connections whose request begins to arrive and does not go on.
  idleMs(): number {
    const { since, bytes } = this.#idle;
    return this.#current !== null || this.socket.bytesRead !== bytes ? 0 : this.clock.monotonic() - since;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Handles a request once the requests before it are answered. */
  enqueue(incoming: IncomingMessage, outgoing: ServerResponse, handle: () => unknown): void {
    if (this.#ignored !== null) {
      if (++this.#ignored > MAX_IGNORED) this.close();
      return;
    }
    const begin = () => {
      this.#current = incoming;
      outgoing.once("close", () => this.#next());
      handle();
    };
    if (this.#current === null) begin();
    else if (this.#waiting.push(begin) === MAX_AHEAD) {
      outgoing.shouldKeepAlive = false;
      this.#ignored = 0;
    }
  }

  #next(): void {
    this.#current = null;
    this.#idle = { since: this.clock.monotonic(), bytes: this.socket.bytesRead };
    if (!this.socket.destroyed) this.#waiting.shift()?.();
  }
}

function limitsOfProcess(): { total: number; perNetwork: number } {
  const half = Math.floor((descriptorLimit() - SPARE_DESCRIPTORS) / 2);
  const total = Math.max(MIN_CONNECTIONS, Math.min(half, MAX_CONNECTIONS));
  return { total, perNetwork: Math.max(MIN_CONNECTIONS, Math.floor(total / 4)) };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

const malformedResults: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function refuseMalformed({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
  const status = malformedResults[code] ?? "400 Bad Request";
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.destroySoon();
}

// A handler may be slow to answer, but what it has written must be accepted by the client.
function closeStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function asListenError(error: NodeJS.ErrnoException): Error {
  return error.code === "EADDRINUSE" ? new Deno.errors.AddrInUse(error.message, { cause: error }) : error;
}
