import type { Context } from "hono";
import { formatContractError } from "../contract/messages/format.ts";
import type { Logger } from "../platform/logger.ts";
import { pickLanguage } from "./language.ts";

/**
 * Returns the handler of requests outside the base path. A proxy that removes the base path sends them, so it is explained
 * to whoever set it up, in the response and once in the system log.
 */
export function outsideBasePath(basePath: string, logger: Logger): (c: Context) => Response {
  let isLogged = false;
  return (c) => {
    const isProxied = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"].some((name) =>
      c.req.header(name)
    );
    if (isProxied && !isLogged) {
      isLogged = true;
      logger.warn("a proxy sent a request without the base path; it has to pass the path on unchanged", {
        path: c.req.path,
        basePath,
      });
    }
    const language = pickLanguage(null, c.req.raw.headers);
    const { title, detail } = formatContractError("outside_base_path", {}, language);
    return c.text(`${title}: ${detail}\n`, 404, { "cache-control": "no-store" });
  };
}
