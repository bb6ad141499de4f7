import assert from "node:assert/strict";
import { shortAddress } from "./subscription_cells.tsx";

Deno.test("short address: keeps host and path, whatever the form", () => {
  assert.equal(shortAddress("https://github.com/owner/repo.git"), "github.com/owner/repo");
  assert.equal(shortAddress("git@github.com:owner/repo.git"), "github.com/owner/repo");
  assert.equal(shortAddress("ssh://git@host:2222/owner/repo"), "host:2222/owner/repo");
  assert.equal(shortAddress("https://raw.example.com/o/r/a.js?token=abc"), "raw.example.com/o/r/a.js");
  assert.equal(shortAddress("http://[::1]:8080/o/r.git"), "[::1]:8080/o/r");
});

Deno.test("short address: text that is not an address is unchanged", () => {
  assert.equal(shortAddress("not an address"), "not an address");
});
