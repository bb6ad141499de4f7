// Sends the requests and mails of channels: only to allowed destinations, through the configured proxy,
// within a time limit.
import type { Requester } from "../../contract/scopes.ts";
import { Buffer } from "node:buffer";
import type { Clock } from "../../platform/clock.ts";
import { type ConnectOptions } from "../../platform/outbound/connect.ts";
import { ProxyError } from "../../platform/outbound/proxy_reader.ts";
import type { OutboundPolicies } from "../../platform/outbound/outbound_policy.ts";
import { readProxy } from "../../platform/outbound/proxy.ts";
import { orAborted } from "../../platform/or_aborted.ts";
import { type BufferedResponse, sendWeb } from "../../platform/outbound/web_request.ts";
import {
  DeliveryError,
  type HttpRequest,
  type HttpResult,
  type Mail,
  type OpenSender,
  type Sender,
} from "./channels/channel_type.ts";
import { sendMail } from "./send_mail.ts";
import { createHash } from "node:crypto";

/** Time limit for one request or mail, in ms. */
export const CARRY_TIME_LIMIT_MS = 15_000;

export interface SenderOptions {
  policies: OutboundPolicies;
  clock: Clock;
  /** Certificate authorities for mail servers, as PEM; omitted for the system's. */
  authorities?: string;
}

interface Line {
  /** Proxy address; null for none. */
  proxy: string | null;
  signal: AbortSignal;
  requester: Requester;
}

/** A service did not respond in time. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";

  constructor() {
    super(`no response within ${CARRY_TIME_LIMIT_MS / 1000} s`);
  }
}

export function senderFactory(options: SenderOptions): OpenSender {
  return (line) => new OutboundSender(options, line);
}

class OutboundSender implements Sender {
  constructor(private readonly options: SenderOptions, private readonly line: Line) {}

  now(): number {
    return this.options.clock.now();
  }

  async request(request: HttpRequest): Promise<HttpResult> {
    const url = readAddress(request.url);
    const body = encodeBody(request);
    const headers = headersOf(url, request.headers ?? {}, body?.contentType);
    const sending = { method: request.method ?? "POST", url, headers, body: body?.bytes ?? null };
    const response = await this.#carry(request.proxy, (options) => sendWeb(sending, options));
    return {
      status: response.status,
      text: response.text,
      json: parse(response.text),
      retryAfterMs: this.#waitOf(response),
    };
  }

  async mail(mail: Mail): Promise<string> {
    const { authorities = null } = this.options;
    return await this.#carry(undefined, (options) => sendMail(mail, { ...options, authorities }));
  }

  async #carry<T>(
    channelProxy: string | undefined,
    action: (options: ConnectOptions) => Promise<T>,
  ): Promise<T> {
    const { policies, clock } = this.options;
    const policy = policies[this.line.requester];
    const proxy = openProxy(channelProxy ?? this.line.proxy);
    const late = new AbortController();
    const timer = clock.after(CARRY_TIME_LIMIT_MS, () => late.abort(new NoResponseError()));
    const signal = AbortSignal.any([late.signal, this.line.signal]);
    try {
      return await orAborted(action({ policy, proxy, signal }), signal);
    } catch (error) {
      // The error of a connection that was closed on purpose explains nothing.
      throw signal.aborted ? signal.reason : error;
    } finally {
      timer.cancel();
    }
  }

  // RFC 9110 10.2.3: seconds, or a date.
  #waitOf({ headers }: BufferedResponse): number | null {
    const text = headers["retry-after"];
    if (text === undefined) return null;
    const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - this.now();
    return Number.isFinite(wait) ? Math.max(0, wait) : null;
  }
}

function openProxy(address: string | null) {
  if (address === null) return null;
  const proxy = readProxy(address);
  if (proxy === null) throw new ProxyError("the proxy address is not valid");
  return proxy;
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new DeliveryError("The URL must start with http:// or https://", { permanent: true });
}

function headersOf(
  { username, password }: URL,
  given: Record<string, string>,
  contentType: string | undefined,
): Record<string, string> {
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    "base64",
  );
  const headers = {
    ...(contentType === undefined ? {} : { "content-type": contentType }),
    ...(username === "" && password === "" ? {} : { authorization: `Basic ${login}` }),
    ...given,
  };
  for (const [name, value] of Object.entries(headers)) {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new DeliveryError(`The header ${name} contains an invalid character`, { permanent: true });
    }
  }
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The encoded body of a request and its content type.

interface EncodedBody {
  bytes: Uint8Array;
  contentType: string;
}

function encodeBody({ json, form, parts, text, bytes }: HttpRequest): EncodedBody | null {
  if (bytes !== undefined) return { bytes, contentType: "application/octet-stream" };
  if (json !== undefined) return encoded(JSON.stringify(json), "application/json; charset=utf-8");
  if (form !== undefined) {
    return encoded(new URLSearchParams(form).toString(), "application/x-www-form-urlencoded; charset=utf-8");
  }
  if (parts !== undefined) return encodeParts(Object.entries(parts));
  return text === undefined ? null : encoded(text, "text/plain; charset=utf-8");
}

function encoded(text: string, contentType: string): EncodedBody {
  return { bytes: Buffer.from(text), contentType };
}

// RFC 7578. The boundary is a digest of the content, so the content cannot contain it.
function encodeParts(parts: [string, string][]): EncodedBody {
  const boundary = `sundial-${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40)}`;
  const body = parts.map(([name, value]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`
  );
  return encoded(`${body.join("")}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`);
}

function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
