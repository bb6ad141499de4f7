import assert from "node:assert/strict";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { findPasswordIssues } from "./password_card.tsx";

const { t } = newMessages("en", { texts });
const current = "correct horse battery";

Deno.test("password form: rejects with the specified texts", () => {
  assert.deepEqual(findPasswordIssues({ current, next: "admin", again: "Admin" }, t), {
    next: "The password may not be 'admin'",
    again: "The two passwords you entered do not match!",
  });
  assert.deepEqual(findPasswordIssues({ current: "", next: "seven77", again: "seven77" }, t), {
    current: "Please enter Current password",
    next: "New password must be at least 8 characters",
  });
});

Deno.test("password form: eight characters suffice, not UTF-16 units", () => {
  const next = "晷晷晷晷晷晷晷😀";
  assert.deepEqual(findPasswordIssues({ current, next, again: next }, t), {});
});
