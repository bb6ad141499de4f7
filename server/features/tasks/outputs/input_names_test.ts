import assert from "node:assert/strict";
import { inputVariables, taskNames } from "./input_names.ts";

Deno.test("inputs: names have capitals, and an underscore for what is not allowed", () => {
  const values = { "file.name-1": "a", file_name_1: "b" };
  assert.deepEqual(inputVariables([{ taskId: 1, taskName: "x", values }]), {
    SUNDIAL_INPUT_FILE_NAME_1: "b",
  });
});

Deno.test("inputs: a name of several tasks has a variable for each, and the last one that without a task", () => {
  const upstreams = [
    { taskId: 1, taskName: "Nightly export", values: { rows: "1", only: "x" } },
    { taskId: 2, taskName: "Check", values: { ROWS: "2" } },
  ];
  assert.deepEqual(inputVariables(upstreams), {
    SUNDIAL_INPUT_NIGHTLY_EXPORT_ROWS: "1",
    SUNDIAL_INPUT_CHECK_ROWS: "2",
    SUNDIAL_INPUT_ROWS: "2",
    SUNDIAL_INPUT_ONLY: "x",
  });
});

Deno.test("inputs: tasks without a letter, and those whose names are equal, go by their ID", () => {
  const tasks = ["导出", "检查", "a b", "A-B", "c"].map((taskName, index) => ({
    taskId: index + 1,
    taskName,
  }));
  assert.deepEqual([...taskNames(tasks).values()], ["TASK_1", "TASK_2", "TASK_3", "TASK_4", "C"]);
});
