import assert from "node:assert/strict";
import { ProofGate } from "./proof_gate.ts";

Deno.test("proof gate: all who ask while it is open get one question and one answer", async () => {
  const gate = new ProofGate();
  let changes = 0;
  gate.onChange(() => changes++);
  const asked = [gate.ask(), gate.ask()];
  assert.deepEqual([gate.isOpen(), changes], [true, 1]);
  gate.settle(true);
  assert.deepEqual(await Promise.all(asked), [true, true]);
  assert.deepEqual([gate.isOpen(), changes], [false, 2]);
  const later = gate.ask();
  gate.settle(false);
  assert.equal(await later, false);
});

Deno.test("proof gate: it is settled while nobody is asked, and again after any answer", async () => {
  const gate = new ProofGate();
  await gate.settled();
  const heard: string[] = [];
  const answered = gate.ask().then((shown) => heard.push(`answer ${shown}`));
  const settled = gate.settled().then(() => heard.push("settled"));
  await Promise.resolve();
  assert.deepEqual(heard, []);
  gate.settle(false);
  await Promise.all([answered, settled]);
  assert.deepEqual(heard, ["answer false", "settled"]);
});
