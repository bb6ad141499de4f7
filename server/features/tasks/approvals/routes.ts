import { AppError } from "../../../contract/app_error.ts";
import { approvalBody, type Run, run } from "../../../contract/runs.ts";
import { type Caller, isUser, type PerCaller, type Route, route } from "../../../http/route.ts";
import type { Approvals } from "./service.ts";

/** Returns the routes that decide about runs which wait for approval. */
export function approvalRoutes(approvals: PerCaller<Approvals>): Route[] {
  return [
    route("post", "/runs/{id}/approve", {
      access: "tasks:run",
      byLabels: true,
      summary:
        "Approves a run that waits for approval; for people and the command line only, never for programs",
      body: approvalBody,
      results: { 200: { description: "The run, which is queued now", schema: run } },
      handle: async ({ caller, params, body }) => {
        requirePerson(caller);
        return decided(await approvals(caller).approve(params.id, body.remark));
      },
    }),
    route("post", "/runs/{id}/reject", {
      access: "tasks:run",
      byLabels: true,
      summary:
        "Rejects a run that waits for approval; for people and the command line only, never for programs",
      body: approvalBody,
      results: { 200: { description: "The run, which is skipped now", schema: run } },
      handle: async ({ caller, params, body }) => {
        requirePerson(caller);
        return decided(await approvals(caller).reject(params.id, body.remark));
      },
    }),
  ];
}

// A program that could start a run and approve it would need nobody.
function requirePerson(caller: Caller): void {
  if (!isUser(caller)) throw new AppError("person_required");
}

// The audit log has the remark, too.
function decided(body: Run) {
  const { id, taskName, approval } = body;
  return { body, object: `#${id} ${taskName}${approval?.remark ? `: ${approval.remark}` : ""}` };
}
