import assert from "node:assert/strict";
import { isSetupCode, newSetupCode } from "./setup_code.ts";

Deno.test("set-up code: is eight unambiguous characters, different each time", () => {
  const codes = Array.from({ length: 200 }, newSetupCode);
  for (const code of codes) assert.match(code, /^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
  assert.equal(new Set(codes).size, codes.length);
});

Deno.test("set-up code: ignores case, spaces and the dash, and nothing else", () => {
  for (const typed of ["K7WM-2PQX", "k7wm2pqx", " K7WM 2PQX\n"]) {
    assert.ok(isSetupCode(typed, "K7WM-2PQX"), typed);
  }
  for (const typed of ["", "K7WM", "K7WM-2PQ", "K7WM-2PQXX", "2PQX-K7WM"]) {
    assert.ok(!isSetupCode(typed, "K7WM-2PQX"), typed);
  }
});
