import assert from "node:assert/strict";
import { fieldKinds } from "../../../server/contract/cron/fields.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { fieldProblem } from "./out_of_range.ts";

const { t } = newMessages("en", { texts: en });

Deno.test("cron field: names the field, the number and the allowed range", () => {
  assert.equal(fieldProblem("minute", "61", t), "minute 61 is not within 0 to 59");
  assert.equal(fieldProblem("hour", "25", t), "hour 25 is not within 0 to 23");
  assert.equal(fieldProblem("hour", "1-25", t), "hour 25 is not within 0 to 23");
  assert.equal(fieldProblem("day", "0", t), "day 0 is not within 1 to 31");
  const chinese = newMessages("zh", { texts: zh }).t;
  assert.equal(fieldProblem("minute", "61", chinese), "分钟 61 不在 0 到 59 之间");
});

Deno.test("cron field: names a part that is not a number out of range, and nothing without a field", () => {
  assert.equal(fieldProblem("month", "foo", t), "month “foo” is not valid");
  assert.equal(fieldProblem("minute", "*/90", t), "minute “*/90” is not valid");
  assert.equal(fieldProblem("expression", "* *", t), "");
});

Deno.test("cron field: the ranges are those of the parser", () => {
  for (const { name, min, max } of fieldKinds) {
    assert.match(fieldProblem(name, String(max + 1), t), new RegExp(` ${max + 1} .* ${min} to ${max}$`));
  }
});
