import assert from "node:assert/strict";
import { LeaveGuards } from "./leave_guards.ts";

Deno.test("leave guards: without a guard, leaves at once", () => {
  const guards = new LeaveGuards();
  let gone = 0;
  guards.leave(() => gone++);
  assert.deepEqual([gone, guards.pending()], [1, null]);
});

Deno.test("leave guards: with a guard, asks and leaves on yes", () => {
  const guards = new LeaveGuards();
  guards.add();
  let gone = 0;
  guards.leave(() => gone++);
  assert.equal(gone, 0);
  guards.decide(true);
  assert.deepEqual([gone, guards.isHeld(), guards.pending()], [1, false, null]);
});

Deno.test("leave guards: on no, stays and keeps the guard", () => {
  const guards = new LeaveGuards();
  guards.add();
  guards.leave(() => assert.fail("went"));
  guards.decide(false);
  assert.deepEqual([guards.isHeld(), guards.pending()], [true, null]);
});

Deno.test("leave guards: closing an overlay keeps the guards of what is below it", () => {
  const guards = new LeaveGuards();
  guards.add();
  const removeOwn = guards.add();
  guards.askToClose(removeOwn);
  assert.notEqual(guards.pending(), null);
  guards.decide(true);
  assert.deepEqual([guards.isHeld(), guards.pending()], [true, null]);
});

Deno.test("leave guards: the layer that was added last is closed first", () => {
  const guards = new LeaveGuards();
  const closed: string[] = [];
  const add = (name: string) => {
    const remove = guards.addLayer(() => {
      closed.push(name);
      remove();
    });
  };
  add("below");
  add("above");
  guards.closeTop();
  guards.closeTop();
  assert.deepEqual([closed, guards.hasLayers()], [["above", "below"], false]);
});

Deno.test("leave guards: a removed guard no longer blocks", () => {
  const guards = new LeaveGuards();
  guards.add()();
  assert.equal(guards.isHeld(), false);
});

Deno.test("leave guards: a URL that keeps the changes needs no confirmation", () => {
  const guards = new LeaveGuards();
  const gone: string[] = [];
  guards.add((address) => address.startsWith("/here"));
  guards.leave(() => gone.push("here"), "/here?other");
  guards.leave(() => gone.push("there"), "/there");
  assert.deepEqual(gone, ["here"]);
  assert.ok(guards.isHeld(), "closing the tab is allowed");
  guards.decide(true);
  assert.deepEqual(gone, ["here", "there"]);
});

Deno.test("leave guards: report when one is removed, once", () => {
  const guards = new LeaveGuards();
  const held: boolean[] = [];
  const stop = guards.onChange(() => held.push(guards.isHeld()));
  const [first, second] = [guards.add(), guards.add()];
  first();
  first();
  second();
  assert.deepEqual(held, [true, false]);
  guards.add();
  guards.release();
  stop();
  guards.add()();
  assert.deepEqual(held, [true, false, false]);
});

Deno.test("leave guards: what was added last says what is lost", () => {
  const guards = new LeaveGuards();
  const asked = () => {
    guards.leave(() => {}, "/there");
    const { question } = guards.pending()!;
    guards.decide(false);
    return question?.title ?? null;
  };
  guards.add();
  assert.equal(asked(), null);
  const remove = guards.add(undefined, {
    title: "Close without the secret?",
    text: "It is not shown again.",
  });
  assert.equal(asked(), "Close without the secret?");
  guards.add((address) => address === "/there");
  assert.equal(asked(), "Close without the secret?", "it is in no way of this URL");
  remove();
  assert.equal(asked(), null);
  guards.add(undefined, { title: "Secret", text: "" });
  guards.askToClose(() => {});
  assert.equal(guards.pending()!.question, null, "it is another one that is closed");
});
