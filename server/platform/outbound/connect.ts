import { Buffer } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { connect as connectSocket, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { OutboundPolicy } from "./outbound_policy.ts";
import type { Proxy } from "./proxy.ts";
import { ProxyError, ProxyReader } from "./proxy_reader.ts";

export interface Connection {
  host: string;
  port: number;
  /** Whether to use TLS, with the certificate checked against the host name. */
  secure: boolean;
}

export interface ConnectOptions {
  policy: OutboundPolicy;
  proxy: Proxy | null;
  signal: AbortSignal;
}

/**
 * Connects to a host at a checked address, or through a proxy at a checked address. Throws `OutboundError`, `ProxyError`,
 * network errors, and the reason of the signal, which also ends the connection for as long as it is open.
 */
export async function connectOut(wanted: Connection, options: ConnectOptions): Promise<Socket> {
  const { proxy, policy, signal } = options;
  signal.throwIfAborted();
  const socket = proxy === null
    ? await connectFirst(await policy.resolve(wanted.host), wanted.port, signal)
    : await connectThrough(proxy, wanted, options);
  return wanted.secure ? await secure(socket, wanted.host) : socket;
}

async function connectFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  let error: unknown;
  for (const address of addresses) {
    signal.throwIfAborted();
    try {
      return await connectTo(address, port, signal);
    } catch (one) {
      error = one;
    }
  }
  throw error;
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port });
    const give = () => socket.destroy(new Error("the connection timed out"));
    signal.addEventListener("abort", give, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", give));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      // The user of the socket adds its own listener; without any listener, an error would end the process.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

function secure(socket: Socket, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ca = trusted();
    const secured = connectSecure({
      ...(ca === null ? {} : { ca }),
      socket,
      servername: /^[\d.]+$|:/.test(host) ? "" : host,
      host,
    });
    secured.once("secureConnect", () => resolve(secured));
    secured.once("error", reject);
    secured.once("close", () => reject(new Error("the connection was closed")));
    secured.on("error", () => {});
  });
}

/** Returns the certificates that the system trusts or the operator configured; null for those of the runtime. */
export function trusted(): string | null {
  for (const file of [Deno.env.get("SSL_CERT_FILE"), "/etc/ssl/certs/ca-certificates.crt"]) {
    if (file !== undefined && existsSync(file)) return readFileSync(file, "utf8");
  }
  return null;
}

async function connectThrough(proxy: Proxy, wanted: Connection, options: ConnectOptions): Promise<Socket> {
  const { policy, signal } = options;
  const asked = { ...wanted, host: await policy.behindProxy(wanted.host) };
  const plain = await connectFirst(await policy.resolve(proxy.host), proxy.port, signal);
  const socket = proxy.kind === "https" ? await secure(plain, proxy.host) : plain;
  const reader = new ProxyReader(socket);
  try {
    if (proxy.kind === "socks5") await askSocks(socket, reader, proxy, asked);
    else await askWeb(socket, reader, proxy, asked);
    reader.release();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

// RFC 9110 9.3.6.
async function askWeb(socket: Socket, reader: ProxyReader, { user, password }: Proxy, wanted: Connection) {
  const path = `${wanted.host.includes(":") ? `[${wanted.host}]` : wanted.host}:${wanted.port}`;
  const login = Buffer.from(`${user ?? ""}:${password ?? ""}`).toString("base64");
  const who = user === null && password === null ? "" : `Proxy-Authorization: Basic ${login}\r\n`;
  socket.write(`CONNECT ${path} HTTP/1.1\r\nHost: ${path}\r\n${who}\r\n`);
  const head = (await reader.until("\r\n\r\n")).toString("latin1");
  if (!/^HTTP\/1\.[01] 2\d\d/.test(head)) {
    // Only the status: anything may answer at the address of a proxy.
    throw new ProxyError(/^HTTP\/1\.[01] \d{3}/.exec(head)?.[0] ?? "the server is not an HTTP proxy");
  }
}

// RFC 1928 and 1929. The package `socks` resumes the socket on its own, which loses what a server sends first.
async function askSocks(socket: Socket, reader: ProxyReader, { user, password }: Proxy, wanted: Connection) {
  const hasLogin = user !== null || password !== null;
  socket.write(Buffer.from(hasLogin ? [5, 2, 0, 2] : [5, 1, 0]));
  const [, way] = await reader.take(2);
  if (way === 2 && hasLogin) {
    const [name, word] = [Buffer.from(user ?? ""), Buffer.from(password ?? "")];
    socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([word.length]), word]));
    if ((await reader.take(2))[1] !== 0) throw new ProxyError("wrong username or password");
  } else if (way !== 0) throw new ProxyError("no supported authentication method");
  const name = Buffer.from(wanted.host);
  const port = Buffer.from([wanted.port >> 8, wanted.port & 0xff]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, port]));
  const [, response = 1, , kind = 1] = await reader.take(4);
  if (response !== 0) throw new ProxyError(`the proxy returned error ${response}`);
  const length = kind === 3 ? (await reader.take(1))[0] ?? 0 : kind === 4 ? 16 : 4;
  await reader.take(length + 2);
}
