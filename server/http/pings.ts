// The addresses of heartbeats. They need no credentials and read none: the key in the address is all that counts, and the
// answers to a known and to an unknown one differ in nothing but their text.
import type { Context, Hono } from "hono";
import { AppError } from "../contract/app_error.ts";
import { heartbeatLimits } from "../contract/limits/heartbeats.ts";
import type { Env } from "./register.ts";
import type { RequestBodies } from "./request_body.ts";

export interface ReceivedPing {
  key: string;
  /** What follows the key: empty, `start`, `fail`, `log` or an exit code. */
  action: string;
  method: string;
  ip: string;
  rid: string | null;
  body: string;
}

export interface PingReceiver {
  receive(ping: ReceivedPing): "accepted" | "unknown" | "too_many";
}

/** Read from a longer body to keep its beginning; beyond it, the body is left out. */
const MAX_BODY_BYTES = 1024 * 1024;
const RETRY_SECONDS = 5;

/** Registers `/ping/{key}` and what may follow it. */
export function registerPings(app: Hono<Env>, receiver: PingReceiver, bodies: RequestBodies): void {
  const handle = async (c: Context<Env>) => {
    const ping = {
      key: c.req.param("key") ?? "",
      action: c.req.param("action") ?? "",
      method: c.req.method,
      ip: c.env.ip,
      rid: ridOf(c.req.query("rid")),
      body: await readBody(c.req.raw, bodies),
    };
    const response = receiver.receive(ping);
    const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
    if (response === "too_many") {
      return c.text("too many requests\n", 429, { ...headers, "retry-after": String(RETRY_SECONDS) });
    }
    return c.text(response === "accepted" ? "OK" : "not found", 200, headers);
  };
  for (const path of ["/ping/:key", "/ping/:key/:action"]) app.on(["GET", "POST"], path, handle);
}

function ridOf(rid: string | undefined): string | null {
  const text = clean(rid ?? "").slice(0, heartbeatLimits.rid);
  return text === "" ? null : text;
}

// A body that is too large or too slow must not lose the ping.
async function readBody(request: Request, bodies: RequestBodies): Promise<string> {
  using content = bodies.open(request, { authenticated: false });
  try {
    const bytes = await content.bytes(MAX_BODY_BYTES);
    const stored = bytes.subarray(0, heartbeatLimits.body);
    // `stream` leaves out a character that was cut off.
    return clean(new TextDecoder().decode(stored, { stream: stored.length < bytes.length }));
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
}

// PostgreSQL stores no NUL.
function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
