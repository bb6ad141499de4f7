import assert from "node:assert/strict";
import { maskedProxy, readProxy } from "./proxy.ts";

Deno.test("proxy: it is read with its login, and shown without its password", () => {
  const text = "socks5://me:p%40ss@proxy.example:1081";
  const read = { kind: "socks5", host: "proxy.example", port: 1081, user: "me", password: "p@ss" };
  assert.deepEqual(readProxy(text), read);
  assert.equal(maskedProxy(text), "socks5://me:***@proxy.example:1081");
  assert.deepEqual(readProxy("proxy.example"), {
    ...{ kind: "http", host: "proxy.example", port: 80 },
    ...{ user: null, password: null },
  });
});

Deno.test("proxy: what is none is none, and no fault", () => {
  for (const text of ["http://a%ff:b@h", "http://a:b%@h", "http://h/path", "ftp://h", "http://h\u0000", ""]) {
    assert.equal(readProxy(text), null, text);
  }
});
