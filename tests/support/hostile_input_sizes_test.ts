// What an attack has taught stays: collections of hostile input only grow. Raise a number here after adding to one.
import assert from "node:assert/strict";
import { scriptTexts, shellTexts } from "./hostile_texts.ts";
import { hostileTars } from "./hostile_tar.ts";
import { invalidRows, lockedSecret } from "./invalid_rows.ts";
import { pathColumns } from "./path_columns.ts";
import { spellPath } from "./path_spellings.ts";
import { privateHosts } from "./private_hosts.ts";

const collections: [what: string, size: number, least: number][] = [
  ["texts that would run as scripts", new Set(scriptTexts).size, 60],
  ["texts that would run as commands", new Set(shellTexts).size, 22],
  ["hostile archives", hostileTars.length, 18],
  ["rows that no panel writes", [...invalidRows, lockedSecret].length, 65],
  ["columns with paths", pathColumns.length, 12],
  ["spellings of a path", spellPath("", "/api/tasks").length, 57],
  ["spellings of private hosts", privateHosts.length, 22],
];

for (const [what, size, least] of collections) {
  Deno.test(`hostile input: ${what} are at least ${least}`, () => {
    assert.ok(size >= least, `only ${size} are left`);
  });
}
