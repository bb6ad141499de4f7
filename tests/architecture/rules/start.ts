import { readImports, resolveImport } from "../read_imports.ts";
import { isCode, isTest, type Rule, type Tree } from "../rule.ts";

const START = "server/cli/serve.ts";

/** Packages for rare functions: loaded at startup, each would stay in memory. */
const atFirstUse = new Set([
  "@fastify/busboy",
  "@modelcontextprotocol/server",
  "@simplewebauthn/server",
  "@simplewebauthn/server/helpers",
  "bowser",
  "jpeg-js",
  "maxmind",
  "nodemailer",
  "openid-client",
  "otpauth",
  "pg",
  "pg-boss",
  "pngjs",
  "re2js",
  "tar-stream",
  "uqr",
  "yauzl",
]);

export const startRule: Rule = {
  says: "The panel starts without the packages of rare functions: they are loaded at first use",
  find(tree) {
    return [...loadedFrom(START, tree)].flatMap((path) =>
      loadedBy(tree.get(path) ?? "").filter((name) => atFirstUse.has(name))
        .map((name) => `${path}: loads ${name} at the start`)
    );
  },
  broken: { "server/features/backups/pack.ts": `import { pack } from "tar-stream";` },
  allowed: {
    [START]: `import { a } from "../features/backups/pack.ts"; import { send } from "../features/mail.ts";`,
    "server/features/mail.ts": `
      import type { Transporter } from "nodemailer";
      const { createTransport } = await import("nodemailer");
      const { draw } = await import("./draw_code.ts");
    `,
    "server/features/draw_code.ts": `import { encode } from "uqr";`,
  },
};

export const zodRule: Rule = {
  says: "zod is imported as a namespace: as one object it would add its fifty languages to the executable",
  find(tree) {
    return [...tree].filter(([path, source]) =>
      path.startsWith("server/") && isCode(path) && !isTest(path) && /import [^*]+ from "zod"/.test(source)
    ).map(([path]) => `${path}: write import * as z from "zod"`);
  },
  broken: {
    "server/contract/tasks.ts": `import { z } from "zod";`,
    "server/http/issues.ts": `import z from "zod";`,
  },
  allowed: {
    "server/contract/runs.ts": `import * as z from "zod";`,
    "server/http/faults.ts": `import type * as z from "zod";`,
  },
};

function loadedFrom(start: string, tree: Tree): Set<string> {
  const loaded = new Set([start]);
  // Files added during the loop are visited too.
  for (const path of loaded) {
    for (const specifier of loadedBy(tree.get(path) ?? "")) {
      const target = resolveImport(path, specifier);
      if (target !== null) loaded.add(target);
    }
  }
  return loaded;
}

function loadedBy(source: string): string[] {
  return readImports(source).filter(({ typeOnly, lazy }) => !typeOnly && !lazy).map(({ specifier }) =>
    specifier
  );
}
