import { posix } from "node:path";
import { isCode, type Rule } from "../rule.ts";

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

function wordsOf(name: string): string[] {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase().split(/[_$]+/);
}
