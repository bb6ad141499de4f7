import assert from "node:assert/strict";
import { join } from "node:path";
import { ConfigError, displayValue, examineConfig, formatConfigIssues, readConfig } from "./config.ts";
import type { Config } from "./config_shape.ts";
import { configOptions } from "./config_options.ts";
import { listUnknownVariables } from "./known_variables.ts";

const geoFile = join(import.meta.dirname!, "config_test.ts");

const read = (flags: Record<string, string>, variables: Record<string, string> = {}) =>
  readConfig(new Map(Object.entries(flags)), variables, { onMachine: true });

Deno.test("config: uses the documented defaults when nothing is set", () => {
  assert.deepEqual(read({}), {
    host: "127.0.0.1",
    port: 5780,
    basePath: "",
    dataDir: "./data",
    isNew: false,
    databaseUrl: null,
    keyFile: null,
    nodeName: null,
    pools: ["default"],
    capacity: null,
    noRunner: false,
    publicUrl: null,
    hsts: null,
    trustedProxies: [],
    authHeader: null,
    authHeaderProxies: [],
    authHeaderGroups: null,
    authHeaderRoles: [],
    authHeaderDefaultRole: null,
    allowNetworks: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
    listedNetworks: [],
    gitProtocols: ["https", "http", "ssh"],
    passVariables: [],
    adminUsername: null,
    adminPassword: null,
    adminPasswordFile: null,
    adminLanguage: "zh",
    geoFile: null,
    logLevel: "info",
    logFormat: "text",
    timeZone: null,
    zoneFolder: "/usr/share/zoneinfo",
    token: null,
    backupPassphrase: null,
  });
});

const good: [keyof Config, string, unknown][] = [
  ["host", "::1", "::1"],
  ["host", " 0.0.0.0 ", "0.0.0.0"],
  ["host", "fe80::1%eth0", "fe80::1%eth0"],
  ["host", "panel_1.lan", "panel_1.lan"],
  ["isNew", "true", true],
  ["port", "0", 0],
  ["port", "65535", 65_535],
  ["basePath", "/", ""],
  ["basePath", "deep/base", "/deep/base"],
  ["basePath", "//deep//base//", "/deep/base"],
  ["dataDir", "/var/lib/sundial", "/var/lib/sundial"],
  ["databaseUrl", "postgres://a@b/c", "postgres://a@b/c"],
  ["databaseUrl", "postgresql://a@b/c", "postgresql://a@b/c"],
  ["keyFile", "/etc/sundial/secret.key", "/etc/sundial/secret.key"],
  ["nodeName", "rack-1.a", "rack-1.a"],
  ["nodeName", "机房_2", "机房_2"],
  ["pools", "default, gpu", ["default", "gpu"]],
  ["capacity", "12", 12],
  ["noRunner", "true", true],
  ["publicUrl", "https://panel.example.org:8443/", new URL("https://panel.example.org:8443/")],
  ["hsts", "true", true],
  ["hsts", "false", false],
  ["trustedProxies", "10.0.0.1, 192.168.0.0/16,", ["10.0.0.1", "192.168.0.0/16"]],
  ["authHeader", "Remote-User", "Remote-User"],
  ["authHeaderProxies", "10.0.0.1, ::1", ["10.0.0.1", "::1"]],
  ["authHeaderGroups", "Remote-Groups", "Remote-Groups"],
  ["authHeaderRoles", "", []],
  ["authHeaderRoles", "admins=administrator, ops=operator:backup | mail", [
    { value: "admins", role: "administrator", labels: null },
    { value: "ops", role: "operator", labels: ["backup", "mail"] },
  ]],
  ["authHeaderDefaultRole", "viewer", "viewer"],
  ["allowNetworks", " ", []],
  ["gitProtocols", "https,file", ["https", "file"]],
  ["passVariables", "PGHOST, OTEL_*", ["PGHOST", "OTEL_*"]],
  ["timeZone", "Europe/Berlin", "Europe/Berlin"],
  ["timeZone", ":Asia/Shanghai", ":Asia/Shanghai"],
  ["zoneFolder", "/opt/zones", "/opt/zones"],
  ["token", "abc", "abc"],
  ["backupPassphrase", " with spaces ", " with spaces "],
  ["adminUsername", "mira", "mira"],
  ["adminPassword", "correct horse", "correct horse"],
  ["adminPasswordFile", "/run/secret", "/run/secret"],
  ["adminLanguage", "en", "en"],
  ["geoFile", geoFile, geoFile],
  ["logLevel", "debug", "debug"],
  ["logFormat", "json", "json"],
];
const bad: [keyof Config, string][] = [
  ["nodeName", "a b"],
  ["nodeName", "x".repeat(101)],
  ["pools", "a b"],
  ["pools", Array.from({ length: 21 }, (_, n) => `p${n}`).join(",")],
  ["capacity", "0"],
  ["capacity", "many"],
  ["noRunner", "yes"],
  ["host", " "],
  ["host", "[::1]"],
  ["host", "127.0.0.1:80"],
  ["host", "127.0.0.256"],
  ["host", "http://localhost"],
  ["host", "a b"],
  ["isNew", "1"],
  ["dataDir", " "],
  ["keyFile", " "],
  ["hsts", "31536000"],
  ["trustedProxies", "nginx"],
  ["trustedProxies", "10.0.0.0/33"],
  ["trustedProxies", "127.0.0.1;::1"],
  ["authHeader", "Cookie"],
  ["authHeaderProxies", "nginx"],
  ["authHeaderGroups", "a b"],
  ["authHeaderRoles", "ops=root"],
  ["authHeaderDefaultRole", "root"],
  ["allowNetworks", "10.0.0.0/8/8"],
  ["allowNetworks", "all"],
  ["gitProtocols", "ftp"],
  ["gitProtocols", "https,git"],
  ["gitProtocols", " "],
  ["passVariables", "PG-HOST"],
  ["passVariables", "*"],
  ["passVariables", "SUNDIAL_ADMIN_PASSWORD"],
  ["adminUsername", " "],
  ["adminPasswordFile", " "],
  ["geoFile", "/nowhere/places.mmdb"],
  ["geoFile", "/"],
  ["timeZone", "Europe/Atlantis"],
  ["timeZone", "CET-1CEST"],
  ["timeZone", "/nowhere"],
  ["zoneFolder", " "],
  ["publicUrl", "https://panel.example.org/base"],
  ["publicUrl", "https://mira:word@panel.example.org"],
  ["publicUrl", "https://panel.example.org?x=1"],
  ["port", "65536"],
  ["port", "-1"],
  ["port", "80a"],
  ["port", "1e3"],
  ["port", "0x50"],
  ["port", "5.5"],
  ["basePath", "/a/../b"],
  ["basePath", "/a b"],
  ["basePath", "/%61"],
  ["basePath", "/<script>"],
  ["publicUrl", "panel.example.org"],
  ["publicUrl", "ftp://panel.example.org"],
  ["adminLanguage", "fr"],
  ["logLevel", "loud"],
  ["logFormat", "xml"],
];

for (const option of configOptions) {
  const { key, variable, flag } = option;
  Deno.test(`config: reads ${variable}, and its flag if it has one`, () => {
    const values = good.filter(([of]) => of === key);
    const needed = key === "authHeader" ? { SUNDIAL_AUTH_HEADER_PROXIES: "10.0.0.1" } : {};
    assert.ok(values.length > 0, "no value is tested");
    for (const [, text, expected] of values) {
      assert.deepEqual(read({}, { [variable]: text, ...needed })[key], expected, text);
      if (flag !== null) assert.deepEqual(read({ [flag]: text })[key], expected, text);
    }
    const errors = bad.filter(([of]) => of === key);
    assert.ok(
      errors.length > 0 || ["databaseUrl", "adminPassword", "token", "backupPassphrase"].includes(key),
      key,
    );
    for (const [, text] of bad.filter(([of]) => of === key)) {
      assert.throws(
        () => read({}, { [variable]: text }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${variable} is "${text}", but `),
      );
      if (flag !== null) {
        assert.throws(
          () => read({ [flag]: text }),
          (error) => error instanceof ConfigError && error.message.startsWith(`${flag} is "`),
        );
      }
    }
  });
}

Deno.test("config: the error about a database never contains its address, which has a password", () => {
  for (const text of ["mysql://mira:hidden@db/x", "postgres://mira:hidden@db:port/x"]) {
    for (
      const attempt of [
        () => read({}, { SUNDIAL_DATABASE_URL: text }),
        () => read({ "--database-url": text }),
      ]
    ) {
      assert.throws(attempt, (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(
          error.message,
          /^(SUNDIAL_DATABASE_URL|--database-url) is not valid: it must be a URL such as /,
        );
        return !error.message.includes("hidden");
      });
    }
  }
});

Deno.test("config: a flag overrides its variable, and an empty variable counts as unset", () => {
  assert.equal(read({ "--port": "1" }, { SUNDIAL_PORT: "2" }).port, 1);
  assert.equal(read({}, { SUNDIAL_PORT: "" }).port, 5780);
  assert.throws(() => read({ "--port": "" }, { SUNDIAL_PORT: "2" }), ConfigError);
});

Deno.test("config: a flag that is a condition stands alone, its variable has a value", () => {
  assert.equal(read({ "--no-runner": "" }).noRunner, true);
  assert.equal(read({}, { SUNDIAL_NO_RUNNER: "true" }).noRunner, true);
  assert.throws(() => read({}, { SUNDIAL_NO_RUNNER: "maybe" }), ConfigError);
});

Deno.test("config: secrets have no flag, and every row has unique names", () => {
  assert.deepEqual(configOptions.filter(({ flag }) => flag === null).map(({ key }) => key), [
    ...["authHeader", "authHeaderProxies", "authHeaderGroups", "authHeaderRoles", "authHeaderDefaultRole"],
    "adminUsername",
    "adminPassword",
    "adminPasswordFile",
    "adminLanguage",
    "timeZone",
    "zoneFolder",
    "token",
    "backupPassphrase",
  ]);
  for (
    const names of [
      configOptions.map(({ variable }) => variable),
      configOptions.flatMap(({ flag }) => flag ?? []),
    ]
  ) {
    assert.equal(new Set(names).size, names.length);
  }
});

Deno.test("config: names every setting that cannot be used at once, in both languages", () => {
  const variables = { SUNDIAL_PORT: "x", SUNDIAL_GIT_PROTOCOLS: "ftp", TZ: "Nowhere" };
  const { config, issues } = examineConfig(new Map(), variables);
  assert.deepEqual([config.port, config.gitProtocols], [5780, ["https", "http", "ssh"]]);
  for (const language of ["en", "zh"] as const) {
    const lines = formatConfigIssues(issues, language).split("\n");
    assert.deepEqual(lines.map((line) => /^[A-Z_]+/.exec(line)?.[0]), Object.keys(variables));
    for (const value of Object.values(variables)) assert.ok(lines.some((line) => line.includes(value)));
  }
});

Deno.test("config: says where each value comes from, and never displays a secret", () => {
  const { rows } = examineConfig(new Map([["--port", "1"]]), {
    SUNDIAL_HOST: "::1",
    SUNDIAL_ADMIN_PASSWORD_FILE: "/run/word",
    SUNDIAL_TOKEN: "hidden-1",
    SUNDIAL_DATABASE_URL: "postgres://mira:hidden-2@db/x?password=hidden-3",
  });
  const displayed = Object.fromEntries(
    rows.map((row) => [row.option.key, `${displayValue(row)} ${row.source}`]),
  );
  assert.equal(displayed["port"], "1 flag");
  assert.equal(displayed["host"], "::1 environment");
  assert.equal(displayed["adminPassword"], " file");
  assert.equal(displayed["token"], "*** environment");
  assert.equal(displayed["databaseUrl"], "postgres://mira:***@db/x?*** environment");
  assert.equal(displayed["logLevel"], "info default");
  assert.doesNotMatch(JSON.stringify(displayed), /hidden/);
});

Deno.test("config: an unknown variable is listed with the setting that was meant", () => {
  const unknown = listUnknownVariables({
    SUNDIAL_TRUSTED_PROXY: "1",
    SUNDIAL_PRT: "1",
    SUNDIAL_SOMETHING_ELSE_ALTOGETHER: "1",
    SUNDIAL_RUN_ID: "1",
    SUNDIAL_HOST: "1",
    SUNDIALS: "1",
  });
  assert.deepEqual(unknown, [
    { name: "SUNDIAL_PRT", nearest: "SUNDIAL_PORT" },
    { name: "SUNDIAL_SOMETHING_ELSE_ALTOGETHER", nearest: null },
    { name: "SUNDIAL_TRUSTED_PROXY", nearest: "SUNDIAL_TRUSTED_PROXIES" },
  ]);
});

Deno.test("config: the path of the public URL is that of the base path, or left out", () => {
  const address = { SUNDIAL_PUBLIC_URL: "https://panel.example.org/deep/" };
  assert.equal(read({ "--base-path": "/deep" }, address).publicUrl?.pathname, "/deep/");
  for (const basePath of ["/", "/other"]) {
    assert.throws(() => read({ "--base-path": basePath }, address), /SUNDIAL_BASE_PATH/);
  }
});
