import assert from "node:assert/strict";
import { describeLostAfterRestore } from "./key_messages.ts";

Deno.test("key messages: a restore names lost secrets by kind, and how to log in without a second factor", () => {
  assert.deepEqual(describeLostAfterRestore(new Map(), "en"), []);
  const lost = new Map([["variable", ["A", "B"]], ["second_factor", ["mira o'neil"]]] as const);
  assert.deepEqual(describeLostAfterRestore(lost, "en").slice(1), [
    "  variables: A, B",
    "  two-factor authentication: mira o'neil",
    "Before these accounts can log in again: sundial reset-2fa --user 'mira o'\\''neil'",
  ]);
  assert.match(describeLostAfterRestore(lost, "zh")[1]!, /变量：A, B/);
});
