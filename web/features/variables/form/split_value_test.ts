import assert from "node:assert/strict";
import { byteLength, readAssignment, splitValue } from "./split_value.ts";

Deno.test("split: at each &, else by lines, empty parts and repetitions left out", () => {
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

Deno.test("bytes: of a text in UTF-8", () => assert.equal(byteLength("a密🔑"), 8));
