import assert from "node:assert/strict";
import type { PaletteAction } from "./palette_entries.tsx";
import { rankGroups } from "./palette_rank.ts";

function entry(label: string, more: Partial<PaletteAction> = {}): PaletteAction {
  return { id: label, label, icon: null, keywords: [], run: () => {}, ...more };
}

const ranked = (text: string, ...groups: PaletteAction[][]) =>
  rankGroups(groups.map((actions, index) => ({ heading: String(index), actions })), text)
    .map(({ heading, actions }) => [heading, ...actions.map(({ label }) => label)]);

Deno.test("palette rank: without a text, all groups stay as they are", () => {
  assert.deepEqual(ranked(" ", [entry("b"), entry("a")], []), [["0", "b", "a"]]);
});

Deno.test("palette rank: the best match comes first, in its group and among the groups", () => {
  const tasks = [entry("nobackup"), entry("Nightly backup"), entry("Other", { keywords: ["backup.sh"] })];
  assert.deepEqual(ranked("backup", tasks, [entry("Backups")], [entry("Theme")]), [
    ["1", "Backups"],
    ["0", "Nightly backup", "nobackup", "Other"],
  ]);
  assert.deepEqual(ranked("nightly backup", tasks), [["0", "Nightly backup"]]);
});

Deno.test("palette rank: what a source has found stays, below what matches by name", () => {
  const found = [entry("By its remarks", { found: {} }), entry("Token", { found: {} })];
  assert.deepEqual(ranked("token", [entry("Access token")], found), [
    ["1", "Token", "By its remarks"],
    ["0", "Access token"],
  ]);
});

Deno.test("palette rank: an action is ranked by the name that follows its verb", () => {
  const action = entry("Run: Nightly backup", { found: { by: "nightly", name: "Nightly backup" } });
  const task = entry("Then run nightly", { found: {} });
  assert.deepEqual(ranked("run nightly", [task], [action]), [
    ["1", "Run: Nightly backup"],
    ["0", "Then run nightly"],
  ]);
});

Deno.test("palette rank: typos count only if nothing matches exactly", () => {
  assert.deepEqual(ranked("variabels", [entry("Variables")]), [["0", "Variables"]]);
  assert.deepEqual(ranked("themes", [entry("Theme")], [entry("Themes")]), [["1", "Themes"]]);
});
