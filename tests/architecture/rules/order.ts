import { isCode, isTest, type Rule } from "../rule.ts";

/** The last column of an order, and what was grouped right before it. */
const last = /(?:\.groupBy\(\s*"([\w.]+)"\s*\)\s*)?\.orderBy\(\s*"([\w.]+)"[^()]*\)(?!\s*\.orderBy\()/g;

/** Columns besides `id` that are unique in every table that has them, or in what their query selects. */
const unique: Readonly<Record<string, string>> = {
  name: "of nodes and folders",
  path: "once for each area",
  run_id: "of previews",
  last_run_id: "of one task",
  start: "of the parts of a log",
  due_at: "of the runs of a task",
};
/** Queries of which only the first value counts, or that are sorted further where they are used. */
const others: Readonly<Record<string, string>> = {
  "server/features/runs/retention.ts": "task_id",
  "server/features/tasks/list_tasks.ts": "pinned",
};

export const orderRule: Rule = {
  says:
    "What is sorted ends with a unique column, so that pages of a list neither repeat rows nor leave them out",
  find(tree) {
    return [...tree].filter(([path]) => path.startsWith("server/") && isCode(path) && !isTest(path)).flatMap(
      ([path, source]) =>
        lastColumns(source).filter((column) =>
          column !== "id" && !Object.hasOwn(unique, column) && others[path] !== column
        ).map((column) => `${path}: ends its order with ${column}`),
    );
  },
  broken: {
    "server/features/tasks/store.ts":
      `db.selectFrom("task").selectAll().orderBy("id").orderBy("task.position")`,
    "server/features/runs/store.ts": `query.orderBy("queued_at", "desc").limit(1)`,
  },
  allowed: {
    "server/features/tasks/routes.ts": `query.orderBy("position")\n  .orderBy("task.id", "desc").limit(1)`,
    "server/features/views/store.ts": `query.groupBy("one.label").orderBy("one.label")`,
    "server/features/runs/routes.ts": `query.orderBy(columns[field]).orderBy("id")`,
  },
};

/** Returns the last column of each order. Groups that are sorted by what they are made of are unique. */
function lastColumns(source: string): string[] {
  return [...source.matchAll(last)].flatMap(([, group, column = ""]) =>
    column === group ? [] : [column.replace(/^.*\./, "")]
  );
}
