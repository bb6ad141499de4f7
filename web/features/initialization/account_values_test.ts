import assert from "node:assert/strict";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { accountBody, type AccountValues, findAccountIssues } from "./account_values.ts";

const { t } = newMessages("en", { texts });
const good: AccountValues = {
  username: " admin ",
  password: "long enough",
  passwordAgain: "long enough",
  timeZone: "UTC",
  code: "",
};

Deno.test("first account: different passwords are told in the agreed words", () => {
  const errors = findAccountIssues({ ...good, passwordAgain: "other" }, false, t);
  assert.deepEqual(errors, { passwordAgain: "The two passwords you entered do not match!" });
});

Deno.test("first account: what is missing is asked for, the code only where it is needed", () => {
  const empty = { username: " ", password: "", passwordAgain: "", timeZone: "UTC", code: "" };
  assert.deepEqual(findAccountIssues(empty, true, t), {
    username: "Please enter User name",
    password: "Please enter Password",
    code: "Please enter Set-up code",
  });
  assert.deepEqual(findAccountIssues(good, false, t), {});
});

Deno.test("first account: an empty code is left out of what is sent", () => {
  assert.deepEqual(accountBody(good, "zh"), {
    username: "admin",
    password: "long enough",
    language: "zh",
    timeZone: "UTC",
  });
});

Deno.test("first account: 'admin' is refused with the specification's words, before its length", () => {
  for (const password of ["admin", " Admin"]) {
    const errors = findAccountIssues({ ...good, password, passwordAgain: password }, false, t);
    assert.deepEqual(errors, { password: "The password may not be 'admin'" });
  }
  const short = findAccountIssues({ ...good, password: "seven77", passwordAgain: "seven77" }, false, t);
  assert.deepEqual(short, { password: "Password must be at least 8 characters" });
});

Deno.test("first account: characters are counted as people count them", () => {
  const password = "晷晷晷晷晷晷😀";
  const errors = findAccountIssues({ ...good, password, passwordAgain: password }, false, t);
  assert.deepEqual(errors, { password: "Password must be at least 8 characters" });
});
