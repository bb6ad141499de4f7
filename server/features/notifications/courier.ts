// Carries what channels send: only where the panel may call, through the proxy that is meant, within a time limit.
import type { Requester } from "../../contract/scopes.ts";
import { Buffer } from "node:buffer";
import type { Clock } from "../../platform/clock.ts";
import { type ConnectOptions, ProxyRefused } from "../../platform/outbound/connect.ts";
import type { OutboundPolicies } from "../../platform/outbound/outbound_policy.ts";
import { readProxy } from "../../platform/outbound/proxy.ts";
import { sendWeb, type WebSaid } from "../../platform/outbound/send_web.ts";
import {
  type Courier,
  DeliveryRefused,
  type HttpAnswer,
  type HttpRequest,
  type Mail,
  type OpenCourier,
} from "./channels/channel_type.ts";
import { encodeBody } from "./encode_body.ts";
import { sendMail } from "./send_mail.ts";

/** How long one request or one mail may take, milliseconds. */
export const CARRY_TIME_LIMIT_MS = 15_000;

export interface CourierOptions {
  policies: OutboundPolicies;
  clock: Clock;
  /** Certificates that mail servers are trusted by, PEM; left out: those of the machine. */
  authorities?: string;
}

interface Line {
  /** Address of the proxy; null for none. */
  proxy: string | null;
  signal: AbortSignal;
  requester: Requester;
}

/** A service that did not answer in time. */
export class NoAnswerInTime extends Error {
  override readonly name = "NoAnswerInTime";

  constructor() {
    super(`no answer within ${CARRY_TIME_LIMIT_MS / 1000} s`);
  }
}

/** Prepares to open couriers, each for one channel. */
export function courierOpener(options: CourierOptions): OpenCourier {
  return (line) => new OutboundCourier(options, line);
}

export class OutboundCourier implements Courier {
  readonly #options: CourierOptions;
  readonly #line: Line;

  constructor(options: CourierOptions, line: Line) {
    this.#options = options;
    this.#line = line;
  }

  now(): number {
    return this.#options.clock.now();
  }

  async request(request: HttpRequest): Promise<HttpAnswer> {
    const url = readAddress(request.url);
    const body = encodeBody(request);
    const headers = headersOf(url, request.headers ?? {}, body?.contentType);
    const sending = { method: request.method, url, headers, body: body?.bytes ?? null };
    const said = await this.#carry(request.proxy, (options) => sendWeb(sending, options));
    return { status: said.status, text: said.text, json: parse(said.text), retryAfterMs: this.#waitOf(said) };
  }

  async mail(mail: Mail): Promise<string> {
    const { authorities = null } = this.#options;
    return await this.#carry(undefined, (options) => sendMail(mail, { ...options, authorities }));
  }

  async #carry<T>(ownProxy: string | undefined, act: (options: ConnectOptions) => Promise<T>): Promise<T> {
    const { policies, clock } = this.#options;
    const policy = policies[this.#line.requester];
    const proxy = openProxy(ownProxy ?? this.#line.proxy);
    const late = new AbortController();
    const timer = clock.after(CARRY_TIME_LIMIT_MS, () => late.abort(new NoAnswerInTime()));
    const signal = AbortSignal.any([late.signal, this.#line.signal]);
    try {
      return await orAborted(act({ policy, proxy, signal }), signal);
    } catch (fault) {
      // What a connection says that was closed on it explains nothing.
      throw signal.aborted ? signal.reason : fault;
    } finally {
      timer.cancel();
    }
  }

  // RFC 9110 10.2.3: seconds, or a date.
  #waitOf({ headers }: WebSaid): number | null {
    const text = headers["retry-after"];
    if (text === undefined) return null;
    const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - this.now();
    return Number.isFinite(wait) ? Math.max(0, wait) : null;
  }
}

function orAborted<T>(carrying: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    carrying.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

function openProxy(address: string | null) {
  if (address === null) return null;
  const proxy = readProxy(address);
  if (proxy === null) throw new ProxyRefused("not the address of a proxy");
  return proxy;
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new DeliveryRefused("Not an address of the web", { permanent: true });
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
      throw new DeliveryRefused(`${name}: a character that no header has`, { permanent: true });
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
