import assert from "node:assert/strict";
import { join } from "node:path";
import { textPattern } from "../text_pattern.ts";
import { PinnedFolder } from "./pinned_folder.ts";
import { type FileFinds, scanFile } from "./scan_file.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const WINDOW = 4 * 1024 * 1024;

async function scan(
  content: string | Uint8Array<ArrayBuffer>,
  q: string,
  { max = 100, rendered = false } = {},
): Promise<FileFinds> {
  await using temporary = await temporaryFolder();
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(join(temporary.path, "a"), bytes);
  using folder = PinnedFolder.open(temporary.path);
  const { source, longest } = textPattern(q, false);
  const entry = { folder, name: "a", names: ["a"], stats: folder.check("a") };
  return scanFile(entry, {
    pattern: new RegExp(source, "g"),
    longest,
    max,
    largest: Infinity,
    rendered,
    isLate: () => false,
  });
}

Deno.test("scan file: reports a line once with its number, even far beyond the first window", async () => {
  const row = "0123456789abcde\n";
  const rows = WINDOW / row.length + 10;
  const { lines, complete } = await scan(`${row.repeat(rows)}a needle, a NEEDLE\n状态 needle`, "needle");
  assert.deepEqual(lines, [
    { line: rows + 1, text: "a needle, a NEEDLE" },
    { line: rows + 2, text: "状态 needle" },
  ]);
  assert.ok(complete);
});

Deno.test("scan file: finds a match across two windows of one long line", async () => {
  for (const before of [WINDOW - 1, WINDOW - 3, WINDOW - 6]) {
    const { lines } = await scan(`${"x".repeat(before)}needle${"y".repeat(500)}\nend`, "needle");
    assert.deepEqual(lines.map(({ line }) => line), [1], `${before}`);
    assert.match(lines[0]!.text, /^…?x*needley{140}…$/);
  }
});

Deno.test("scan file: reports more lines than requested as incomplete", async () => {
  const { lines, complete } = await scan("needle\n".repeat(5), "needle", { max: 3 });
  assert.deepEqual([lines.length, complete], [3, false]);
  assert.ok((await scan("needle\n".repeat(3), "needle", { max: 3 })).complete);
});

Deno.test("scan file: does not search binary files", async () => {
  assert.deepEqual((await scan("a\0needle\n", "needle")).lines, []);
  assert.deepEqual(await scan("", "needle"), { lines: [], complete: true });
});

Deno.test("scan file: of a log, finds what it shows", async () => {
  const log = "a \x1b[31mnee\x1b[0mdle\nneedle\rgone now\n\x1b[1A\rneedle 2\x1b[1B\rend\0\n";
  assert.deepEqual((await scan(log, "needle", { rendered: true })).lines, [
    { line: 1, text: "a needle" },
    { line: 3, text: "needle 2⏎end" },
  ]);
  assert.deepEqual((await scan(log, "needle")).lines, []);
});
