import assert from "node:assert/strict";
import { parseEditorSettings, usualEditorSettings } from "./editor_settings.ts";

Deno.test("editor settings: missing values get their defaults", () => {
  assert.deepEqual(parseEditorSettings(undefined), usualEditorSettings);
  assert.deepEqual(parseEditorSettings("nonsense"), usualEditorSettings);
});

Deno.test("editor settings: keeps valid parts and replaces the others with defaults", () => {
  const stored = { fontSize: 400, tabWidth: 8, indentWith: "tabs", wrap: "on", more: true };
  assert.deepEqual(parseEditorSettings(stored), {
    fontSize: 13,
    tabWidth: 8,
    indentWith: "tabs",
    wrap: "on",
  });
});
