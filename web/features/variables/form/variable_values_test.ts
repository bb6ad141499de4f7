import assert from "node:assert/strict";
import {
  byteLength,
  emptyValues,
  inputsOf,
  patchOf,
  readAssignment,
  readsLikeSecret,
  splitValue,
  type VariableValues,
} from "./variable_values.ts";

const values: VariableValues = { ...emptyValues, name: " A ", value: "1&2", labels: ["x"] };

Deno.test("variable values: one variable, or one per part of a split value", () => {
  assert.deepEqual(inputsOf(values).map(({ name, value }) => [name, value]), [["A", "1&2"]]);
  assert.deepEqual(inputsOf({ ...values, split: true }).map(({ value }) => value), ["1", "2"]);
});

Deno.test("variable values: sends only changes, and never an unrevealed secret", () => {
  const start: VariableValues = { ...values, name: "A", value: null, secret: true };
  assert.deepEqual(patchOf(start, { ...start, name: "A " }), {});
  assert.deepEqual(patchOf(start, { ...start, value: "", labels: [] }), { value: "", labels: [] });
});

Deno.test("split: at each &, else by lines, without empty parts and duplicates", () => {
  assert.deepEqual(splitValue("a&b\nc& &a"), ["a", "b\nc"]);
  assert.deepEqual(splitValue(" a \r\nb\n\nb\rc"), ["a", "b", "c"]);
  for (const one of ["", "a", " a ", "a\n", "&a&", "\n"]) assert.deepEqual(splitValue(one), [one]);
});

Deno.test("assignment: a pasted line becomes name and value", () => {
  assert.deepEqual(readAssignment("A=1"), { name: "A", value: "1" });
  assert.deepEqual(readAssignment("  export A_1='x y';\n"), { name: "A_1", value: "x y" });
  assert.deepEqual(readAssignment('A="1\n2"'), { name: "A", value: "1\n2" });
  assert.deepEqual(readAssignment("A=b=c"), { name: "A", value: "b=c" });
  for (const text of ["A", "1A=2", "A B=c", "=x"]) assert.equal(readAssignment(text), null);
});

Deno.test("bytes: counts a text in UTF-8", () => assert.equal(byteLength("a密🔑"), 8));

Deno.test("variable form: names that read like those of secrets", () => {
  const names = ["BOT_TOKEN", "token", "DB_PASSWORD", "MYSQL_PWD", "API_KEY", "JD_COOKIE", " SECRETS "];
  assert.deepEqual(names.filter((name) => !readsLikeSecret(name)), []);
  assert.deepEqual(
    ["KEYBOARD", "TOKENIZER", "MONKEY", "PASSENGERS", "BASE_URL", ""].filter(readsLikeSecret),
    [],
  );
});
