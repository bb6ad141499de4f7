import assert from "node:assert/strict";
import { iconFiles, importedIcons } from "./direct_icons.ts";

Deno.test("icons: the file of each name is read from the package's list", () => {
  const list = [
    "export { default as LucidePlay, default as Play, default as PlayIcon } from './icons/play.mjs';",
    "export { default as TextSearch } from './icons/text-search.mjs';",
    "export { createLucideIcon } from './createLucideIcon.mjs';",
  ].join("\n");
  const files = iconFiles(list);
  assert.equal(files.get("Play"), "play");
  assert.equal(files.get("TextSearch"), "text-search");
  assert.equal(files.size, 4);
});

Deno.test("icons: what a source imports is found, types and other names left out", () => {
  const source = `import { memo } from "react";
import {
  Play,
  type LucideIcon,
  Square as Stop,
} from "lucide-react";
import type { Icon } from "lucide-react";`;
  assert.deepEqual(importedIcons(source), ["Play", "Square"]);
});
