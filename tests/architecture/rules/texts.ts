import { isCode, isTest, type Rule, type Tree } from "../rule.ts";

// Written in parts, because otherwise this file would break its own rules.
const unfinished = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`);
const outside = new RegExp(["registry\\.[a-z]", "npm" + "mirror"].join("|"), "i");
const otherPanel = new RegExp("qing" + "long", "i");
/** Where people and programs that come from another panel need its name. */
const forNewcomers =
  /^(docs|tests)\/|^(README|CHANGELOG)|(^|[/_])imports?[/_.]|old_paths|^server\/features\/openapi\/|^web\/messages\//;
const chinese = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;
const messagePaths =
  /(^|\/)messages\/|(\/|_)(messages|terms|chinese)\.ts$|^server\/cli\/|^server\/platform\/config(_options|_values)?\.ts$|\/notifications\/channels\//;

// A name, so it is not translated.
const productName = "日晷";

export const unfinishedRule: Rule = {
  says: "Open work is tracked in an issue, not in the code",
  find: (tree) => findLines([...tree], unfinished, "marks something unfinished"),
  broken: { "server/app.ts": `// ${"TO" + "DO"}: later`, "README.md": `${"FIX" + "ME"} this` },
  allowed: { "server/engine/todos.ts": "const todo = 1;" },
};

export const chineseRule: Rule = {
  says: "Chinese text is in message files, in server/cli, in channels and in the table of settings",
  find(tree) {
    const checked = [...tree].filter(([path]) => isCode(path) && !isTest(path) && !messagePaths.test(path));
    const named = checked.map(([path, text]): [string, string] => [path, text.replaceAll(productName, "")]);
    return findLines(named, chinese, "has Chinese text outside the messages");
  },
  broken: {
    "web/features/tasks/list.tsx": `<b>任务</b>`,
    "server/http/errors.ts": `const title = "日晷错误";`,
  },
  allowed: {
    "web/messages/zh/tasks.ts": `"任务"`,
    "server/engine/run_messages.ts": `"面板"`,
    "server/app.ts": `"日晷"`,
    "tests/api/tasks_test.ts": `"日志"`,
  },
};

export const outsideRule: Rule = {
  says:
    "The project names no host of a registry, and another panel only where those who come from it read it",
  find(tree) {
    const files = [...tree].filter(([path]) => path !== "tests/architecture/rules/texts.ts");
    return [
      ...findLines(files, outside, "names it"),
      ...findLines(files.filter(([path]) => !forNewcomers.test(path)), otherPanel, "names it"),
    ];
  },
  broken: {
    "deno.lock": `"tarball": "https://registry.example.org/zod.tgz"`,
    "server/README.md": `as in ${"qing" + "long"}`,
    "server/features/tasks/service.ts": `// like ${"qing" + "long"}`,
  },
  allowed: {
    "docs/en/moving.md": `from ${"qing" + "long"}`,
    "server/features/imports/sources/backup.ts": `"${"qing" + "long"}"`,
    "server/contract/imports.ts": `"${"qing" + "long"}"`,
  },
};

function findLines(files: [string, string][] | Tree, wrong: RegExp, what: string): string[] {
  return [...files].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, index) =>
      wrong.test(line) ? [`${path}:${index + 1}: ${what}: ${line.trim().slice(0, 80)}`] : []
    )
  );
}
