import assert from "node:assert/strict";
import { LARGEST_TEXT_BYTES as ofPanel } from "../../../../server/contract/files.ts";
import { LARGEST_TEXT_BYTES } from "./largest_text.ts";

Deno.test("largest text: the page tells the panel's own limit", () => {
  assert.equal(LARGEST_TEXT_BYTES, ofPanel);
});
