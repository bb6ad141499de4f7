import { isCode, isTest, type Rule } from "../rule.ts";

const MAX_LINES = 400;

export const sizeRule: Rule = {
  says: `A file of the server or the page has at most ${MAX_LINES} lines; 80 to 200 are good`,
  find(tree) {
    return [...tree].filter(([path]) => /^(server|web)\//.test(path) && isCode(path) && !isTest(path))
      .map(([path, text]) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ path, lines }) => `${path}: has ${lines} lines`);
  },
  broken: { "server/engine/everything.ts": "const a = 1;\n".repeat(MAX_LINES + 1) },
  allowed: { "server/engine/planner.ts": "const a = 1;\n".repeat(MAX_LINES) },
};
