import { posix } from "node:path";
import { isCode, isTest, type Rule } from "../rule.ts";

/** Words with a private meaning, and the common term to use instead. Parts of API and database names are not declared names. */
const replaced: Readonly<Record<string, string>> = {
  wish: "request or options",
  answer: "response or result",
  fault: "error or issue",
  tell: "notify, report or format",
  told: "notified or reported",
  teller: "notifier",
  look: "poll, check or style",
  acts: "actions",
  acted: "changed",
  kept: "stored or retained",
  shown: "visible",
  house: "architecture",
  door: "endpoint",
  lane: "queue",
  shelf: "store",
  courier: "sender",
  happening: "event",
  entrance: "login flow",
  arrival: "login method",
  furnish: "configure",
  mended: "repaired",
  farewell: "shutdown notice",
  nature: "attributes",
  refused: "rejected, or a class that ends in Error",
  facts: "details",
  chore: "job",
  trail: "audit log",
  fact: "detail",
  reply: "response",
  begun: "started",
  beneath: "background",
  sought: "query",
};

const declaration = /\b(?:function\*?|class|interface|type|enum|const|let)\s+([A-Za-z_$][\w$]*)/g;

export const vocabularyRule: Rule = {
  says: "Names use the common terms of the field",
  find(tree) {
    return [...tree].filter(([path]) => isCode(path) && !/^server\/migrations\/|\/vocabulary\.ts$/.test(path))
      .flatMap((
        [path, source],
      ) => {
        const file = posix.basename(path).replace(/(_test)?\.tsx?$/, "");
        const names = [...source.matchAll(declaration)].map(([, name]) => name!);
        return [file, ...names].flatMap((name) =>
          wordsOf(name).filter((word) => Object.hasOwn(replaced, word)).map((word) =>
            `${path}: in ${name}, write ${replaced[word]} instead of ${word}`
          )
        );
      });
  },
  broken: {
    "server/engine/courier.ts": "",
    "server/engine/queue.ts": `function isLaneFull() {}`,
    "web/features/tasks/list.tsx": `export interface BatchAnswer {}`,
    "tests/support/scene.ts": `const LOOK_EVERY_MS = 5;`,
  },
  allowed: {
    "server/engine/planner.ts": `const planet = outlook.answer; // an answer`,
    "web/ui/table.tsx": `const { fault: error } = props; const facade = 1;`,
  },
};

/** Literary phrases, and the plain ones to use in the name of a test, of a step or of a row in its table. */
const plainer: Readonly<Record<string, string>> = {
  "told|tells?": "notified, reports or returns",
  "faults?": "error or issue",
  "refused": "rejected",
  "answered|answers": "returns or responds",
  "as (?:it|they) stands?": "unchanged or plain",
  "(?:goes|go) on": "continues, or is still running",
  "that (?:is|are) none": "invalid or unknown",
  "says? so": "reports",
  "whoever": "the client or the user",
  "heals?": "recovers",
};

/** In a call, first in a row of a table, or as the key of a function in a record of steps. */
const testName =
  /(?:\b(?:Deno\.test|test\w*Story|step|run|action)\(\s*(?:t,\s*)?|^\s*\[|^ +(?="[^"]* [^"]*": (?:\w+,|\()))(["`])((?:(?!\1)[^\\])*)\1/gm;

export const testNameRule: Rule = {
  says: "Tests and their steps are named in plain English: subject, verb, object",
  find(tree) {
    const tests = [...tree].filter(([path]) =>
      isCode(path) && isTest(path) && !path.endsWith("/vocabulary.ts")
    );
    return tests.flatMap(([path, source]) =>
      [...source.matchAll(testName)].flatMap(([, , name]) =>
        plainWordsFor(name!).map((plain) => `${path}: in "${name}", write ${plain}`)
      )
    );
  },
  broken: {
    "server/engine/queue_test.ts": `Deno.test("queue: whoever waits is informed", () => {});`,
    "tests/api/tasks_test.ts": "Deno.test(\n  `tasks: of two edits of ${field} each is told`, () => {});",
    "tests/e2e/settings_test.ts": `await step(t, "a fault appears at its field", check);`,
    "web/ui/table_test.ts": `const rows = [\n  ["a field that is none", {}],\n];`,
    "tests/e2e/logs_test.ts": `testStory("logs: whoever reads one", read);`,
    "tests/e2e/views_test.ts": `runSteps(t, story, {\n  "a view is refused": reject,\n});`,
  },
  allowed: {
    "server/engine/queue.ts": `run("goes on");`,
    "server/engine/planner_test.ts": `Deno.test("planner: default times", () => write("goes on"));`,
    "tests/api/runs_test.ts": "Deno.test(`runs: a run in ${faults} continues`, () => {});",
  },
};

function wordsOf(name: string): string[] {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase().split(/[_$]+/);
}

function plainWordsFor(name: string): string[] {
  const text = name.replace(/\$\{[^}]*\}/g, "");
  return Object.entries(plainer).filter(([phrase]) => new RegExp(`\\b(?:${phrase})\\b`).test(text))
    .map(([, plain]) => plain);
}
