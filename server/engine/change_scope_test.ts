import assert from "node:assert/strict";
import { ChangeScope, collectOnSuccess, currentAuthor, noteChanges, noteHistory } from "./change_scope.ts";

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

Deno.test("change scope: what an action changes is collected once it has succeeded", async () => {
  const scope = new ChangeScope(mira);
  const authors: string[] = [];
  const act = (count: number, error?: Error) => async () => {
    noteChanges(Array.from({ length: count }, () => change));
    noteHistory([{ id: count, task_id: 1, at: 1 }]);
    authors.push(currentAuthor().kind);
    await Promise.resolve();
    if (error) throw error;
    return count;
  };
  await scope.run(async () => {
    await assert.rejects(collectOnSuccess(act(2, new Error("rolled back"))), /rolled back/);
    assert.deepEqual([scope.changes.length, scope.history.length], [0, 0]);
    assert.equal(await collectOnSuccess(act(3)), 3);
    assert.deepEqual([scope.changes.length, scope.history.length, scope.hasMore], [3, 1, false]);
    await collectOnSuccess(act(201, new Error("rolled back"))).catch(() => {});
    assert.equal(scope.hasMore, false);
    await collectOnSuccess(act(201));
  });
  assert.deepEqual([scope.changes.length, scope.hasMore], [200, true]);
  assert.deepEqual(new Set(authors), new Set(["person"]));
  assert.equal(await collectOnSuccess(act(1)), 1, "without an author, nothing is collected");
  const full = new ChangeScope(mira);
  await full.run(() => collectOnSuccess(act(201)));
  assert.deepEqual([full.changes.length, full.hasMore], [200, true]);
});
