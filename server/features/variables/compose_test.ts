import assert from "node:assert/strict";
import { composeVariables } from "./compose.ts";

const open = (name: string, value: string | null) => ({ name, value, secret: false });
const secret = (name: string, value: string | null) => ({ name, value, secret: true });

Deno.test("compose: values with the same name are joined in order, others stay separate", () => {
  const parts = [open("A", "1"), open("B", "x"), open("A", ""), open("A", "3&4"), open("__proto__", "p")];
  const { values, secrets, unreadable } = composeVariables(parts, new Map());
  assert.deepEqual(Object.entries(values), [["A", "1&&3&4"], ["B", "x"], ["__proto__", "p"]]);
  assert.deepEqual([secrets, unreadable], [[], []]);
});

Deno.test("compose: if the last one counts, only that one is used, also as a secret", () => {
  const parts = [secret("A", "first secret"), open("A", "second")];
  const { values, secrets } = composeVariables(parts, new Map([["A", "last"]]));
  assert.deepEqual([{ ...values }, secrets], [{ A: "second" }, []]);
});

Deno.test("compose: reports each secret part, and the whole if a part is too short", () => {
  const whole = composeVariables(
    [secret("A", "long enough"), open("A", "seen"), secret("B", "密码密码")],
    new Map(),
  );
  assert.deepEqual(whole.secrets, ["long enough", "密码密码"]);
  const short = composeVariables(
    [secret("A", "abc"), secret("A", "long enough"), secret("B", "🔑🔑🔑")],
    new Map(),
  );
  assert.deepEqual(short.secrets, ["long enough", "abc&long enough"]);
});

Deno.test("compose: names what cannot be decrypted and keeps the other values of its name", () => {
  const parts = [secret("A", null), open("A", "kept"), secret("B", null)];
  const { values, unreadable } = composeVariables(parts, new Map());
  assert.deepEqual([{ ...values }, unreadable], [{ A: "kept" }, ["A", "B"]]);
  assert.deepEqual(
    composeVariables([open("C", "x"), secret("C", null)], new Map([["C", "last"]])).values,
    {},
  );
});
