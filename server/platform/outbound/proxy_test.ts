import assert from "node:assert/strict";
import { isMasked, maskedProxy, readProxy } from "./proxy.ts";

Deno.test("proxy: is parsed with its login, and displayed without its password", () => {
  const text = "socks5://me:p%40ss@proxy.example:1081";
  const read = { kind: "socks5", host: "proxy.example", port: 1081, user: "me", password: "p@ss" };
  assert.deepEqual(readProxy(text), read);
  assert.equal(maskedProxy(text), "socks5://me:***@proxy.example:1081");
  assert.deepEqual(readProxy("proxy.example"), {
    kind: "http",
    host: "proxy.example",
    port: 80,
    user: null,
    password: null,
  });
});

Deno.test("proxy: returns null for an invalid proxy instead of throwing", () => {
  for (const text of ["http://a%ff:b@h", "http://a:b%@h", "http://h/path", "ftp://h", "http://h\u0000", ""]) {
    assert.equal(readProxy(text), null, text);
  }
});

Deno.test("proxy: parses host and port from the same part of the text", () => {
  for (const text of ["h:1#@x:99", "http://h#u:p@x:99", "http:///h:9", "http://h:99999", "h:9?x"]) {
    assert.equal(readProxy(text), null, text);
  }
  const read = (text: string) => {
    const proxy = readProxy(text);
    return proxy && [proxy.user, proxy.host, proxy.port];
  };
  assert.deepEqual(read("http://a@b:80@h:9/"), ["a@b", "h", 9]);
  assert.equal(maskedProxy("http://a@b:secret@h:9"), "http://a@b:***@h:9");
  assert.ok(isMasked("http://a@b:***@h:9"));
  assert.deepEqual(read("socks5://[::1]:1081"), [null, "::1", 1081]);
  assert.deepEqual(read("https://h:443"), [null, "h", 443]);
  assert.deepEqual(read("http://h:80"), [null, "h", 80]);
});
