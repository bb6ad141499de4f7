import assert from "node:assert/strict";
import { formatLogFooter, formatLogHeader } from "../../../server/contract/log_messages.ts";
import { type FoldOptions, groupMarkOf, LogFolds, type LogRows, titleStart } from "./log_groups.ts";
import { LogBuffer } from "./log_buffer.ts";

const time = "2026-01-02 03:04:05";
const header = formatLogHeader(time, "en");
const footer = formatLogFooter({ state: "failed", exitCode: 1, time, seconds: 3 }, "en");
const following: FoldOptions = { atEnd: true, reading: null, target: null };

function bufferOf(lines: readonly string[], offset = 0): LogBuffer {
  const buffer = new LogBuffer();
  const text = lines.map((line) => `${line}\n`).join("");
  buffer.reset({ offset, next: offset + text.length, text });
  return buffer;
}

function textsOf(buffer: LogBuffer, rows: LogRows): string[] {
  return Array.from({ length: rows.count }, (_, row) => buffer.line(rows.lineAt(row))?.text ?? "?");
}

function rowsOf(lines: readonly string[], options = following): string[] {
  const buffer = bufferOf(lines);
  return textsOf(buffer, new LogFolds().rows(buffer, options));
}

Deno.test("groups: the lines that start and end them are recognized", () => {
  const lines = ["::group::A", "##[group]A", "  ::group::", "::endgroup::", "##[endgroup]", "::endgroup::\r"];
  assert.deepEqual(lines.map(groupMarkOf), ["start", "start", "start", "end", "end", "end"]);
  for (const line of ["a group", "echo ::group::A", "##[groups]", "::group:A", "# [group]", ""]) {
    assert.equal(groupMarkOf(line), null, line);
  }
  assert.equal("##[group] Build it".slice(titleStart("##[group] Build it")), "Build it");
});

const cases: [string, string[], string[]][] = [
  ["no group", ["a", "b"], ["a", "b"]],
  ["an ended group is folded", ["a", "::group::G", "x", "::endgroup::", "b"], ["a", "::group::G", "b"]],
  ["with an error, it is not", ["::group::G", "Error: x", "::endgroup::", "b"], [
    "::group::G",
    "Error: x",
    "b",
  ]],
  ["a group without end is unfolded", ["::group::G", "x", "y"], ["::group::G", "x", "y"]],
  ["an end without start", ["a", "##[endgroup]", "b"], ["a", "b"]],
  ["an empty group", ["::group::G", "::endgroup::", "b"], ["::group::G", "b"]],
  [
    "nested groups, the inner one with an error",
    ["::group::G", "x", "::group::H", "fatal: y", "::endgroup::", "z", "::endgroup::", "b"],
    ["::group::G", "x", "::group::H", "fatal: y", "z", "b"],
  ],
  [
    "nested groups without an error",
    ["::group::G", "x", "::group::H", "y", "::endgroup::", "z", "::endgroup::", "b"],
    ["::group::G", "b"],
  ],
  [
    "one of two groups was never ended",
    ["::group::G", "x", "::group::H", "y", "::endgroup::", "b"],
    ["::group::G", "x", "::group::H", "b"],
  ],
  ["the blank lines beside header and footer", [header, "", "x", "", footer], [header, "x", footer]],
  ["output without blank lines around it", [header, "x", footer], [header, "x", footer]],
  ["a log without output", [header, "", "", footer], [header, footer]],
  ["a header and a footer in the middle are output", ["a", header, "", footer, "", "b"], [
    "a",
    header,
    "",
    footer,
    "",
    "b",
  ]],
];
for (const [name, lines, expected] of cases) {
  Deno.test(`groups: ${name}`, () => assert.deepEqual(rowsOf(lines), expected));
}

Deno.test("groups: header and footer belong to the start and the end of the log", () => {
  const buffer = bufferOf([header, "", "x", "", footer]);
  const rows = new LogFolds().rows(buffer, following);
  assert.deepEqual([rows.header, rows.footer?.exitCode], [time, 1]);
  assert.deepEqual([rows.isHeader(0), rows.isFooter(4), rows.isFooter(3)], [true, true, false]);
  assert.equal(new LogFolds().rows(buffer, { ...following, atEnd: false }).footer, null);
  assert.equal(new LogFolds().rows(bufferOf([header, "x"], 100), following).header, null);
});

Deno.test("groups: a group that was never ended does not hide the footer", () => {
  const buffer = bufferOf(["::group::G", "x", "", footer]);
  const folds = new LogFolds();
  folds.choose(0, true);
  assert.deepEqual(textsOf(buffer, folds.rows(buffer, following)), ["::group::G", footer]);
});

Deno.test("groups: rows and lines map to each other", () => {
  const lines = [header, "", "::group::G", "x", "y", "::endgroup::", "a", "::group::H", "z", "::endgroup::"];
  const buffer = bufferOf(lines);
  const rows = new LogFolds().rows(buffer, following);
  assert.deepEqual(textsOf(buffer, rows), [header, "::group::G", "a", "::group::H"]);
  assert.deepEqual(lines.map((_, index) => rows.rowAt(index)), [0, 0, 1, 1, 1, 1, 2, 3, 3, 3]);
  for (let row = 0; row < rows.count; row++) assert.equal(rows.rowAt(rows.lineAt(row)), row);
});

Deno.test("groups: a choice and a search result unfold groups, also after other lines were loaded", () => {
  const lines = ["::group::G", "::group::H", "x", "::endgroup::", "::endgroup::", "b"];
  const buffer = bufferOf(lines);
  const folds = new LogFolds();
  assert.equal(folds.rows(buffer, following).count, 2);
  const found = { ...following, target: { index: 2, request: 1 } };
  assert.deepEqual(textsOf(buffer, folds.rows(buffer, found)), ["::group::G", "::group::H", "x", "b"]);
  folds.choose(0, true);
  assert.equal(folds.rows(buffer, found).count, 2, "the same request unfolds only once");
  folds.choose(0, false);
  buffer.append({ offset: buffer.next, next: buffer.next + 2, text: "c\n" });
  assert.equal(folds.rows(buffer, following).count, 5);
});

Deno.test("groups: a running group folds at its end, but not while it is read", () => {
  for (const reading of [null, 3]) {
    const buffer = bufferOf(["::group::G", "x"]);
    const folds = new LogFolds();
    assert.equal(folds.rows(buffer, { ...following, reading }).count, 2);
    const text = "::endgroup::\nb\n";
    buffer.append({ offset: buffer.next, next: buffer.next + text.length, text });
    assert.equal(folds.rows(buffer, { ...following, reading }).count, reading === null ? 2 : 3);
  }
});

Deno.test("groups: earlier lines that complete a group do not hide what is read", () => {
  const rest = "y\n::endgroup::\nb\n";
  const buffer = new LogBuffer();
  buffer.reset({ offset: 13, next: 13 + rest.length, text: rest });
  const folds = new LogFolds();
  const reading = { ...following, reading: 13 };
  assert.equal(folds.rows(buffer, reading).count, 2);
  buffer.prepend({ offset: 0, next: 13, text: "::group::G\nx\n" });
  assert.deepEqual(textsOf(buffer, folds.rows(buffer, reading)), ["::group::G", "x", "y", "b"]);
});

Deno.test("groups: the time for many groups grows with their number, not with its square", () => {
  const timeOf = (count: number) => {
    const buffer = bufferOf(Array.from({ length: count }, () => ["::group::G", "x", "::endgroup::"]).flat());
    const folds = new LogFolds();
    assert.equal(folds.rows(buffer, following).count, count);
    const before = performance.now();
    assert.equal(folds.rows(buffer, following).lineAt(count - 1), 3 * count - 3);
    return performance.now() - before;
  };
  // The shortest of several: other programs can only make one longer.
  const shortest = (count: number) => Math.min(...Array.from({ length: 3 }, () => timeOf(count)));
  const [few, many] = [shortest(500), shortest(12_500)];
  assert.ok(many < 250 * Math.max(few, 0.02), `${few} ms for 500, ${many} ms for 12,500`);
});
