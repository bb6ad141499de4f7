import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import fc from "fast-check";
import { textPattern } from "../../../platform/text_pattern.ts";
import { errorPattern } from "./log_search.ts";
import { scanLog, type ScanOrder, type ScanResult } from "./scan_log.ts";
import { visibleText } from "../../../contract/log_text/visible_text.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";

const encoder = new TextEncoder();

/** Scans a file with the given content. */
function scan(
  content: string | Uint8Array,
  order: Partial<ScanOrder> & Pick<ScanOrder, "pattern">,
  now = () => 0,
) {
  const file = Deno.makeTempFileSync({ prefix: "sundial-scan-" });
  try {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    Deno.writeFileSync(file, bytes);
    const stretches = [{ start: 0, end: bytes.length }];
    return scanLog(
      {
        root: dirname(file),
        path: basename(file),
        stretches,
        from: 0,
        line: 1,
        limit: 10_000,
        countAll: true,
        timeLimitMs: 1000,
        ...order,
      },
      now,
    );
  } finally {
    Deno.removeSync(file);
  }
}

Deno.test("scan: finds the same as a plain text search, with byte offset and line", () => {
  const unit = fc.constantFrom("a", "A", "b", "é", "É", "很", "😀", "\n", "ſ", "ß", ".", "*");
  const texts = fc.tuple(fc.string({ unit, maxLength: 60 }), fc.string({ unit, minLength: 1, maxLength: 3 }));
  fc.assert(
    fc.property(texts, ([text, wanted]) => {
      const { items, count } = scan(text, { pattern: textPattern(wanted, true) });
      const expected: [number, number][] = [];
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        expected.push([encoder.encode(text.slice(0, at)).length, text.slice(0, at).split("\n").length]);
      }
      assert.deepEqual(items.map(({ offset, line }) => [offset, line]), expected);
      assert.equal(count, expected.length);
      assert.ok(items.every((item) => item.text === wanted));
    }),
    { numRuns: byLength(80, 300) },
  );
});

Deno.test("scan: ignores case, beyond ASCII too, and does not match on shared bytes", () => {
  const found = (text: string, wanted: string) =>
    scan(text, { pattern: textPattern(wanted, false) }).items.map((item) => item.text);
  assert.deepEqual(found("École ÉCOLE école ecole", "École"), ["École", "ÉCOLE", "école"]);
  assert.deepEqual(found("Привет ПРИВЕТ", "привет"), ["Привет", "ПРИВЕТ"]);
  assert.deepEqual(found("状态 狀態", "状态"), ["状态"]);
  assert.deepEqual(found("aXb a.b", "a.b"), ["a.b"]);
});

Deno.test("scan: finds a match across a window edge once, with its line around it", () => {
  const edge = 1024 * 1024;
  for (const shift of [-540, -520, -513, -512, -511, -6, -3, -1, 0, 1, 600]) {
    const filler = "0123456789abcde\n".repeat((edge + 4096) / 16);
    const content = `${filler.slice(0, edge + shift)}<needle>${filler}`;
    const { items } = scan(content, { pattern: textPattern("needle", true) });
    assert.deepEqual(items.map(({ offset }) => offset), [edge + shift + 1], `shift ${shift}`);
    const line = content.slice(0, edge + shift).split("\n").length;
    assert.equal(items[0]?.line, line);
    assert.ok(items[0]?.before.endsWith("<") && items[0].after.startsWith(">"));
  }
});

Deno.test("scan: counts lines correctly across many windows and after resuming", () => {
  const content = Array.from({ length: 400_000 }, (_, n) => `row ${n % 1000 === 0 ? "mark" : n}`).join("\n");
  const pattern = textPattern("mark", true);
  const all = scan(content, { pattern });
  assert.deepEqual(all.items.map(({ line }) => line), Array.from({ length: 400 }, (_, n) => n * 1000 + 1));
  const first = scan(content, { pattern, limit: 150 });
  assert.deepEqual([first.count, first.counted, first.items.length], [400, true, 150]);
  assert.deepEqual(first.next, { from: all.items[150]!.offset, line: all.items[150]!.line });
});

Deno.test("scan: at the time limit, returns its results and where to continue", () => {
  const content = "x mark\n".repeat(600_000);
  let time = 0;
  const pattern = textPattern("mark", true);
  const { items, counted, count, next } = scan(content, { pattern, limit: 5, timeLimitMs: 2 }, () => time++);
  assert.deepEqual([items.length, counted], [5, false]);
  assert.ok(count > 5 && count < 600_000);
  assert.deepEqual(next, { from: 5 * 7 + 2, line: 6 });
  time = 0;
  const none = scan(content, { pattern: textPattern("nothing", true), timeLimitMs: 2 }, () => time++);
  assert.ok(none.next!.from > 0 && none.next!.from < content.length);
  assert.equal(none.next!.line, content.slice(0, none.next!.from).split("\n").length);
});

Deno.test("scan: skips the bytes between two ranges and counts them as one line", () => {
  const content = "a\nmark\nHIDDEN mark\nHIDDEN\nmark\n";
  const stretches = [{ start: 0, end: 7 }, { start: 26, end: 31 }];
  const { items } = scan(content, { pattern: textPattern("mark", true), stretches });
  assert.deepEqual(items.map(({ offset, line }) => [offset, line]), [[2, 2], [26, 4]]);
});

Deno.test("scan: limits the context around a match in a long line to whole characters", () => {
  const { items: [item] } = scan(`${"很".repeat(5000)}mark${"好".repeat(5000)}`, {
    pattern: textPattern("mark", true),
  });
  assert.match(item!.before, /^很{30,50}$/);
  assert.match(item!.after, /^好{70,90}$/);
});

Deno.test("scan: a log shorter than expected ends at its end", () => {
  const { items, next } = scan("mark", {
    pattern: textPattern("mark", true),
    stretches: [{ start: 0, end: 5_000_000 }],
  });
  assert.deepEqual([items.length, next], [1, null]);
});

Deno.test("scan: the error pattern takes linear time for any log", () => {
  const order = { pattern: errorPattern, limit: 1, countAll: false, timeLimitMs: 1e9 };
  for (
    const hard of ["error", "errorexceptionfatal_", "0 0 0 no no ", "\x1b[31;1;1;1", "error: 0 ", "无错误"]
  ) {
    assertScales(
      (size) => assert.deepEqual(scan(hard.repeat(size / hard.length), order).items, []),
      2_000_000,
    );
  }
});

const controls: [what: string, log: string, wanted: string, found: [line: number, written: string][]][] = [
  ["colors", "a \x1b[31mErr\x1b[1mor\x1b[0m: disk\n", "error: disk", [[1, "Err\x1b[1mor\x1b[0m: disk"]]],
  ["no parts of sequences", "\x1b[31mred\x1b[0m\n", "[31m", []],
  ["the last state of a progress bar", "step 1\rstep 2\nstep 1\n", "step 1", [[2, "step 1"]]],
  ["line ends of Windows", "one\r\ntwo\r\n", "two", [[2, "two"]]],
  ["erased lines", "old text\r\x1b[Knew\nold text\x1b[1G\x1b[0Know\n", "old", []],
  ["corrected characters", "passw\b\b\b\b\bnumber\n", "number", [[1, "number"]]],
  [
    "lines that were changed by cursor movement",
    "a: Waiting\nb: Waiting\n\x1b[2A\x1b[2K\ra: Pulled\x1b[2B\rend\n",
    "a: pulled",
    [[3, "a: Pulled"]],
  ],
  ["no text across two rows", "\x1b[1Aab\x1b[1B\rcd\n", "abcd", []],
  ["characters of two columns", "很好 1\r很好 2\n\x1b[1m很\x1b[0m好 1\n", "很好 1", [[2, "很\x1b[0m好 1"]]],
];
for (const [what, log, wanted, found] of controls) {
  Deno.test(`scan: finds what a terminal shows: ${what}`, () => {
    const bytes = encoder.encode(log);
    const text = (from: number, length: number) =>
      new TextDecoder().decode(bytes.subarray(from, from + length));
    const { items, count } = scan(log, { pattern: textPattern(wanted, false) });
    assert.deepEqual(items.map(({ line, offset, length }) => [line, text(offset, length)]), found);
    assert.equal(count, found.length);
  });
}

Deno.test("scan: finds in any log what the page shows, and continues after any match", () => {
  const unit = fc.constantFrom(
    "a",
    "b",
    "é",
    "很",
    "\n",
    "\r",
    "\b",
    "\x1b[1m",
    "\x1b[1A",
    "\x1b[2G",
    "\x1b[K",
    "\0",
  );
  const texts = fc.tuple(
    fc.string({ unit, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("a", "b", "很"), minLength: 1, maxLength: 2 }),
  );
  fc.assert(
    fc.property(texts, ([text, wanted]) => {
      const pattern = textPattern(wanted, true);
      const { items, count } = scan(text, { pattern });
      const expected = text.split("\n").flatMap((line, index) =>
        Array<number>(visibleText(line).split(wanted).length - 1).fill(index + 1)
      );
      assert.deepEqual(items.map(({ line }) => line), expected);
      assert.equal(count, expected.length);
      assert.ok(items.every((item) => item.text === wanted && !/[\n\v]/.test(item.before + item.after)));
      const pages = [];
      for (let next: ScanResult["next"] = { from: 0, line: 1 }; next;) {
        const page: ScanResult = scan(text, { pattern, limit: 1, ...next });
        pages.push(...page.items);
        next = page.next;
      }
      assert.deepEqual(pages, items);
    }),
    { numRuns: byLength(60, 200) },
  );
});

Deno.test("scan: colored and overwritten lines are found across windows", () => {
  const line = "\x1b[32minfo\x1b[0m 10%\r\x1b[32minfo\x1b[0m 20% done\n";
  const content = line.repeat(20_000) + "the \x1b[1mneed\x1b[0mle\n" + line.repeat(20_000);
  const { items, count } = scan(content, { pattern: textPattern("needle", true), timeLimitMs: 1e9 });
  assert.deepEqual(items.map(({ line }) => line), [20_001]);
  assert.equal(items[0]?.offset, line.length * 20_000 + "the \x1b[1m".length);
  assert.equal(count, 1);
  assert.equal(scan(content, { pattern: textPattern("info 20% done", true) }).count, 40_000);
  assert.equal(scan(content, { pattern: textPattern("10%", true) }).count, 0);
});
