import assert from "node:assert/strict";
import { readImports, resolveImport } from "./read_imports.ts";

const source = `
import { a } from "./a.ts"; import type { B } from "./b.ts";
import c, { type D } from 'c';
import { type E, type F } from "./e.ts";
import {
  long,
  list,
} from "./long.ts";
import * as star from "node:fs";
import "./effect.css";
export { g } from "./g.ts";
export * from "./star.ts";
export type { H } from "./h.ts";
const page = () => import("./page.tsx");
let t: typeof import("./typed.ts");
new Worker(new URL("./spawn_worker.ts", import.meta.url), { type: "module" });
// import { no } from "./comment.ts";
/* import { no } from "./block.ts"; */
const text = \`
import { no } from "./template.ts";
\`;
const sentence = "import it from nowhere";
export function from() { return Array.from(["./not_a_module.ts"]); }
`;

Deno.test("read imports: finds every form of reference and ignores quoted ones", () => {
  const found = readImports(source);
  const names = (typeOnly: boolean) =>
    found.filter((one) => one.typeOnly === typeOnly).map((one) => one.specifier).sort();
  assert.deepEqual(names(false), [
    "./a.ts",
    "./effect.css",
    "./g.ts",
    "./long.ts",
    "./page.tsx",
    "./spawn_worker.ts",
    "./star.ts",
    "c",
    "node:fs",
  ]);
  assert.deepEqual(names(true), ["./b.ts", "./e.ts", "./h.ts", "./typed.ts"]);
});

Deno.test("read imports: resolves a relative specifier from the root, and a package to nothing", () => {
  assert.equal(resolveImport("server/http/page.ts", "../contract/run.ts"), "server/contract/run.ts");
  assert.equal(resolveImport("main.ts", "./server/cli/serve.ts"), "server/cli/serve.ts");
  assert.equal(resolveImport("main.ts", "zod"), null);
});
