import assert from "node:assert/strict";
import { withoutNaming } from "./plain_functions.ts";

Deno.test("plain functions: what names a function once more goes, all else stays", () => {
  const source = [
    'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });',
    "function at(array, index) {",
    "  function inner() {}",
    '  __name(inner, "inner");',
    '  return __name(inner, "kept");',
    "}",
    '__name(at, "at");',
    'const Provider = /* @__PURE__ */ __name((props) => props, "Provider");',
    "",
  ].join("\n");
  const kept = source.split("\n").filter((line) => !/^ *__name\((inner|at), "(inner|at)"\);$/.test(line));
  assert.equal(kept.length, source.split("\n").length - 2);
  assert.equal(withoutNaming(source), kept.join("\n"));
});

Deno.test("plain functions: Radix still publishes such calls, else this has no use any more", async () => {
  const path = "../../node_modules/@radix-ui/react-tooltip/dist/index.mjs";
  const source = await Deno.readTextFile(new URL(path, import.meta.url));
  assert.ok(withoutNaming(source).length < source.length);
});
