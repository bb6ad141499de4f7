import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replacePart } from "./record_part.ts";

const text = `# Speed

<!-- measured runs -->

old

<!-- /measured runs -->

### Other

<!-- measured page -->
<!-- /measured page -->
`;

Deno.test("record: a result replaces the earlier one of its part, and nothing else", () => {
  const once = replacePart(text, "runs", "new\n");
  assert.equal(once, text.replace("old", "new"));
  assert.equal(replacePart(once, "runs", "new"), once);
  assert.match(
    replacePart(text, "page", "| a |"),
    /<!-- measured page -->\n\n\| a \|\n\n<!-- \/measured page -->\n$/,
  );
});

Deno.test("record: a part without a place in the document is an error", () => {
  assert.throws(() => replacePart(text, "idle", "x"), /no place for the part "idle"/);
  assert.throws(() => replacePart("<!-- /measured a -->\n<!-- measured a -->\n", "a", "x"), /no place/);
});

Deno.test("record: each document has a place for the part that it is named after", () => {
  const folder = join(import.meta.dirname!, "../../docs/measurements");
  const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ""));
  assert.ok(names.includes("long"));
  for (const name of names) {
    const document = readFileSync(join(folder, `${name}.md`), "utf8");
    assert.match(replacePart(document, name, "new"), /\n\nnew\n\n/);
  }
});
