import assert from "node:assert/strict";
import { inheritedEnvironment, secretsOfPanel } from "./inherited_environment.ts";

const panel = {
  PATH: "/bin",
  HOME: "/root",
  LANG: "C.UTF-8",
  TZ: "UTC",
  HTTPS_PROXY: "http://proxy",
  SSL_CERT_FILE: "/certs.pem",
  MY_TOKEN: "for the scripts",
  AWS_ACCESS_KEY_ID: "for the scripts, too",
  PGHOST: "db",
  PGPASSWORD: "database-word",
  OTEL_DENO: "true",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20trace-word,x-tenant=tenant-word",
  SUNDIAL_ADMIN_PASSWORD: "admin-word",
  DENO_DIR: "/cache",
  NODE_OPTIONS: "--inspect",
  NOTIFY_SOCKET: "/run/systemd/notify",
  WATCHDOG_USEC: "60000000",
  WATCHDOG_PID: "42",
  npm_config_cache: "/npm",
};

Deno.test("inherited environment: has what users set for scripts, and nothing that the panel works with", () => {
  assert.deepEqual(Object.keys(inheritedEnvironment(panel, [])), [
    ...["PATH", "HOME", "LANG", "TZ", "HTTPS_PROXY", "SSL_CERT_FILE", "MY_TOKEN", "AWS_ACCESS_KEY_ID"],
  ]);
  assert.equal(inheritedEnvironment({}, []).PATH, "/usr/local/bin:/usr/bin:/bin");
});

Deno.test("inherited environment: passes on what is listed, but never settings, and masks its secrets", () => {
  const passed = inheritedEnvironment(panel, ["PGPASSWORD", "OTEL_*", "SUNDIAL_*", "DENO_DIR"]);
  assert.deepEqual(
    Object.keys(passed).filter((name) => !Object.hasOwn(inheritedEnvironment(panel, []), name)),
    ["PGPASSWORD", "OTEL_DENO", "OTEL_EXPORTER_OTLP_HEADERS"],
  );
  const secrets = secretsOfPanel(passed);
  for (const word of ["database-word", "Bearer trace-word", "trace-word", "tenant-word"]) {
    assert.ok(secrets.includes(word), word);
  }
  assert.ok(!secrets.some((secret) => secret.includes("for the scripts")));
  assert.deepEqual(secretsOfPanel(inheritedEnvironment(panel, [])), []);
});
