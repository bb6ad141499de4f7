import assert from "node:assert/strict";
import * as panel from "../../../../server/contract/files.ts";
import { LARGEST_CHECKED_TEXT, LARGEST_TEXT_BYTES } from "./largest_text.ts";

Deno.test("largest text: the page tells the panel's own limits", () => {
  assert.equal(LARGEST_TEXT_BYTES, panel.LARGEST_TEXT_BYTES);
  assert.equal(LARGEST_CHECKED_TEXT, panel.LARGEST_CHECKED_TEXT);
});
