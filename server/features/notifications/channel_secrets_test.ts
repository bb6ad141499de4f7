import assert from "node:assert/strict";
import { secretParts } from "./channel_secrets.ts";

const rows: [string, string, string[]][] = [
  ["a key", "k3y-abcdef", ["k3y-abcdef"]],
  ["an address", "https://hooks.example.org/services/T01234567/B7?token=t0ken-9f", [
    ...["https://hooks.example.org/services/T01234567/B7?token=t0ken-9f", "T01234567", "t0ken-9f"],
  ]],
  ["a header", "Authorization: Bearer abcdef", ["Authorization: Bearer abcdef", "abcdef"]],
  ["a list", "corp01,5ecret-x,@all,1000002", [
    "corp01,5ecret-x,@all,1000002",
    "corp01",
    "5ecret-x",
    "1000002",
  ]],
  ["a line in a body", "a: b\nkey: b0dy-key", ["a: b\nkey: b0dy-key", "key: b0dy-key", "b0dy-key"]],
  ["JSON", '{"key":"j5on-key","text":"$title"}', ['{"key":"j5on-key","text":"$title"}', "j5on-key"]],
];

for (const [what, secret, parts] of rows) {
  Deno.test(`secret parts: finds those of ${what}`, () => assert.deepEqual(secretParts(secret), parts));
}
