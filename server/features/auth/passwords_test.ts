import assert from "node:assert/strict";
import { Passwords } from "./passwords.ts";

const cheap = { N: 16, r: 1, p: 1 };

Deno.test("passwords: the right one is known again, any other is not", async () => {
  const passwords = new Passwords(cheap);
  const hash = await passwords.hash("correct horse");
  assert.match(hash, /^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.equal(await passwords.verify("correct horse", hash), true);
  for (const wrong of ["", "correct hors", "Correct horse", "correct horse "]) {
    assert.equal(await passwords.verify(wrong, hash), false, wrong);
  }
});

Deno.test("passwords: the same one hashes differently each time, and without a hash nothing is right", async () => {
  const passwords = new Passwords(cheap);
  assert.notEqual(await passwords.hash("same"), await passwords.hash("same"));
  assert.equal(await passwords.verify("same", undefined), false);
});

Deno.test("passwords: a hash keeps the cost it was made with", async () => {
  const hash = await new Passwords({ N: 32, r: 2, p: 1 }).hash("secret");
  assert.equal(await new Passwords(cheap).verify("secret", hash), true);
});

Deno.test("passwords: two ways to type one sign are one password", async () => {
  const passwords = new Passwords(cheap);
  assert.equal(await passwords.verify("cafe\u0301", await passwords.hash("caf\u00e9")), true);
});

Deno.test("passwords: the cost of the product is what its memory limit allows", async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash("secret");
  assert.match(hash, /^scrypt\$32768\$8\$1\$/);
  assert.equal(await passwords.verify("secret", hash), true);
});

Deno.test("passwords: what is no hash of ours throws instead of letting anybody in", async () => {
  for (const hash of ["", "secret", "bcrypt$1$2$3$4$5", "scrypt$16$1$1$$"]) {
    await assert.rejects(new Passwords(cheap).verify("secret", hash), hash);
  }
});
