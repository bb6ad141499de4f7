import assert from "node:assert/strict";
import { LONGEST_ENTRY_BYTES, LONGEST_IMPORT } from "../../../../server/contract/variables.ts";
import { LONGEST_TEXT } from "../import/longest_text.ts";
import { LONGEST_ENTRY } from "./longest_entry.ts";

Deno.test("limits: those of the form and of the import are the contract's", () => {
  assert.deepEqual([LONGEST_ENTRY, LONGEST_TEXT], [LONGEST_ENTRY_BYTES, LONGEST_IMPORT]);
});
