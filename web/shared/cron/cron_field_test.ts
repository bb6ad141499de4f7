import assert from "node:assert/strict";
import { ApiProblem } from "../../api/api_problem.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { exactMessage, markIssue, ruleIssue } from "./cron_field.tsx";

const problem = new ApiProblem({
  code: "validation_failed",
  status: 422,
  title: "",
  detail: "",
  issues: [{
    path: "schedules.1",
    code: "incorrect_cron",
    message: "Incorrect Cron Expression Format",
    params: { field: "hour", start: 2, end: 4 },
  }],
});

Deno.test("rule issue: reads it from the rule's own path", () => {
  assert.deepEqual(ruleIssue(problem, "schedules.1"), {
    message: "Incorrect Cron Expression Format",
    start: 2,
    end: 4,
    field: "hour",
  });
  assert.equal(ruleIssue(problem, "schedules.1", "in other words")?.message, "in other words");
  assert.equal(ruleIssue(problem, "schedules.0"), undefined);
  assert.equal(ruleIssue(new Error("x"), "schedules.1"), undefined);
});

Deno.test("rule issue: one message says that the rule is invalid and where", () => {
  const { t } = newMessages("en", { texts: en });
  const issue = { message: "Incorrect Cron Expression Format", start: 2, end: 4, field: "hour" };
  const exact = "Incorrect Cron Expression Format: hour 25 is not within 0 to 23";
  assert.equal(exactMessage(issue, "0 25 * * *", t), exact);
  assert.equal(exactMessage({ ...issue, field: "expression" }, "* *", t), issue.message);
  const chinese = newMessages("zh", { texts: zh }).t;
  assert.equal(
    exactMessage({ ...issue, message: "有误" }, "0 25 * * *", chinese),
    "有误：小时 25 不在 0 到 23 之间",
  );
});

Deno.test("rule issue: marks the invalid part, or everything when it has no length", () => {
  const error = { message: "", start: 2, end: 4 };
  assert.deepEqual(markIssue("0 25 * * *", error), { before: "0 ", faulty: "25", after: " * * *" });
  assert.deepEqual(markIssue("* *", { ...error, start: 3, end: 3 }), {
    before: "",
    faulty: "* *",
    after: "",
  });
  assert.deepEqual(markIssue("*", { ...error, start: 5, end: 9 }), { before: "", faulty: "*", after: "" });
});
