import assert from "node:assert/strict";
import fc from "fast-check";
import { planImport, writeEnv, writeJson, type Written } from "./transfer.ts";
import { readEntries } from "./read_entries.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";

function read(text: string): (string | null)[][] {
  return (readEntries(text, "env") ?? []).map(({ position, input, reason }) => [
    String(position),
    input.name,
    reason ?? input.value,
  ]);
}

const lines: [string, [string, string][]][] = [
  ["A=1", [["A", "1"]]],
  ["  export A=1  ", [["A", "1"]]],
  ["A = spaced out # a comment", [["A", "spaced out"]]],
  ["A=http://x/#part", [["A", "http://x/#part"]]],
  ["A=", [["A", ""]]],
  ["# A=1\n\n;", [[";", "not_understood"]]],
  ["A='single $HOME \\n'", [["A", "single $HOME \\n"]]],
  ['A="double \\"q\\" \\n \\$x \\\\ \\d"', [["A", 'double "q" \n $x \\ \\d']]],
  ["A='it'\\''s'", [["A", "it's"]]],
  ["export A='v';", [["A", "v"]]],
  ["A='two\nlines' # yes\nB=2", [["A", "two\nlines"], ["B", "2"]]],
  ['A="cr\r\nlf"\r\nB=2\r\n', [["A", "cr\nlf"], ["B", "2"]]],
  ["A=a=b&c", [["A", "a=b&c"]]],
  ["A='open\nB=2", [["A", "quote_open"], ["B", "2"]]],
  ["A='x' y", [["A", "after_quote"]]],
  ['A="open\nB="2"\nC=3', [["A", "quote_open"], ["B", "2"], ["C", "3"]]],
  ["1A=2\n变量=1\nA-B=1\n=x", [["1A", "bad_name"], ["变量", "bad_name"], ["A-B", "bad_name"], [
    "",
    "no_name",
  ]]],
  ["SUNDIAL_X=1\nSHLVL=1\nPATH=/bin", [["SUNDIAL_X", "reserved_name"], ["SHLVL", "shell_name"], [
    "PATH",
    "/bin",
  ]]],
  ["hello", [["hello", "not_understood"]]],
  [`A=${"x".repeat(131_070)}`, [["A", "value_too_long"]]],
  ["\ufeffA=中文 值", [["A", "中文 值"]]],
  ["A=`a b`\nB=`one\n'two' $A`\nC=3", [["A", "a b"], ["B", "one\n'two' $A"], ["C", "3"]]],
];

Deno.test("import of .env: lines of every kind", () => {
  for (const [text, wanted] of lines) {
    assert.deepEqual(read(text).map(([, name, value]) => [name, value]), wanted, text.slice(0, 80));
  }
  assert.deepEqual(read("A=1\n\nB='x\ny'\nC=3").map(([position]) => position), ["1", "3", "5"]);
});

const references: [text: string, value: string, note: string | null][] = [
  ['B="${A} team"', "demo team", "expanded"],
  ["B=$A/x", "demo/x", "expanded"],
  ["B=$AB ${A}_c", "$AB demo_c", "unknown_reference"],
  ["B='$A'", "$A", null],
  ["B=`$A`", "$A", null],
  ['B="\\$A"', "$A", null],
  ["B=p4$$w0rd", "p4$$w0rd", "unknown_reference"],
  ["B=cost: 5$", "cost: 5$", null],
  ["B=${NONE:-x}${EMPTY:-y}${EMPTY-z}${A:-w}", "xydemo", "expanded"],
  ["B=$B", "$B", "unknown_reference"],
];

Deno.test("import of .env: expands names of earlier lines, and reports it in the preview", () => {
  for (const [line, value, note] of references) {
    const last = readEntries(`A=demo\nEMPTY=\n${line}`, "env")?.at(-1);
    assert.deepEqual([last?.input.value, last?.note], [value, note], line);
  }
});

Deno.test("import of .env: references cannot multiply a value without a limit", () => {
  const doubled = Array.from({ length: 60 }, (_, index) => `A${index + 1}=$A${index}$A${index}`).join("\n");
  const reasons = readEntries(`A0=0123456789\n${doubled}`, "env")?.map(({ reason }) => reason) ?? [];
  assert.deepEqual([...new Set(reasons)], [null, "value_too_long"]);
});

const hostile: Record<string, (size: number) => string> = {
  "blanks after export": (size) => `export${" ".repeat(size)}`,
  "comment signs before a line separator": (size) => `A=${" #".repeat(size / 2)}\u2028x`,
  "quoted pieces": (size) => `A=${"''".repeat(size / 2)}x`,
  "open references": (size) => `A=${"${A".repeat(size / 3)}`,
  "references with open defaults": (size) => `A=${"${A:-".repeat(size / 5)}`,
};

for (const [what, textOf] of Object.entries(hostile)) {
  Deno.test(`import of .env: reads ${what} in linear time`, () => {
    assertScales((size) => void readEntries(textOf(size), "env"), 200_000);
  });
}

Deno.test("import of JSON: a list, one entry, names with values, an API response, and none of these", () => {
  const values = (text: string) =>
    readEntries(text, "json")?.map(({ input, reason }) => reason ?? input) ?? null;
  const usual = { secret: false, remarks: "", labels: [], enabled: true };
  const one = { ...usual, name: "A", value: "1" };
  assert.deepEqual(values('[{"name":"A","value":"1","id":7,"position":1.5}]'), [one]);
  assert.deepEqual(values('{"name":"A","value":"1"}'), [one]);
  assert.deepEqual(values('{"A":"1","B":2,"C":true}'), [one, { ...one, name: "B", value: "2" }, {
    ...one,
    name: "C",
    value: "true",
  }]);
  assert.deepEqual(
    values('{"code":200,"data":[{"name":"A","value":"1","status":1,"remarks":"r","labels":["x"]}]}'),
    [{
      ...one,
      enabled: false,
      remarks: "r",
      labels: ["x"],
    }],
  );
  assert.deepEqual(
    values('[{"name":"A"},{"value":"x"},{"name":"A","value":null},{"name":"A","value":{}},3]'),
    [
      ...["no_value", "no_name", "no_value", "bad_value", "no_name"],
    ],
  );
  assert.deepEqual(values('[{"name":"A","value":"1","remarks":7},{"name":"A","value":"1","labels":"x"}]'), [
    ...["bad_remarks", "bad_labels"],
  ]);
  assert.deepEqual(values('[{"name":"A","value":"a\\u0000b"},{"name":"A","value":"\\ud800"}]'), [
    "bad_value",
    "bad_value",
  ]);
  for (const text of ["", "A=1", "7", "null", '"x"']) assert.equal(values(text), null, text);
  assert.deepEqual(values("{}"), []);
});

const written = fc.record({
  name: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/).filter((name) =>
    !/^(SUNDIAL_|_$|UID$|IFS$|PWD$)/.test(name)
  ),
  value: fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("a", "'", '"', "\\", "\n", "\r", "$", "`", " ", "#", "=", "n", "密") }),
  ).filter((value) => !value.includes("\0")),
  remarks: fc.constantFrom("", "what it is for"),
  labels: fc.constant(["x"]),
  enabled: fc.constant(true),
  secret: fc.boolean(),
}) satisfies fc.Arbitrary<Written>;

Deno.test("export: what was exported is imported back, as .env and as JSON", () => {
  fc.assert(
    fc.property(fc.array(written), (all) => {
      const fromEnv = readEntries(writeEnv(all), "env")?.map((
        { input, reason },
      ) => [input.name, reason ?? input.value]);
      assert.deepEqual(fromEnv, all.map(({ name, value }) => [name, value]));
      const fromJson = readEntries(writeJson(all), "json")?.map(({ input }) => input);
      assert.deepEqual(fromJson, all.map((one) => ({ ...one })));
    }),
    { numRuns: 500 },
  );
});

Deno.test("export: disabled variables and hidden values become comments", () => {
  const one = { name: "A", value: "x\ny", remarks: "", labels: [], enabled: false, secret: false };
  assert.equal(
    writeEnv([one, { ...one, value: null, secret: true, remarks: "a\nb" }]),
    "# A='x\n# y'\n# a\n# b\n# A=***\n",
  );
});

Deno.test("import: parses any text without an error", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    readEntries(text, "env");
    readEntries(text, "json");
  }));
});

Deno.test("import: duplicates are skipped, others are added, replaced in order, or left", () => {
  const entries = readEntries("A=1\nA=2\nA=3\nB=b\nA=1\nC=", "env") ?? [];
  const known = [{ id: 7, name: "A", value: "old" }, { id: 8, name: "A", value: "2" }, {
    id: 9,
    name: "A",
    value: null,
  }];
  const plan = (existing: "add" | "replace" | "skip") =>
    planImport(entries, known, existing).map(({ state, act, replaces }) => `${state} ${act} ${replaces}`);
  const rest = ["new added null", "same skipped null", "new added null"];
  assert.deepEqual(plan("add"), ["changed added null", "same skipped null", "changed added null", ...rest]);
  assert.deepEqual(plan("replace"), [
    "changed replaced 7",
    "same skipped null",
    "changed replaced 9",
    ...rest,
  ]);
  assert.deepEqual(plan("skip").slice(0, 4), [
    ...["changed skipped null", "same skipped null", "changed skipped null", "new added null"],
  ]);
});
