import { isCode, isTest, type Rule } from "../rule.ts";

const MOST_LINES = 300;

export const sizeRule: Rule = {
  says: `A file of the server or the page has at most ${MOST_LINES} lines; aim for 80`,
  find(tree) {
    return [...tree].filter(([path]) => /^(server|web)\//.test(path) && isCode(path) && !isTest(path))
      .map(([path, text]) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ path, lines }) => `${path}: has ${lines} lines`);
  },
  broken: { "server/engine/everything.ts": "const a = 1;\n".repeat(MOST_LINES + 1) },
  kept: { "server/engine/planner.ts": "const a = 1;\n".repeat(MOST_LINES) },
};
