import { knownVariables } from "../../../server/platform/known_variables.ts";
import { isCode, isTest, type Rule } from "../rule.ts";

const read = /\benv(?:\.get\(|\.has\(|\[|\.)\s*"?(SUNDIAL_\w+)/;
const named = /\bSUNDIAL_[A-Z]+(?:_[A-Z]+)*\b(?!_)/g;
/** Constants of a build, which are no variables of the environment. */
const constants = "server/platform/build_info.ts";
/** Samples of scripts, which read the variables of their run. */
const samples = /^server\/features\/files\/samples\/|^server\/features\/script_library\/files\//;

export const variableRule: Rule = {
  says:
    "Variables that begin with SUNDIAL_ are in the table of settings or in run_variables.ts, and only read by way of them",
  find(tree) {
    return [...tree].filter(([path]) =>
      path.startsWith("server/") && isCode(path) && !isTest(path) && path !== constants && !samples.test(path)
    ).flatMap(([path, source]) => [
      ...source.split("\n").flatMap((line) => read.exec(line)?.[1] ?? []).map((name) =>
        `${path}: reads ${name} itself`
      ),
      ...[...new Set(source.match(named))].filter((name) => !knownVariables.has(name))
        .map((name) => `${path}: names ${name}, which is in no table`),
    ]);
  },
  broken: {
    "server/cli/serve.ts": `const host = Deno.env.get("SUNDIAL_HOST");`,
    "server/cli/check.ts": `process.env["SUNDIAL_PORT"]`,
    "server/cli/task.ts": `process.env.SUNDIAL_RUN_ID`,
    "server/http/page.ts": `// set SUNDIAL_HOSTS to change it`,
  },
  allowed: {
    "server/cli/listen.ts": `const text = "set SUNDIAL_HOST to another address";`,
    "server/cli/check_test.ts": `Deno.env.get("SUNDIAL_HOST")`,
    "server/http/start.ts": "globalThis.__SUNDIAL__",
  },
};
