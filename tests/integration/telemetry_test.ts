// Deno exports traces and metrics of the panel when the variables of the docs are set.
import assert from "node:assert/strict";
import { join } from "node:path";
import { readDocsFile } from "../support/docs_pages.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { panelFolder } from "../support/temporary_folder.ts";

Deno.test("telemetry: traces of requests and metrics reach an OpenTelemetry collector", async () => {
  await using folder = await panelFolder();
  const received = new Map<string, string>();
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    received.set(pathname, (received.get(pathname) ?? "") + await request.text());
    return Response.json({});
  });
  const settings = readDocsFile("opentelemetry.env").replace(
    "127.0.0.1:4318",
    `127.0.0.1:${collector.addr.port}`,
  );
  const environment = {
    ...Object.fromEntries(settings.trim().split("\n").map((line) => line.split("=") as [string, string])),
    // Text, and soon.
    ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_BSP_SCHEDULE_DELAY: "200" },
    OTEL_METRIC_EXPORT_INTERVAL: "200",
  };
  await using panel = await PanelProcess.start({ dataDir: join(folder.path, "data"), environment });
  await (await panel.fetch("/api/health")).body?.cancel();
  await until(
    "a trace of the request",
    () => received.get("/v1/traces")?.includes("/api/health") ?? false,
    50,
  );
  await until(
    "metrics",
    () => received.get("/v1/metrics")?.includes("http.server.request.duration") ?? false,
    50,
  );
  assert.match(received.get("/v1/traces")!, /"stringValue": ?"sundial"/);
});
