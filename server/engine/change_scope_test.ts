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

Deno.test("change scope: collects a limited number of changes and notes that there are more", async () => {
  const scope = new ChangeScope(mira);
  noteChanges([change]);
  await scope.run(() => noteChanges([change]));
  assert.deepEqual([scope.changes.length, scope.hasMore], [1, false]);
  await scope.run(() => noteChanges(Array.from({ length: 500 }, () => change)));
  assert.deepEqual([scope.changes.length, scope.hasMore], [200, true]);
});

Deno.test("change scope: what an action leaves to be done later is the panel's own work", async () => {
  const scope = new ChangeScope(mira);
  const { promise: later, resolve } = Promise.withResolvers<string>();
  await scope.run(() => {
    setTimeout(() => {
      noteChanges([change]);
      resolve(currentAuthor().kind);
    }, 20);
  });
  assert.deepEqual([await later, scope.changes], ["panel", []]);
});
