// Web requests as the policy allows them: every hop of a redirect is a separate call.
import { type IncomingMessage, request } from "node:http";
import { Buffer } from "node:buffer";
import { type ConnectOptions, connectOut } from "./connect.ts";
import type { Socket } from "node:net";

const MAX_HOPS = 5;
const MAX_RESULT_BYTES = 64 * 1024;

export interface WebLogin {
  user: string;
  password: string;
}

export interface WebOptions extends ConnectOptions {
  /** Sent only to the requested host, and never without encryption after a redirect. */
  login: WebLogin | null;
  headers?: Record<string, string>;
}

/** Thrown for an unexpected response. */
export class WebError extends Error {
  override readonly name = "WebError";
  /** `status`: `detail` contains the status of the response. */
  readonly reason: "status" | "redirects" | "protocol";

  constructor(reason: WebError["reason"], readonly detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

export interface WebResponse {
  url: URL;
  /** Whether the login may be sent there. */
  isSameHost: boolean;
  message: IncomingMessage;
}

/**
 * Requests a URL and follows redirects, each as a new call. Throws `WebError` unless the status is 200, or 206 for a range
 * request, and connection errors.
 */
export async function getWeb(url: URL, options: WebOptions): Promise<WebResponse> {
  let here = url;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const isSameHost = here.host === url.host && here.protocol === url.protocol;
    const message = await ask(here, { ...options, login: isSameHost ? options.login : null });
    const status = message.statusCode ?? 0;
    const isPart = status === 206 && options.headers?.["range"] !== undefined;
    if (status === 200 || isPart) return { url: here, isSameHost, message };
    message.destroy();
    const { location } = message.headers;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      throw new WebError("status", String(status));
    }
    here = nextHop(here, location);
  }
  throw new WebError("redirects", String(MAX_HOPS));
}

function nextHop(here: URL, location: string): URL {
  if (!URL.canParse(location, here.href)) throw new WebError("protocol", "?");
  const next = new URL(location, here);
  const isWeb = next.protocol === "https:" || (next.protocol === "http:" && here.protocol === "http:");
  if (!isWeb) throw new WebError("protocol", next.protocol);
  [next.username, next.password] = ["", ""];
  return next;
}

async function ask(url: URL, { login, headers, ...options }: WebOptions): Promise<IncomingMessage> {
  const socket = await connectToWeb(url, options);
  options.signal.addEventListener("abort", () => socket.destroy(), { once: true });
  const authorization = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`;
  const sent = {
    "user-agent": "git/2.39 sundial",
    accept: "*/*",
    ...headers,
    ...(authorization === null ? {} : { authorization }),
  };
  return await callOver(socket, { method: "GET", url, headers: sent, body: null });
}

// One web request over a connection that the policy allowed; shared by fetching and sending.

interface WebCall {
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** In addition to `host` and `connection`. */
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** Connects to the host of a URL. Throws `OutboundError`, `ProxyError`, and network errors. */
function connectToWeb(url: URL, options: ConnectOptions): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return connectOut({ host, port, secure }, options);
}

/** Sends one request over a connection and waits for the head of its response. Throws network errors. */
function callOver(socket: Socket, { method, url, headers, body }: WebCall): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    socket.once("close", () => reject(new Error("the connection was closed")));
    request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, connection: "close", ...headers },
      createConnection: () => socket,
    }, resolve).once("error", reject).end(body ?? undefined);
  });
}

// Sends one web request as the policy allows it, for notifications: redirects are not followed, and the response is read up
// to a limit.

export interface BufferedResponse {
  status: number;
  headers: IncomingMessage["headers"];
  /** The first 64 KiB of the response. */
  text: string;
}

/** Sends one request. Throws `OutboundError`, `ProxyError`, and network errors. */
export async function sendWeb(sending: WebCall, options: ConnectOptions): Promise<BufferedResponse> {
  const { url, headers, body } = sending;
  const socket = await connectToWeb(url, options);
  const give = () => socket.destroy();
  options.signal.addEventListener("abort", give, { once: true });
  try {
    // Aborted while connecting: nothing may be sent anymore, because the request may already have been repeated.
    options.signal.throwIfAborted();
    const length = body === null ? {} : { "content-length": String(body.length) };
    const sent = { "user-agent": "sundial", ...length, ...headers };
    const message = await callOver(socket, { ...sending, headers: sent });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await readStart(message) };
  } finally {
    options.signal.removeEventListener("abort", give);
    socket.destroy();
  }
}

async function readStart(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_RESULT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESULT_BYTES).toString("utf8");
}
