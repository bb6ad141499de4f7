// Fetches iCalendar files, as the rules for outgoing connections allow it.
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { calendarLimits } from "../../contract/limits/calendars.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Clock } from "../../platform/clock.ts";
import { messageOf } from "../../platform/error_message.ts";
import { OutboundError, type OutboundPolicies } from "../../platform/outbound/outbound_policy.ts";
import { orAborted } from "../../platform/or_aborted.ts";
import { type Proxy, readProxy } from "../../platform/outbound/proxy.ts";
import { ProxyError } from "../../platform/outbound/proxy_reader.ts";
import { getWeb, WebError } from "../../platform/outbound/web_request.ts";
import type { SourceProblem } from "./icalendar_types.ts";

export type FetchedFile = { text: string } | { problem: SourceProblem };

/** Fetches the file at an address on behalf of a user or an application. */
export type FetchFile = (url: string, requester: Requester) => Promise<FetchedFile>;

export interface FetchOptions {
  policies: OutboundPolicies;
  clock: Clock;
  /** Address of the panel's proxy; null for none. */
  proxy(): string | null;
  /** Aborts when the panel stops. */
  signal: AbortSignal;
}

const MEGABYTE = 1024 * 1024;

/** Returns a function that fetches files within limits of size and time. */
export function createFetch({ policies, clock, proxy, signal }: FetchOptions): FetchFile {
  return async (url, requester) => {
    const late = new AbortController();
    const timer = clock.after(calendarLimits.fetchMs, () => late.abort(new LateError()));
    const both = AbortSignal.any([signal, late.signal]);
    try {
      const { message } = await orAborted(
        getWeb(new URL(url), {
          policy: policies[requester],
          proxy: openProxy(proxy()),
          signal: both,
          login: null,
          headers: { "user-agent": "sundial", accept: "text/calendar, */*;q=0.5" },
        }),
        both,
      );
      return { text: await orAborted(readText(message), both) };
    } catch (error) {
      return { problem: problemOf(both.aborted ? both.reason : error) };
    } finally {
      timer.cancel();
      // Ends the connection, whatever is left of it.
      late.abort(new LateError());
    }
  };
}

function openProxy(address: string | null): Proxy | null {
  if (address === null) return null;
  const proxy = readProxy(address);
  if (proxy === null) throw new ProxyError("the proxy address is not valid");
  return proxy;
}

class LateError extends Error {}
class SizeError extends Error {}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > calendarLimits.fileBytes) throw new SizeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function problemOf(error: unknown): SourceProblem {
  if (error instanceof LateError) {
    return { code: "calendar_server_slow", params: { seconds: calendarLimits.fetchMs / 1_000 } };
  }
  if (error instanceof SizeError) {
    return { code: "calendar_too_large", params: { max: calendarLimits.fileBytes / MEGABYTE } };
  }
  if (error instanceof OutboundError) {
    const { reason, host, allowedBy } = error;
    return reason === "unknown_host"
      ? { code: "calendar_unknown_host", params: { host } }
      : { code: "calendar_inner_network", params: { host, allowed: allowedBy } };
  }
  if (error instanceof WebError && error.reason === "status") {
    return { code: "calendar_status", params: { status: error.detail } };
  }
  return { code: "calendar_unreachable", params: { reason: messageOf(error).slice(0, 200) } };
}
