import type { Context } from "hono";
import type { Language } from "../contract/settings.ts";
import type { Logger } from "../platform/logger.ts";
import { pickLanguage } from "./language.ts";

// Not the path itself: where it is hard to guess, only its owner should know it.
const texts: Record<Language, string> = {
  en:
    "Not Found: every address of this panel begins with its base path. A reverse proxy has to pass the path on unchanged.\n",
  zh: "未找到：此面板的所有地址都以其基础路径开头。反向代理必须原样转发路径。\n",
};

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
    return c.text(texts[pickLanguage(null, c.req.raw.headers)], 404, { "cache-control": "no-store" });
  };
}
