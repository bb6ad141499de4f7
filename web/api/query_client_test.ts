import assert from "node:assert/strict";
import { ApiProblem } from "./api_problem.ts";
import { shouldRetry } from "./query_client.ts";

function problem(status: number): ApiProblem {
  return new ApiProblem({ code: "unreachable", status, title: "", detail: "" });
}

Deno.test("queries: retries a lost request twice, a rejected one never", () => {
  const tries = [401, 404, 422, 500, 502, 503, 0].map((status) => shouldRetry(0, problem(status)));
  assert.deepEqual(tries, [false, false, false, false, true, true, true]);
  assert.equal(shouldRetry(2, problem(0)), false);
});
