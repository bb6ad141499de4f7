import assert from "node:assert/strict";
import { join } from "node:path";
import { locateScriptErrors, MAX_ERRORS } from "./find_script_errors.ts";
import { isLong } from "../../../tests/support/suite_length.ts";

const javascript = { typescript: false, jsx: true };
const typescript = { typescript: true, jsx: false };

const valid: [string, { typescript: boolean; jsx: boolean }, string][] = [
  ["a shebang line and top-level await", javascript, `#!/usr/bin/env node\nawait fetch("x");\nexport {};`],
  ["an older script", javascript, `const fs = require("fs"); with (a) { b } var x = 010; return;`],
  [
    "a module with import attributes",
    javascript,
    `import a from "./a.json" with { type: "json" }; import.meta.url;`,
  ],
  [
    "modern class syntax",
    javascript,
    `class A { #a; static { this.x = 1; } get #b() { return #a in this; } async query() {} }`,
  ],
  [
    "modern operators",
    javascript,
    `a ??= b?.c?.[0] ?? 1n ** 2n; const re = /(?<y>\\d)[\\p{L}--[a-z]]/v; x = 1_000;`,
  ],
  [
    "a generator and async iteration",
    javascript,
    `async function* f() { for await (const x of y) yield* x; }`,
  ],
  ["decorators", javascript, `@a @b(c) class D { @e f = 1; @g accessor h; }`],
  ["using", javascript, `{ using a = b(); await using c = d(); }`],
  ["elements", javascript, `export default () => <><A b={1} {...c}>text</A></>;`],
  [
    "types",
    typescript,
    `type A<T extends string> = T extends \`x\${infer U}\` ? U : never; let x = y as const satisfies Z;`,
  ],
  [
    "a method called query with type parameters",
    typescript,
    `class A { async query<T>(v?: T): Promise<T> { return v!; } }`,
  ],
  [
    "modifiers, overloads, enums, namespaces",
    typescript,
    `declare module "x"; abstract class A { constructor(private readonly a: string, public b?: number) {} abstract c(): void; d(): asserts this is A {} } class B extends A { override c() {} } enum E { A = 1 } namespace N { export const a = 1; } function f(a: string): void; function f(a: unknown) {}`,
  ],
  [
    "type imports and angle-bracket casts",
    typescript,
    `import { type A, B } from "x"; import C = require("c"); export type { A }; const d = <B>c;`,
  ],
];

for (const [what, kind, text] of valid) {
  Deno.test(`script errors: none in ${what}`, () => assert.deepEqual(locateScriptErrors(text, kind), []));
}

Deno.test("script errors: none in the sources of the page and its packages", async () => {
  const root = join(import.meta.dirname!, "..", "..", "..");
  const folders = [
    ...["web/ui/editor", "server/contract", "node_modules/croner/dist"],
    ...(isLong ? ["web/ui", "web/features", "node_modules/zod/v4"] : []),
  ];
  let read = 0;
  for (const folder of folders) {
    for await (const path of sourcesIn(join(root, folder))) {
      const text = await Deno.readTextFile(path);
      const kind = { typescript: /\.[mc]?tsx?$/.test(path), jsx: !/\.[mc]?ts$/.test(path) };
      assert.deepEqual(locateScriptErrors(text, kind), [], path);
      read++;
    }
  }
  assert.ok(read > 80, `only ${read} files`);
});

Deno.test("script errors: reports the position and the parser's message without its own position", () => {
  const [error, ...rest] = locateScriptErrors(`const a = 1;\nconst b = ;\n`, javascript);
  assert.deepEqual(error, { from: 23, message: "Unexpected token" });
  assert.deepEqual(rest, []);
});

Deno.test("script errors: types are an error in JavaScript", () => {
  assert.equal(locateScriptErrors(`let a: string = "";`, javascript).length, 1);
  assert.equal(locateScriptErrors(`let a: string = "";`, typescript).length, 0);
});

Deno.test("script errors: reports only the first few of many", () => {
  const errors = locateScriptErrors(`let a; let a;\n`.repeat(100), javascript);
  assert.equal(errors.length, MAX_ERRORS);
});

async function* sourcesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* sourcesIn(path);
    else if (/\.([mc]?[jt]s|[jt]sx)$/.test(name) && !/\.d\.[mc]?ts$/.test(name)) yield path;
  }
}
