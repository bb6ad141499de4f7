import type { MiddlewareHandler } from "hono";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Env } from "./register.ts";

/**
 * Logs one line per request at level debug. The query string is left out, because searches can contain
 * private text.
 */
export function requestLog(logger: Logger, clock: Clock): MiddlewareHandler<Env> {
  return async (c, next) => {
    const start = clock.monotonic();
    await next();
    const ms = Math.round(clock.monotonic() - start);
    logger.debug("request", {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms,
      ip: c.env.ip,
    });
  };
}
