import type { Rule } from "../rule.ts";

const exact = /^npm:\/?(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.]+)?(\/.*)?$/;

export const pinRule: Rule = {
  says: "Every package in deno.json comes from npm in one exact version",
  find(tree) {
    const { imports = {} } = JSON.parse(tree.get("deno.json") ?? "{}") as {
      imports?: Record<string, string>;
    };
    return Object.entries(imports).filter(([, target]) => !exact.test(target))
      .map(([name, target]) => `deno.json: ${name} is ${target}`);
  },
  broken: { "deno.json": `{ "imports": { "zod": "npm:zod@^4.6.7", "hono": "npm:hono@4.13.19" } }` },
};

export const versionRule: Rule = {
  says: "deno.json and server/platform/build_info.ts name the same version",
  find(tree) {
    const declared = (JSON.parse(tree.get("deno.json") ?? "{}") as { version?: string }).version;
    const built = /export const version = "([^"]+)"/.exec(tree.get("server/platform/build_info.ts") ?? "")
      ?.[1];
    return declared === built ? [] : [`deno.json: is version ${declared}, build_info.ts says ${built}`];
  },
  broken: { "deno.json": `{ "version": "0.2.0" }` },
  allowed: { "server/platform/build_info.ts": `export const version = "0.1.0";` },
};
