import { isCode, type Rule } from "../rule.ts";

/** A wait for a text, whose argument may call functions. */
const wait = /getByText\((?:[^()]|\([^()]*\))*\)\s*\.waitFor\(\)/g;

export const waitedTextRule: Rule = {
  says:
    "A story waits for the first element with a text: what the page loads later, such as a history, may repeat it",
  find(tree) {
    return [...tree].filter(([path]) => isCode(path) && isStory(path)).flatMap(([path, source]) =>
      [...source.matchAll(wait)].map(([code]) => `${path}: ${code}`)
    );
  },
  broken: {
    "tests/e2e/tasks_test.ts": `await page.getByText(format("ui.required", { label })).waitFor();`,
    "tests/support/log.ts": `await page.getByText("in.csv", { exact: true })\n  .waitFor();`,
  },
  allowed: {
    "tests/e2e/triggers_test.ts": `await page.getByText("in.csv").first().waitFor();`,
    "tests/e2e/variables_test.ts": `await page.getByText(SECRET).waitFor({ state: "detached" });`,
  },
};

function isStory(path: string): boolean {
  return path.startsWith("tests/") && !path.startsWith("tests/architecture/");
}
