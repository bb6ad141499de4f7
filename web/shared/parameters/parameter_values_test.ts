import assert from "node:assert/strict";
import type { Parameter, RunParameters } from "../../../server/contract/parameters.ts";
import {
  alignValues,
  type EarlierValues,
  givenValues,
  hasOwnValues,
  startValues,
} from "./parameter_values.ts";

const none = { required: false, default: null, pattern: null, min: null, max: null, choices: null };
const parameters: Parameter[] = [
  { ...none, name: "full", type: "switch" },
  { ...none, name: "target", type: "text", default: "disk" },
  { ...none, name: "token", type: "secret" },
];

function had(parameters: RunParameters): EarlierValues {
  return { parameters, unsetParameters: [] };
}

Deno.test("parameter values: a form starts with defaults, or with what an earlier run had", () => {
  assert.deepEqual(startValues(parameters, null), { full: false, target: "disk", token: null });
  const earlier = { full: true, target: "tape", token: null, gone: 1 };
  assert.deepEqual(startValues(parameters, had(earlier)), { full: true, target: "tape", token: null });
  assert.deepEqual(startValues(parameters, had({})), startValues(parameters, null));
  assert.deepEqual(startValues(parameters, had(null)), startValues(parameters, null));
});

Deno.test("parameter values: what an earlier run had no value for is empty, whatever the default", () => {
  const usual: Parameter[] = [...parameters, { ...none, name: "check", type: "switch", default: true }];
  const earlier = { parameters: { full: true }, unsetParameters: ["target", "check"] };
  assert.deepEqual(startValues(usual, earlier), { full: true, target: null, token: null, check: false });
});

Deno.test("parameter values: a run has its own, too, if it had none in place of each default", () => {
  assert.equal(hasOwnValues({ parameters: { full: true }, unsetParameters: [] }), true);
  assert.equal(hasOwnValues({ parameters: {}, unsetParameters: ["target"] }), true);
  assert.equal(hasOwnValues({ parameters: null, unsetParameters: ["target"] }), true);
  assert.equal(hasOwnValues(had({})), false);
  assert.equal(hasOwnValues(had(null)), false);
  assert.equal(hasOwnValues({}), false);
});

// Without a value of its own, the run would get none: what the form has left empty is sent as null.
Deno.test("parameter values: one that was added since an earlier run starts with its default", () => {
  const earlier = had({ token: null });
  const added: Parameter = { ...none, name: "check", type: "switch", default: true };
  const started = startValues([...parameters, added], earlier);
  assert.deepEqual(started, { full: false, target: "disk", token: null, check: true });
  assert.deepEqual(givenValues([...parameters, added], started), started);
});

Deno.test("parameter values: each declared parameter is sent, and nothing else", () => {
  assert.deepEqual(givenValues(parameters, { full: true, gone: 1 }), {
    full: true,
    target: null,
    token: null,
  });
});

Deno.test("parameter values: those of rules stay with their rules", () => {
  const values = [{ full: true }, { full: false }, { target: "c" }];
  assert.deepEqual(alignValues(["a", "b", "c"], ["a", "c"], values), [{ full: true }, { target: "c" }]);
  assert.deepEqual(alignValues(["a", "b", "c"], ["a", "b"], values), values.slice(0, 2));
  assert.deepEqual(alignValues(["a", "a"], ["a"], values.slice(0, 2)), [{ full: true }]);
  assert.deepEqual(alignValues(["a", "b", "c"], ["a", "x", "c"], values), values);
  assert.deepEqual(alignValues(["a"], ["a", ""], values.slice(0, 1)), [{ full: true }, {}]);
});
