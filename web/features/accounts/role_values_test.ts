import assert from "node:assert/strict";
import { emptyInvite, inputOf, valuesOf } from "./role_values.ts";

Deno.test("role values: no labels stand for the whole panel, in both directions", () => {
  assert.deepEqual(valuesOf({ role: "editor", labels: null }), { role: "editor", labels: [] });
  assert.deepEqual(inputOf({ role: "editor", labels: [] }), { role: "editor", labels: null });
  assert.deepEqual(inputOf(valuesOf({ role: "viewer", labels: ["shop"] })), {
    role: "viewer",
    labels: ["shop"],
  });
});

Deno.test("role values: labels typed before administrator was selected are not sent", () => {
  assert.deepEqual(inputOf({ role: "administrator", labels: ["shop"] }), {
    role: "administrator",
    labels: null,
  });
});

Deno.test("role values: an invitation starts with the role that may do least", () => {
  assert.equal(emptyInvite.role, "viewer");
});
