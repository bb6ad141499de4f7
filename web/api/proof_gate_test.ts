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
