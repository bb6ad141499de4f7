import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern, PatternError } from "./path_pattern.ts";
import { fileChooser, readExtensions } from "./pick_files.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";

const atom = fc.constantFrom(
  "a",
  "b",
  ".",
  "[ab]",
  "[^a]",
  "\\.",
  "(a|b)",
  "(?:ab)",
  "^",
  "$",
  "\\w",
  "[a-c]",
);
const times = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,}");
const piece = fc.tuple(atom, times).map(([one, many]) =>
  /[\^$]/.test(one) && one.length === 1 ? one : one + many
);
const expression = fc.array(fc.array(piece, { maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .map((choices) => choices.map((parts) => parts.join("")).join("|"));
const path = fc.array(fc.constantFrom("a", "b", "c", ".", "/"), { maxLength: 8 }).map((signs) =>
  signs.join("")
);

Deno.test("path pattern: matches the same as the built-in regular expressions", async () => {
  await fc.assert(
    fc.asyncProperty(expression, path, async (source, text) => {
      const matches = await compilePattern(source);
      assert.equal(matches(text), new RegExp(source).test(text), `${source} in ${text}`);
    }),
    { numRuns: byLength(500, 5_000) },
  );
});

Deno.test("path pattern: patterns that make a backtracking matcher hang take linear time", async () => {
  for (const source of ["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*a){30}$", "((a?){20})*x", "a**+?*b"]) {
    const matches = await compilePattern(source);
    assertScales((size) => assert.equal(matches("a".repeat(size) + "!"), false, source), 3_000);
  }
});

Deno.test("path pattern: rejects what it cannot match", async () => {
  const reasons = {
    "(a)\\1": "back_reference",
    "(?=a)": "back_reference",
    "(?<!a)b": "back_reference",
    "\\bjd": "back_reference",
    "(a": "syntax",
    "[a": "syntax",
    "a{3,2}": "syntax",
    "(((a{200}){200}){200})": "syntax",
    "[z-a]": "syntax",
    "a\\": "syntax",
    "a{300}": "syntax",
    [Array.from({ length: 40 }, (_, i) => `(${i}.*a){200}`).join("|")]: "syntax",
  };
  for (const [source, reason] of Object.entries(reasons)) {
    await assert.rejects(
      compilePattern(source),
      (error) => error instanceof PatternError && error.reason === reason,
      source,
    );
  }
});

Deno.test("path pattern: accepts the syntax of grep -E", async () => {
  const matching: [pattern: string, path: string][] = [
    ["*jd", "a/jd.js"],
    ["a)b", "a)b"],
    ["a{b", "xa{b"],
    ["[]a]", "]"],
    ["[[:digit:]]{2}", "x12"],
    ["签到", "脚本/签到.js"],
    ["jd_|", "anything"],
    ["a*+?b", "b"],
    ["(a+?)$", "b"],
    ["[\\s]", "a\u00a0b"],
    ["\\q", "q"],
  ];
  for (const [pattern, path] of matching) {
    assert.ok((await compilePattern(pattern))(path), `${pattern} in ${path}`);
  }
  assert.ok(!(await compilePattern("^a+?$"))("b"));
});

Deno.test("pick: applies whitelist, then blacklist, and dependencies besides", async () => {
  const pick = await fileChooser({
    whitelist: "jd_|sign",
    blacklist: "old|^test/",
    dependencyWords: "^lib/|sendNotify",
    extensions: "js|py",
  });
  const picked = Object.fromEntries(
    [
      "jd_a.js",
      "sub/sign.py",
      "jd_old.js",
      "test/jd_b.js",
      "lib/x.js",
      "lib/x.json",
      "sendNotify.js",
      "other.js",
      "lib/jd_c.js",
    ]
      .map((path) => [path, pick(path)]),
  );
  assert.deepEqual(picked, {
    "jd_a.js": "script",
    "sub/sign.py": "script",
    "jd_old.js": null,
    "test/jd_b.js": null,
    "lib/x.js": "dependency",
    "lib/x.json": null,
    "sendNotify.js": "dependency",
    "other.js": null,
    "lib/jd_c.js": "script",
  });
});

Deno.test("pick: extensions may be separated by spaces or bars, with or without dots", () => {
  assert.deepEqual(readExtensions(" js py|.ts,*.sh "), ["js", "py", "ts", "sh"]);
  assert.deepEqual(readExtensions(""), ["js", "mjs", "py"]);
});
