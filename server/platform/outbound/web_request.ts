// Web requests as the policy allows them: every hop of a redirect is a separate call.
import type { IncomingMessage } from "node:http";
import { Buffer } from "node:buffer";
import type { ConnectOptions } from "./connect.ts";
import { callOver, connectToWeb } from "./web_call.ts";

const MAX_HOPS = 5;

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
  readonly detail: string;

  constructor(reason: WebError["reason"], detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

export interface WebResponse {
  /** URL after redirects. */
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
    ...{ "user-agent": "git/2.39 sundial", accept: "*/*" },
    ...headers,
    ...(authorization === null ? {} : { authorization }),
  };
  return await callOver(socket, { method: "GET", url, headers: sent, body: null });
}
