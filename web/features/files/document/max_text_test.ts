import assert from "node:assert/strict";
import * as panel from "../../../../server/contract/files.ts";
import { MAX_CHECKED_TEXT, MAX_TEXT_BYTES } from "./max_text.ts";

Deno.test("largest text: the page tells the panel's own limits", () => {
  assert.equal(MAX_TEXT_BYTES, panel.LARGEST_TEXT_BYTES);
  assert.equal(MAX_CHECKED_TEXT, panel.LARGEST_CHECKED_TEXT);
});
