import assert from "node:assert/strict";
import { emptyValues } from "./subscription_values.ts";
import { fillFromLine, withAddress } from "./fill.ts";

Deno.test("subscription form: a pasted line fills it and replaces typed values", () => {
  const typed = { ...emptyValues, name: "old", alias: "old", whitelist: "old", kind: "manual" as const };
  const line = 'ql repo https://example.com/o/r.git "a|b" "c" "d" "main" "js py"';
  const filled = fillFromLine(typed, line);
  assert.ok(filled);
  const { type, url, whitelist, blacklist, dependencyWords, branch, extensions } = filled;
  assert.deepEqual(
    [type, url, whitelist, blacklist, dependencyWords, branch, extensions],
    ["public_repository", "https://example.com/o/r.git", "a|b", "c", "d", "main", "js py"],
  );
  assert.deepEqual([filled.name, filled.alias, filled.kind], ["", "", "manual"]);
  assert.equal(fillFromLine(typed, "https://example.com/o/r.git"), null);
  const edited = fillFromLine(typed, line, { editing: true });
  assert.deepEqual([edited?.name, edited?.alias, edited?.whitelist], ["old", "old", "a|b"]);
});

Deno.test("subscription form: secrets of a pasted line go into their fields", () => {
  const filled = fillFromLine(emptyValues, "ql repo https://mira:token@example.com/o/r.git");
  assert.deepEqual(
    [filled?.type, filled?.url, filled?.pullMethod, filled?.username, filled?.password],
    [
      "private_repository",
      "https://example.com/o/r.git",
      "password",
      "mira",
      { kind: "replace", text: "token" },
    ],
  );
});

Deno.test("subscription form: the type follows from the address until the user selects another", () => {
  const type = (url: string, values = emptyValues) => withAddress(values, url).type;
  assert.equal(type("git@example.com:o/r.git"), "private_repository");
  assert.equal(type("https://example.com/o/r.git"), "public_repository");
  assert.equal(type("https://example.com/o/a.js?x=1"), "file");
  const chosen = {
    ...emptyValues,
    url: "https://example.com/o/r.git",
    type: "private_repository" as const,
  };
  assert.equal(type("https://example.com/o/r2.git", chosen), undefined);
});

Deno.test("subscription form: a password in an address moves to its field", () => {
  assert.deepEqual(withAddress(emptyValues, "https://mira:token@example.com/o/r.git"), {
    url: "https://example.com/o/r.git",
    type: "private_repository",
    pullMethod: "password",
    username: "mira",
    password: { kind: "replace", text: "token" },
  });
  assert.equal(withAddress(emptyValues, "https://mira@exa").url, "https://mira@exa");
});
