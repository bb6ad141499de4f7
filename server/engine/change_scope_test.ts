import assert from "node:assert/strict";
import { ChangeScope, currentAuthor, noteChanges } from "./change_scope.ts";

const mira = { kind: "person", id: 1, name: "mira" } as const;
const robot = { kind: "application", id: 2, name: "Robot" } as const;
const change = { kind: "settings", name: null, field: "title", from: "a", to: "b" } as const;

Deno.test("change scope: concurrent work has its own author, and the panel is the author otherwise", async () => {
  const seen: string[] = [];
  const work = async () => {
    await Promise.resolve();
    seen.push(currentAuthor().kind);
    await new ChangeScope(robot).run(async () => {
      await Promise.resolve();
      seen.push(currentAuthor().kind);
    });
    seen.push(currentAuthor().kind);
  };
  const [one, other] = [new ChangeScope(mira), new ChangeScope({ ...mira, kind: "operator" })];
  await one.run(work);
  await other.run(work);
  await work();
  assert.deepEqual(seen, [
    ...["person", "application", "person"],
    ...["operator", "application", "operator"],
    ...["panel", "application", "panel"],
  ]);
});

Deno.test("change scope: collects a limited number of changes and notes that there are more", () => {
  const scope = new ChangeScope(mira);
  noteChanges([change]);
  scope.run(() => noteChanges([change]));
  assert.deepEqual([scope.changes.length, scope.hasMore], [1, false]);
  scope.run(() => noteChanges(Array.from({ length: 500 }, () => change)));
  assert.deepEqual([scope.changes.length, scope.hasMore], [200, true]);
});
