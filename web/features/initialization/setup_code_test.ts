import assert from "node:assert/strict";
import { codeInFragment } from "./setup_code.ts";

Deno.test("setup link: reads only the code from the fragment", () => {
  assert.equal(codeInFragment("#code=K7WM-2PQX"), "K7WM-2PQX");
  for (const other of ["", "#", "#code=", "#code=<b>", "#x&code=K7WM-2PQX", "#code=K7WM-2PQX&x=1"]) {
    assert.equal(codeInFragment(other), "", other);
  }
});
