import type { App } from "../../server/app.ts";
import { HttpServer } from "../../server/http/http_server.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { parseNetworks } from "../../server/platform/networks.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Serves an app on a free loopback port with the panel's HTTP server. */
export function listenOnLoopback({ fetch }: App): Promise<HttpServer> {
  return HttpServer.listen({
    ...{ address: { host: "127.0.0.1", port: 0 }, fetch, clock: systemClock, logger },
    proxies: parseNetworks([]),
  });
}
