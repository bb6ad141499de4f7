import assert from "node:assert/strict";
import { SecretSearch } from "./secret_search.ts";

Deno.test("secret search: finds a secret in texts and bytes, as it is and as it is escaped or encoded", () => {
  const search = new SecretSearch();
  const secret = 'lantern "in" the härbour';
  search.add("password", secret);
  search.add("other", "somewhere else");
  const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret)];
  for (const form of forms) assert.deepEqual(search.namesIn(`before ${form} after`), ["password"], form);
  assert.deepEqual(search.namesIn(new TextEncoder().encode(`\0${secret}`)), ["password"]);
  assert.deepEqual(search.namesIn("neither of them"), []);
});
