import assert from "node:assert/strict";
import { type Config, ConfigError, configOptions, readConfig } from "./config.ts";

const read = (flags: Record<string, string>, variables: Record<string, string> = {}) =>
  readConfig(new Map(Object.entries(flags)), variables);

Deno.test("config: uses the documented defaults when nothing is set", () => {
  assert.deepEqual(read({}), {
    host: "127.0.0.1",
    port: 5780,
    basePath: "",
    dataDir: "./data",
    databaseUrl: null,
    keyFile: null,
    nodeName: null,
    pools: ["default"],
    capacity: null,
    noRunner: false,
    publicUrl: null,
    trustedProxies: [],
    allowNetworks: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
    listedNetworks: [],
    gitProtocols: ["https", "http", "ssh"],
    adminUsername: null,
    adminPassword: null,
    adminPasswordFile: null,
    adminLanguage: "zh",
    geoFile: null,
    logLevel: "info",
    logFormat: "text",
  });
});

const good: [keyof Config, string, unknown][] = [
  ["host", "::1", "::1"],
  ["host", " 0.0.0.0 ", "0.0.0.0"],
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
  ["publicUrl", "https://panel.example.org/x", new URL("https://panel.example.org/x")],
  ["trustedProxies", "10.0.0.1, 192.168.0.0/16,", ["10.0.0.1", "192.168.0.0/16"]],
  ["allowNetworks", " ", []],
  ["gitProtocols", "https,file", ["https", "file"]],
  ["adminUsername", "mira", "mira"],
  ["adminPassword", "correct horse", "correct horse"],
  ["adminPasswordFile", "/run/secret", "/run/secret"],
  ["adminLanguage", "en", "en"],
  ["geoFile", "/var/lib/places.mmdb", "/var/lib/places.mmdb"],
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
    assert.ok(values.length > 0, "no value is tested");
    for (const [, text, expected] of values) {
      assert.deepEqual(read({}, { [variable]: text })[key], expected, text);
      if (flag !== null) assert.deepEqual(read({ [flag]: text })[key], expected, text);
    }
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
    "adminUsername",
    "adminPassword",
    "adminPasswordFile",
    "adminLanguage",
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
