import assert from "node:assert/strict";
import { hideSecrets } from "./try_to_send.ts";

const secret = "k/e+y=4711!";
const rows: [what: string, text: string, hidden: string][] = [
  ["unchanged", `no ${secret} here`, "no *** here"],
  ["in a URL", `x?key=${encodeURIComponent(secret)}&y`, "x?key=***&y"],
  ["in base64", `Basic ${btoa(secret)}`, "Basic ***"],
  ["truncated at the end", `the key ${secret.slice(0, 7)}`, "the key ***"],
];
for (const [what, text, hidden] of rows) {
  Deno.test(`hide secrets: one ${what}`, () => assert.equal(hideSecrets(text, [secret, "abc"]), hidden));
}

Deno.test("hide secrets: ignores very short secrets", () => {
  assert.equal(hideSecrets("a cab", ["a", "abc"]), "a cab");
});
