import assert from "node:assert/strict";
import fc from "fast-check";
import { PathPattern } from "./path_pattern.ts";
import { PatternError } from "./pattern_tree.ts";
import { fileChooser, readExtensions } from "./pick_files.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";

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

Deno.test("path pattern: matches the same as the built-in regular expressions", () => {
  fc.assert(
    fc.property(expression, path, (source, text) => {
      assert.equal(new PathPattern(source).isIn(text), new RegExp(source).test(text), `${source} in ${text}`);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("path pattern: patterns that make a backtracking matcher hang take linear time", () => {
  for (const source of ["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*a){30}$", "((a?){20})*x", "a**+?*b"]) {
    const pattern = new PathPattern(source);
    assertScales((size) => assert.equal(pattern.isIn("a".repeat(size) + "!"), false, source), 3_000);
  }
});

Deno.test("path pattern: rejects what it cannot match", () => {
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
  };
  for (const [source, reason] of Object.entries(reasons)) {
    assert.throws(
      () => new PathPattern(source),
      (error) => error instanceof PatternError && error.reason === reason,
      source,
    );
  }
});

Deno.test("path pattern: accepts the syntax of grep -E", () => {
  assert.ok(new PathPattern("*jd").isIn("a/jd.js"));
  assert.ok(new PathPattern("a)b").isIn("a)b"));
  assert.ok(new PathPattern("a{b").isIn("xa{b"));
  assert.ok(new PathPattern("[]a]").isIn("]"));
  assert.ok(new PathPattern("[[:digit:]]{2}").isIn("x12"));
  assert.ok(new PathPattern("签到").isIn("脚本/签到.js"));
  assert.ok(new PathPattern("jd_|").isIn("anything"));
});

Deno.test("pick: applies whitelist, then blacklist, and dependencies besides", () => {
  const pick = fileChooser({
    ...{
      whitelist: "jd_|sign",
      blacklist: "old|^test/",
      dependencyWords: "^lib/|sendNotify",
      extensions: "js|py",
    },
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
