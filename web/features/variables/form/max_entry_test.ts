import assert from "node:assert/strict";
import { MAX_ENTRY_BYTES, MAX_IMPORT } from "../../../../server/contract/variables.ts";
import { MAX_TEXT } from "../import/max_text.ts";
import { MAX_ENTRY } from "./max_entry.ts";

Deno.test("limits: those of the form and of the import are the contract's", () => {
  assert.deepEqual([MAX_ENTRY, MAX_TEXT], [MAX_ENTRY_BYTES, MAX_IMPORT]);
});
