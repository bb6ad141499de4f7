import assert from "node:assert/strict";
import { replacePart } from "./record_part.ts";

const text = `# Speed

<!-- bench runs -->

old

<!-- /bench runs -->

### Other

<!-- bench page -->
<!-- /bench page -->
`;

Deno.test("bench: a result replaces the earlier one of its part, and nothing else", () => {
  const once = replacePart(text, "runs", "new\n");
  assert.equal(once, text.replace("old", "new"));
  assert.equal(replacePart(once, "runs", "new"), once);
  assert.match(
    replacePart(text, "page", "| a |"),
    /<!-- bench page -->\n\n\| a \|\n\n<!-- \/bench page -->\n$/,
  );
});

Deno.test("bench: a part without a place in the document is an error", () => {
  assert.throws(() => replacePart(text, "idle", "x"), /no place for the part "idle"/);
  assert.throws(() => replacePart("<!-- /bench a -->\n<!-- bench a -->\n", "a", "x"), /no place/);
});
