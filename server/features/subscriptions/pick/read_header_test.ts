import assert from "node:assert/strict";
import { readHeader } from "./read_header.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";

// File, content, rule, name.
const vectors: [string, string, string | null, string | null][] = [
  ["abc.js", '10 8,20 * * * abc.js, tag=x\nconst $ = new Env("My Task");', "10 8,20 * * *", "My Task"],
  ["b.js", "/*\n * name: plain name\n * cron: 1 9 * * *\n */", "1 9 * * *", "plain name"],
  ["c.py", "'''\ncron: 15 8 * * *\nnew Env('hello world');\n'''", "15 8 * * *", "hello world"],
  [
    "d.js",
    'cron "0 9 * * *" script-path=https://x/y/d.js, tag=T\nconst $ = new Env(`tick name`)',
    "0 9 * * *",
    "`tick name`",
  ],
  ["e.js", '// cron: 0 30 7 * * *\nnew Env("A(B)C")', "0 30 7 * * *", "A"],
  ["f.sh", "echo hello", null, null],
  ["g.py", '# cron 5 4 * * *\nnew Env("x")', null, "x"],
  ["h.js", "//cron: 0 0 0/2 * * ?\n//name:a:b", "0 0 0/2 * * ?", "a"],
  ["i.js", "0 0,12 * * * /scripts/i.js", "0 0,12 * * *", null],
  ["j.js", "cron:7 7 * * *\nnew Env(jsname)", "7 7 * * *", "jsname"],
  ["k.js", "// */5 * * * * k.js", "*/5 * * * *", null],
  ["l.js", ' * cron "30 6 * * *" script-path=other.js,tag=T', "30 6 * * *", null],
  ["m.js", " * 10 8 * * * m.js", "10 8 * * *", null],
  ["1_sign.js", "10 8 * * * 1_sign.js", "10 8 * * *", null],
  ["n.js", "0 10 8 * * *, n.js", "0 10 8 * * *", null],
  ["o.js", "10 8 * * * other.js\n// cron: 1 2 * * *", "1 2 * * *", null],
  ["q.js", `new Env("it's")`, null, "it's"],
  ["r.js", `new Env('say "hi"')`, null, 'say "hi"'],
  ["s.js", `new Env("it's (new)")`, null, "it's"],
  ["t.js", `new Env('it\\'s')`, null, "it's"],
  ["u.js", `new Env( "a", {b: 'c'} )`, null, "a, {b: 'c'}"],
  ["v.js", `// name: "it's"`, null, "it's"],
  ["w.js", `// name: it's`, null, "it's"],
  ["x.js", `new Env("")\n// name: other`, null, "other"],
  ["y.js", `new Env($name || "x")`, null, "$name || x"],
  ["p.js", "/* cron: 1 2 * * * */", "1 2 * * *", null],
];

for (const [file, content, cron, name] of vectors) {
  Deno.test(`header: ${file} declares ${cron ?? "no rule"} and ${name ?? "no name"}`, () => {
    assert.deepEqual(readHeader(content, file), { cron, name });
  });
}

Deno.test("header: for a single file, name: does not count", () => {
  assert.equal(readHeader("// name: x\n", "a.js", { isSingle: true }).name, null);
});

Deno.test("header: a malicious megabyte takes linear time", () => {
  for (const sign of ["1", "* ", "1,", "(", '"', "new Env(", "cron:"]) {
    assertScales((size) => readHeader(`${sign.repeat(size / sign.length)} a.js`, "a.js"), 1_000_000);
  }
  assertScales((size) => readHeader(`// 1,${",".repeat(size)}1 a.js`, "a.js"), 1_000_000);
});
