import assert from "node:assert/strict";
import { findCommonjsNames } from "./commonjs_imports.ts";

type Inputs = Parameters<typeof findCommonjsNames>[0]["inputs"];

const zip = "node_modules/zip/index.js";
const inputs: Inputs = {
  "server/pack.ts": {
    bytes: 1,
    imports: [
      { path: zip, kind: "dynamic-import", original: "zip" },
      { path: "node_modules/mail/index.js", kind: "dynamic-import", original: "mail" },
    ],
    format: "esm",
  },
  [zip]: { bytes: 1, imports: [], format: "cjs" },
  "node_modules/mail/index.js": { bytes: 1, imports: [], format: "esm" },
};

const problemsOf = (source: string): string[] => findCommonjsNames({ inputs }, () => source);

Deno.test("commonjs imports: names what works from the sources and not in the bundle", () => {
  for (
    const source of [
      `const { open } = await import("zip");`,
      `const { default: zip, open } = await import("zip");`,
      `const {\n  open,\n} = await import("zip");`,
      `const zip = await import("zip");`,
      `import("zip").then(({ open }) => open());`,
      `const { default: zip } = await import("zip");\nconst { open } = await import("zip");`,
    ]
  ) assert.match(problemsOf(source).join(), /^server\/pack\.ts: "zip" is a CommonJS package/, source);
});

Deno.test("commonjs imports: accepts default exports, imports for their effect, and packages of ES modules", () => {
  for (
    const source of [
      `  const { default: zip } = await import("zip");`,
      `const { default: { open, close } } = await import("zip");`,
      `await import("zip");`,
      `const { send } = await import("mail");`,
    ]
  ) assert.deepEqual(problemsOf(source), [], source);
});
