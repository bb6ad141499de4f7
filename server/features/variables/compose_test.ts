import assert from "node:assert/strict";
import { composeVariables } from "./compose.ts";

const open = (name: string, value: string | null) => ({ name, value, secret: false });
const secret = (name: string, value: string | null) => ({ name, value, secret: true });

Deno.test("compose: values of one name are joined in their order, others stay apart", () => {
  const parts = [open("A", "1"), open("B", "x"), open("A", ""), open("A", "3&4"), open("__proto__", "p")];
  const { values, secrets, unreadable } = composeVariables(parts, new Map());
  assert.deepEqual(Object.entries(values), [["A", "1&&3&4"], ["B", "x"], ["__proto__", "p"]]);
  assert.deepEqual([secrets, unreadable], [[], []]);
});

Deno.test("compose: where the last one counts, only that one does, also as a secret", () => {
  const parts = [secret("A", "first secret"), open("A", "second")];
  const { values, secrets } = composeVariables(parts, new Map([["A", "last"]]));
  assert.deepEqual([{ ...values }, secrets], [{ A: "second" }, []]);
});

Deno.test("compose: each secret part is told, and the whole where a part is too short to be told", () => {
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

Deno.test("compose: what cannot be opened is named, and the rest of its name stays", () => {
  const parts = [secret("A", null), open("A", "kept"), secret("B", null)];
  const { values, unreadable } = composeVariables(parts, new Map());
  assert.deepEqual([{ ...values }, unreadable], [{ A: "kept" }, ["A", "B"]]);
  assert.deepEqual(
    composeVariables([open("C", "x"), secret("C", null)], new Map([["C", "last"]])).values,
    {},
  );
});
