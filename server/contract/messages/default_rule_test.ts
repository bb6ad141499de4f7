import assert from "node:assert/strict";
import { defaultRuleName, localRuleName } from "./default_rule.ts";

Deno.test("default rule: is named in the reader's language until it is renamed", () => {
  assert.equal(localRuleName(defaultRuleName("zh"), "en"), defaultRuleName("en"));
  assert.equal(localRuleName(defaultRuleName("en"), "zh"), defaultRuleName("zh"));
  assert.notEqual(defaultRuleName("en"), defaultRuleName("zh"));
  assert.equal(localRuleName("At night", "zh"), "At night");
});
