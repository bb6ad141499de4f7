import assert from "node:assert/strict";
import { tokenInFragment } from "./invitation_token.ts";

Deno.test("invitation: reads the secret from the fragment, and nothing else", () => {
  assert.equal(tokenInFragment("#pQ9_a-Z0"), "pQ9_a-Z0");
  for (const fragment of ["", "#", "#a b", "#a=b", "#a#b", `#${"a".repeat(101)}`]) {
    assert.equal(tokenInFragment(fragment), "");
  }
});
