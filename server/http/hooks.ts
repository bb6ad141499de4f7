// The addresses of webhooks. The key in the address is no credential: what counts is the signature, and an unknown key is answered
// exactly as a wrong signature.
import type { Context, Hono } from "hono";
import { AppError, refuseIf } from "../contract/app_error.ts";
import { webhookLimits } from "../contract/limits/webhooks.ts";
import { isStorageFull } from "../platform/files/storage_full.ts";
import { problemResponse, type ReportBug } from "./errors.ts";
import { pickLanguage } from "./language.ts";
import type { Env } from "./register.ts";
import type { RequestBodies } from "./request_body.ts";

export interface ReceivedDelivery {
  key: string;
  ip: string;
  headers: Headers;
  mediaType: string;
  body: Uint8Array;
  waitMs: number;
  signal: AbortSignal;
}

export interface HookReceiver {
  /** Returns whether a delivery may proceed, and counts it. Called before its body is read. */
  admit(key: string, ip: string): boolean;
  /** Throws `AppError` for each reason to refuse it. */
  receive(delivery: ReceivedDelivery): Promise<{ status: 200 | 202; body: Record<string, unknown> }>;
}

export interface HookOptions {
  bodies: RequestBodies;
  report: ReportBug;
  /** Called when the database could not write for lack of disk space. */
  onStorageFull(): void;
}

const RETRY_SECONDS = 30;

/** Registers `/hook/{key}`. */
export function registerHooks(app: Hono<Env>, receiver: HookReceiver, options: HookOptions): void {
  app.all("/hook/:key", async (c) => {
    const request = c.req.raw;
    try {
      if (request.method !== "POST") {
        throw new AppError("method_not_allowed", { method: request.method, allow: "POST" });
      }
      const { status, body } = await receive(c, receiver, options.bodies);
      return c.json(body, status, { "cache-control": "no-store", "referrer-policy": "no-referrer" });
    } catch (error) {
      // The client has disconnected, which is not an error.
      if (request.signal.aborted && error === request.signal.reason) {
        return new Response(null, { status: 499 });
      }
      if (isStorageFull(error)) options.onStorageFull();
      return problemResponse(error, pickLanguage(null, request.headers), options.report);
    }
  });
}

async function receive(c: Context<Env>, receiver: HookReceiver, bodies: RequestBodies) {
  const request = c.req.raw;
  const key = c.req.param("key") ?? "";
  const { ip } = c.env;
  if (!receiver.admit(key, ip)) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
  const waitMs = waitOf(c.req.query("wait"));
  const { mediaType, body } = await readBody(request, bodies);
  return await receiver.receive({
    key,
    ip,
    headers: request.headers,
    mediaType,
    body,
    waitMs,
    signal: request.signal,
  });
}

// Its memory is free again before somebody waits for the end of the run.
async function readBody(request: Request, bodies: RequestBodies) {
  using content = bodies.open(request, { authenticated: false });
  return { mediaType: content.mediaType, body: await content.bytes(webhookLimits.body) };
}

function waitOf(wait: string | undefined): number {
  if (wait === undefined) return 0;
  const max = webhookLimits.waitSeconds;
  const seconds = /^\d{1,3}$/.test(wait) ? Number(wait) : NaN;
  if (Number.isNaN(seconds)) refuseIf([{ path: "wait", code: "invalid" }]);
  if (seconds > max) refuseIf([{ path: "wait", code: "too_big", params: { max } }]);
  return seconds * 1000;
}
