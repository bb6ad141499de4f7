import assert from "node:assert/strict";
import { hideFromModuleGraph } from "./bundle_imports.ts";

Deno.test("bundle imports: files that are loaded later are named in no way that Deno reads at the start", () => {
  assert.equal(
    hideFromModuleGraph(`const{a}=await import("./mail-X.js");import("./b.js").then(c)`),
    `const{a}=await import(import.meta.resolve("./mail-X.js"));import(import.meta.resolve("./b.js")).then(c)`,
  );
});

Deno.test("bundle imports: other imports stay as they are", () => {
  const other = `import{a}from"./chunk.js";await import("node:tls");await import(address);reimport("./x.js")`;
  assert.equal(hideFromModuleGraph(other), other);
});
