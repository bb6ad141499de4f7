import assert from "node:assert/strict";
import { ratePassword } from "./password_strength.ts";

const ratings: [string, string][] = [
  ["aaaaaaaa", "weak"],
  ["sunshine", "weak"],
  ["sunshine42", "fair"],
  ["Sunshine-42", "good"],
  ["correct horse battery staple", "strong"],
];

for (const [password, strength] of ratings) {
  Deno.test(`password strength: ${password} is ${strength}`, () => {
    assert.equal(ratePassword(password, "admin").strength, strength);
  });
}

Deno.test("password strength: one that holds the user name is weak", () => {
  assert.deepEqual(ratePassword("correct Admin battery staple", "admin"), {
    strength: "weak",
    hint: "username",
  });
});
