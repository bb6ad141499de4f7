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

const candidate = new RegExp(`\\b(?:${[...vague].join("|")}): *[A-Za-z_$]`);

export const renamedKeyRule: Rule = {
  says: "A key is named for what it is, so that a destructuring does not have to rename it",
  find(tree) {
    return [...tree].filter(([path, source]) => isCode(path) && candidate.test(source))
      .flatMap(([path, source]) => renamedKeys(path, source).map((issue) => `${path}: ${issue}`));
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

function renamedKeys(path: string, source: string): string[] {
  const issues: string[] = [];
  const collect: Deno.lint.Rule = {
    create: () => ({
      ObjectPattern({ properties }) {
        for (const property of properties) {
          if (property.type !== "Property" || property.key.type !== "Identifier") continue;
          const { key: { name: key }, value } = property;
          const local = value.type === "AssignmentPattern" ? value.left : value;
          if (local.type === "Identifier" && local.name !== key && vague.has(key)) {
            issues.push(`renames ${key} to ${local.name}`);
          }
        }
      },
    }),
  };
  Deno.lint.runPlugin({ name: "architecture", rules: { collect } }, path, source);
  return issues;
}
