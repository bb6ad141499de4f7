import assert from "node:assert/strict";
import { DeliveryError } from "./channel_type.ts";
import { readRecipients } from "./recipients.ts";

const rows: [typed: string, recipients: string[]][] = [
  ["ann@example.org", ["ann@example.org"]],
  ["ann@example.org; bob@example.org , eve@example.org；", [
    "ann@example.org",
    "bob@example.org",
    "eve@example.org",
  ]],
  [`ops@mail.example; "Doe, J" <j@mail.example>`, ["ops@mail.example", `"Doe, J" <j@mail.example>`]],
  [`"Doe；J" <j@mail.example>，王芳 <fang@mail.example>`, [
    `"Doe；J" <j@mail.example>`,
    `"王芳" <fang@mail.example>`,
  ]],
  [`"The \\"boss\\"" <boss@mail.example>`, [`"The \\"boss\\"" <boss@mail.example>`]],
  ["Team: ann@example.org, bob@example.org;", ["ann@example.org", "bob@example.org"]],
  ["", []],
];

Deno.test("recipients: separates addresses, but not quoted names", async () => {
  for (const [typed, recipients] of rows) assert.deepEqual(await readRecipients(typed), recipients, typed);
});

Deno.test("recipients: rejects a name without an address", async () => {
  for (const typed of ["ops", "Ann <ann>", "ann@example.org; bob"]) {
    await assert.rejects(
      readRecipients(typed),
      (error) =>
        error instanceof DeliveryError && error.permanent &&
        error.response.startsWith("Not an email address: "),
      typed,
    );
  }
});
