import assert from "node:assert/strict";
import { parseEditorSettings, usualEditorSettings } from "./editor_settings.ts";

Deno.test("editor settings: what was never kept is as usual", () => {
  assert.deepEqual(parseEditorSettings(undefined), usualEditorSettings);
  assert.deepEqual(parseEditorSettings("nonsense"), usualEditorSettings);
});

Deno.test("editor settings: each part that makes sense is taken, the others are as usual", () => {
  const stored = { fontSize: 400, tabWidth: 8, indentWith: "tabs", wrap: "on", more: true };
  assert.deepEqual(parseEditorSettings(stored), {
    fontSize: 13,
    tabWidth: 8,
    indentWith: "tabs",
    wrap: "on",
  });
});
