import assert from "node:assert/strict";
import { Hono } from "hono";
import type { LogFields } from "../platform/logger.ts";
import { systemClock } from "../platform/clock.ts";
import { requestLog } from "./middleware.ts";
import type { Env } from "./register.ts";

Deno.test("request log: contains neither a query nor the secret of a status page or a heartbeat", async () => {
  const paths: unknown[] = [];
  const silent = () => {};
  const debug = (_: string, fields: LogFields = {}) => void paths.push(fields["path"]);
  const app = new Hono<Env>();
  app.use(requestLog({ debug, info: silent, warn: silent, error: silent }, systemClock));
  for (
    const path of [
      "/base/api/status/abc-DEF_1/badge.svg",
      "/api/status/abc?x=1",
      "/api/status-pages/1",
      "/base/ping/abc/start",
    ]
  ) {
    await app.request(path, {}, { ip: "127.0.0.1" });
  }
  assert.deepEqual(paths, [
    "/base/api/status/***/badge.svg",
    "/api/status/***",
    "/api/status-pages/1",
    "/base/ping/***/start",
  ]);
});
