import assert from "node:assert/strict";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { ratePassword } from "../../shared/account/new_password.ts";
import { accountBody, type AccountValues, findAccountIssues } from "./account_step.tsx";

const { t } = newMessages("en", { texts });
const good: AccountValues = {
  username: " admin ",
  password: "long enough",
  passwordAgain: "long enough",
  timeZone: "UTC",
  code: "",
};

Deno.test("first account: different passwords use the specified text", () => {
  const errors = findAccountIssues({ ...good, passwordAgain: "other" }, false, t);
  assert.deepEqual(errors, { passwordAgain: "The two passwords you entered do not match!" });
});

Deno.test("first account: missing values are reported, the code only when it is required", () => {
  const empty = { username: " ", password: "", passwordAgain: "", timeZone: "UTC", code: "" };
  assert.deepEqual(findAccountIssues(empty, true, t), {
    username: "Please enter Username",
    password: "Please enter Password",
    passwordAgain: "Please enter Confirm password",
    code: "Please enter Setup code",
  });
  assert.deepEqual(findAccountIssues(good, false, t), {});
});

Deno.test("first account: an empty code is not sent", () => {
  assert.deepEqual(accountBody(good, "zh", false), {
    username: "admin",
    password: "long enough",
    language: "zh",
    followSystemLanguage: false,
    timeZone: "UTC",
  });
});

Deno.test("first account: 'admin' is rejected with the specified text, before its length", () => {
  for (const password of ["admin", " Admin"]) {
    const errors = findAccountIssues({ ...good, password, passwordAgain: password }, false, t);
    assert.deepEqual(errors, { password: "The password may not be 'admin'" });
  }
  const short = findAccountIssues({ ...good, password: "seven77", passwordAgain: "seven77" }, false, t);
  assert.deepEqual(short, { password: "Password must be at least 8 characters" });
});

Deno.test("first account: counts characters, not UTF-16 units", () => {
  const password = "晷晷晷晷晷晷😀";
  const errors = findAccountIssues({ ...good, password, passwordAgain: password }, false, t);
  assert.deepEqual(errors, { password: "Password must be at least 8 characters" });
});

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

Deno.test("password strength: a password that contains the user name is weak", () => {
  assert.deepEqual(ratePassword("correct Admin battery staple", "admin"), {
    strength: "weak",
    hint: "username",
  });
});
