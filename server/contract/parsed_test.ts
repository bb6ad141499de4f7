import assert from "node:assert/strict";
import * as z from "zod";
import { AppError } from "./app_error.ts";
import { parse, type Parsed } from "./parsed.ts";
import { type TaskInput, taskInput, type TaskPatch, taskPatch } from "./tasks.ts";
import { type ViewPatch, viewPatch } from "./views.ts";

const written = { name: "a", command: "true", schedules: ["* * * * *"] };
const take = (_: Parsed<TaskInput>) => {};
const change = (_: Parsed<TaskPatch>) => {};

// Each of these fails to compile if a service could be given a value that its schema has not accepted.
Deno.test("parsed values: only what the schema of the contract has accepted compiles", () => {
  const accepted = parse(taskInput, written);
  take(accepted);
  const asWritten: TaskInput = accepted;
  assert.equal(asWritten.name, "a");
  // @ts-expect-error -- never checked
  take(written);
  // @ts-expect-error -- changed after it was checked
  take({ ...accepted, command: "a\0b" });
  // @ts-expect-error -- put together from a checked value
  take({ name: accepted.name, command: accepted.command, schedules: accepted.schedules });
  // @ts-expect-error -- checked by another schema, which requires less
  change(parse(z.object({ command: z.string().optional() }), { command: "a\0b" }));
  const view: Parsed<ViewPatch> = parse(viewPatch, { name: "a" });
  // @ts-expect-error -- checked as something else
  change(view);
  // @ts-expect-error -- checked as a whole task, whose schema is not that of a change
  change(accepted);
  // @ts-expect-error -- checked as a change, which may lack fields that a task must have
  take(parse(taskPatch, written));
  change(parse(taskPatch, { name: "a" }));
  const several: Parsed<TaskInput>[] = parse(z.array(taskInput), [written]);
  assert.equal(several.length, 1);
});

Deno.test("parsed values: a value that its schema rejects throws the issues of the API", () => {
  assert.throws(() => parse(taskInput, { ...written, name: "a\0b", labels: ["x".repeat(100)] }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.issues.map(({ path, code }) => [path, code]), [
      ["name", "invalid_character"],
      ["labels.0", "too_long"],
    ]);
    return error.code === "validation_failed";
  });
});
