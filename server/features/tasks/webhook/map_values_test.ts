import assert from "node:assert/strict";
import { AppError } from "../../../contract/app_error.ts";
import type { Parameter } from "../../../contract/parameters.ts";
import { mapValues, valueAt } from "./map_values.ts";

// The document and the pointers of RFC 6901, section 5.
const document = {
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

Deno.test("webhook values: pointers point at what RFC 6901 says", () => {
  const expected: [string, unknown][] = [
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ];
  for (const [pointer, value] of expected) assert.deepEqual(valueAt(document, pointer), value, pointer);
});

Deno.test("webhook values: nothing is found where there is nothing, also in what every object has", () => {
  const pointers = [
    "/none",
    "/foo/2",
    "/foo/-",
    "/foo/00",
    "/foo/0/0",
    "/__proto__",
    "/constructor",
    "/foo/length",
  ];
  for (const pointer of pointers) assert.equal(valueAt(document, pointer), undefined, pointer);
  assert.equal(valueAt({ "~1": "x" }, "/~01"), "x");
});

const parameter = (name: string, type: Parameter["type"]) => ({ name, type }) as Parameter;
const parameters = [parameter("branch", "text"), parameter("count", "number"), parameter("full", "switch")];
const bytes = (text: string) => new TextEncoder().encode(text);
const map = (mapping: Record<string, string>, body: string, mediaType = "application/json") =>
  mapValues(mapping, parameters, { body: bytes(body), mediaType });

Deno.test("webhook values: texts, numbers and switches; null is no value, a number is a text for a text", () => {
  const mapping = { branch: "/ref", count: "/n", full: "/full" };
  assert.deepEqual(map(mapping, '{"ref":"main","n":3,"full":true}'), {
    branch: "main",
    count: 3,
    full: true,
  });
  assert.deepEqual(map(mapping, '{"ref":17}'), { branch: "17" });
  assert.deepEqual(map(mapping, '{"ref":null}'), { branch: null });
  assert.deepEqual(map({ branch: "" }, '"whole"'), { branch: "whole" });
  assert.deepEqual(map({}, "no JSON at all"), {});
});

Deno.test("webhook values: a form has its fields, or a document in its field payload", () => {
  const form = "application/x-www-form-urlencoded";
  assert.deepEqual(map({ branch: "/ref" }, "ref=a+b%26c", form), { branch: "a b&c" });
  assert.deepEqual(map({ branch: "/x/y" }, `payload=${encodeURIComponent('{"x":{"y":"z"}}')}`, form), {
    branch: "z",
  });
});

Deno.test("webhook values: rejects what no parameter can have, and names it", () => {
  for (const value of ["{}", "[]", '"\\u0000"', '"\\ud800"']) {
    assert.throws(() => map({ branch: "/ref" }, `{"ref":${value}}`), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.issues, [{ path: "parameters.branch", code: "invalid" }]);
      return true;
    });
  }
  for (const body of ["", "{", "nul", '{"ref":1}}']) {
    assert.throws(() => map({ branch: "/ref" }, body), { code: "delivery_not_json" });
  }
  const deep = "[".repeat(500_000) + "]".repeat(500_000);
  assert.throws(() => map({ branch: "/0" }, deep), AppError);
});
