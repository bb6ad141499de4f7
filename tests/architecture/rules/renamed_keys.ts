import { parse } from "@babel/parser";
import { isCode, type Rule } from "../rule.ts";

/** Keys that say too little about their value. Whoever renames one where it is read should rename the key itself. */
const vague: ReadonlySet<string> = new Set([
  "act",
  "acts",
  "answer",
  "check",
  "fault",
  "kept",
  "location",
  "look",
  "notified",
  "place",
  "places",
  "refused",
  "remark",
  "remarks",
  "said",
  "shown",
  "style",
  "told",
  "urlState",
  "visible",
]);

/** Returns what is wrong with a destructured key; null if it keeps its name, or may change it. */
export function renamedKey(key: string, local: string): string | null {
  return vague.has(key) && key !== local ? `renames ${key} to ${local}` : null;
}

const candidate = new RegExp(`\\b(?:${[...vague].join("|")}): *[A-Za-z_$]`);

export const renamedKeyRule: Rule = {
  says: "A key is named for what it is, so that a destructuring does not have to rename it",
  find(tree) {
    return [...tree].filter(([path, source]) => isCode(path) && candidate.test(source))
      .flatMap(([path, source]) => [...renamedKeys(path, source)].map((issue) => `${path}: ${issue}`));
  },
  broken: {
    "web/features/tasks/import.tsx": `const { check: style, take } = useImport();`,
    "web/ui/log_lines.tsx":
      `function Line({ location: pixels = 0 }: { location: number }) { return <p>{pixels}</p>; }`,
    "server/features/runs/routes.ts": `handle(async ({ query: { place: index } }) => index);`,
  },
  allowed: {
    "server/features/audit/store.ts":
      `const { act, object: name } = row; add({ act: action, location: row.at });`,
    "web/ui/tree.tsx": `type Props = { style: TreeStyle; check: (item: Item) => boolean };`,
  },
};

function* renamedKeys(path: string, source: string): Generator<string> {
  const { program } = parse(source, {
    sourceType: "module",
    plugins: path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
  });
  for (const node of nodesIn(program)) {
    if (node["type"] !== "ObjectPattern") continue;
    for (const { key, value } of node["properties"] as Node[]) {
      const local = value?.["type"] === "AssignmentPattern" ? value["left"] as Node : value;
      const issue = renamedKey(String(key?.["name"]), String(local?.["name"] ?? key?.["name"]));
      if (issue !== null) yield issue;
    }
  }
}

interface Node {
  [field: string]: unknown;
  key?: Node;
  value?: Node;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value) yield value as Node; // the parser's nodes, of which only these fields are read
  for (const child of Object.values(value)) yield* nodesIn(child);
}
