import assert from "node:assert/strict";
import type { IssueCode } from "../../../server/contract/issue_codes.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { fieldMessage, numberMessage } from "./field_message.ts";

const { t } = newMessages("en", { texts: en });
const field = { label: "Size", min: 1, max: 9 };

function message(code: IssueCode, params: Record<string, string | number> = {}): string {
  return fieldMessage({ path: "size", code, message: `server: ${code}`, params }, field, t);
}

Deno.test("field messages: a missing value, a length and a range name the field", () => {
  assert.equal(message("required"), "Please enter Size");
  assert.equal(message("too_short", { min: 8 }), "Size must be at least 8 characters");
  assert.equal(message("too_long", { max: 80 }), "Size cannot be longer than 80 characters");
  assert.equal(message("too_small", { min: 1 }), "Size must be between 1 and 9");
  assert.equal(message("too_big", { max: 9 }), "Size must be between 1 and 9");
});

Deno.test("field messages: each type and pattern has a name", () => {
  const types = {
    string: "text",
    number: "number",
    int: "integer",
    boolean: "yes or no value",
    array: "list",
    date: "date",
    object: "value",
  };
  for (const [expected, type] of Object.entries(types)) {
    assert.equal(message("invalid_type", { expected }), `Size is not a valid ${type}`);
  }
  assert.equal(message("incorrect_pattern"), "Size is not a valid regular expression");
  assert.equal(message("unknown_time_zone"), "Size is not a valid time zone");
  assert.equal(message("invalid"), "Size is not a valid value");
});

Deno.test("field messages: any other issue has the words of the server", () => {
  assert.equal(message("name_taken"), "server: name_taken");
});

Deno.test("field messages: a number must be there and within its limits", () => {
  assert.equal(numberMessage(null, field, t), "Please enter Size");
  assert.equal(numberMessage(0, field, t), "Size must be between 1 and 9");
  assert.equal(
    numberMessage(10, { ...field, text: (value) => `${value} B` }, t),
    "Size must be between 1 B and 9 B",
  );
  assert.equal(numberMessage(9, field, t), undefined);
});
