import { loginLogEntry, loginLogQuery } from "../../contract/login_log.ts";
import { listOf } from "../../contract/shapes.ts";
import { type Route, route } from "../../http/route.ts";
import type { LoginLog } from "./service.ts";

export function loginLogRoutes(log: LoginLog): Route[] {
  return [route("get", "/login-logs", {
    access: "system:read",
    summary: "Lists login attempts, newest first; kept for 180 days, up to 10,000 entries",
    query: loginLogQuery,
    results: { 200: { description: "The attempts", schema: listOf(loginLogEntry) } },
    handle: async ({ query }) => ({ body: await log.list(query) }),
  })];
}
