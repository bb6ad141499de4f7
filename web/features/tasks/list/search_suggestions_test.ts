import assert from "node:assert/strict";
import { readSearch, taskSearchFields } from "../../../../server/contract/task_fields.ts";
import { suggest, type Suggestion } from "./search_suggestions.tsx";

const known = {
  labels: [{ label: "backup", tasks: 4 }, { label: "Nightly", tasks: 2 }, { label: "备份", tasks: 1 }],
  statuses: [{ status: "running", label: "Running" }, { status: "queued", label: "In queue" }] as const,
};

function labelsOf(suggestions: readonly Suggestion[]): string[] {
  return suggestions.map((suggestion) =>
    suggestion.kind === "field"
      ? `${suggestion.field}:`
      : suggestion.kind === "label"
      ? suggestion.label
      : suggestion.status
  );
}

const rows: [typed: string, suggested: string[]][] = [
  ["", taskSearchFields.map((field) => `${field}:`)],
  ["na", ["name:"]],
  ["N", ["running", "queued", "Nightly", "name:"]],
  ["label:", ["backup", "Nightly", "备份"]],
  ["LABEL: ni", ["Nightly"]],
  ["label:zzz", []],
  ["command:back", []],
  ["备", ["备份"]],
  ["queue", ["queued"]],
];

for (const [typed, suggested] of rows) {
  Deno.test(`search: for "${typed}" it suggests ${suggested.join(", ") || "nothing"}`, () => {
    assert.deepEqual(labelsOf(suggest(typed, known)), suggested);
  });
}

Deno.test("search: what it suggests for a field searches in that field, in upper or lower case", () => {
  for (const field of taskSearchFields) {
    for (const typed of [`${field}:x`, `${field.toUpperCase()}: x`]) {
      assert.deepEqual(readSearch(typed), { field, text: "x" });
    }
    assert.deepEqual(labelsOf(suggest(field, { labels: [], statuses: [] })), [`${field}:`]);
  }
});

Deno.test("search: suggests only some of very many labels", () => {
  const labels = Array.from({ length: 40 }, (_, at) => ({ label: `label ${at}`, tasks: 1 }));
  assert.equal(suggest("label:label", { ...known, labels }).length, 6);
});
