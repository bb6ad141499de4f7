import { isCode, isTest, type Rule } from "../rule.ts";

const PARSED = "server/contract/parsed.ts";
/** A value of a request in the signature of a public method: on its line, or on a line of its own below. */
const inSignature = /^ {2}(?:async )?\w+\(.*:\s*(?:readonly )?(\w+(?:Input|Patch|Body))\b.*\{$/;
const signatureOpens = /^ {2}(?:async )?\w+\($/;
const inParameter = /^ {4}\S.*:\s*(?:readonly )?(\w+(?:Input|Patch|Body))\b/;

export const parsedValuesRule: Rule = {
  says: "Services take values of requests as Parsed<…>, which only the functions of contract/parsed.ts make",
  find(tree) {
    return [...tree].filter(([path]) => path.startsWith("server/") && isCode(path) && !isTest(path)).flatMap(
      ([path, source]) => {
        const made = path !== PARSED && /\bas (?:unknown as )?(?:readonly )?Parsed</.test(source)
          ? [`${path}: casts to Parsed`]
          : [];
        const isService = /^server\/features\/.*service\.ts$/.test(path);
        return [...made, ...(isService ? unparsed(source).map((name) => `${path}: takes ${name}`) : [])];
      },
    );
  },
  broken: {
    "server/features/tasks/service.ts":
      'import { type TaskInput } from "../../contract/tasks.ts";\n  async create(input: TaskInput): Promise<Task> {',
    "server/features/views/service.ts":
      'import type { ViewPatch } from "../../contract/views.ts";\n  update(\n    id: number,\n    patch: ViewPatch,\n  ): Promise<View> {',
    "server/features/views/routes.ts": "const patch = body as Parsed<ViewPatch>;",
  },
  allowed: {
    "server/features/rules/service.ts":
      "  async create(input: Parsed<RuleInput>): Promise<Rule> {\nfunction issuesOf(input: RuleInput) {}",
  },
};

function unparsed(source: string): string[] {
  const imports = source.match(/^import [^;]*contract\/[^;]*;/gm)?.join("\n") ?? "";
  const found: string[] = [];
  let isOpen = false;
  for (const line of source.split("\n")) {
    if (signatureOpens.test(line)) isOpen = true;
    else if (!line.startsWith("    ")) isOpen = false;
    const [, name] = (isOpen ? inParameter : inSignature).exec(line) ?? [];
    if (name && new RegExp(`\\b${name}\\b`).test(imports)) found.push(name);
  }
  return found;
}
