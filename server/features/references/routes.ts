import {
  commandCheck,
  commandCheckBody,
  scriptTasks,
  scriptTasksQuery,
  variableMentions,
} from "../../contract/references.ts";
import { idParams } from "../../contract/shapes.ts";
import { type Caller, hasScope, type Route, route } from "../../http/route.ts";
import type { Readable, References } from "./service.ts";

/** Returns the routes that tell which tasks, scripts and variables mention each other. */
export function referenceRoutes(references: References): Route[] {
  return [
    route("get", "/variables/{id}/mentions", {
      access: "variables:read",
      summary: "Lists the tasks and scripts that mention a variable",
      params: idParams,
      results: { 200: { description: "What was found within a few seconds", schema: variableMentions } },
      handle: async ({ params, caller, request }) => ({
        body: await references.variableMentions(params.id, readableBy(caller), request.signal),
      }),
    }),
    route("get", "/scripts/tasks", {
      access: "tasks:read",
      summary: "Lists the tasks that run a script",
      query: scriptTasksQuery,
      results: { 200: { description: "The tasks, oldest first", schema: scriptTasks } },
      handle: async ({ query }) => ({ body: await references.scriptTasks(query.path) }),
    }),
    route("post", "/tasks/check-command", {
      access: "tasks:read",
      audit: false,
      whileReadOnly: "allowed",
      summary: "Checks whether the script and the variables of a command exist",
      body: commandCheckBody,
      results: { 200: { description: "The script, and undefined variables", schema: commandCheck } },
      handle: async ({ body, caller }) => ({ body: await references.checkCommand(body, readableBy(caller)) }),
    }),
  ];
}

function readableBy(caller: Caller): Readable {
  const may = (module: "scripts" | "tasks" | "variables") => hasScope(caller, `${module}:read`);
  return { scripts: may("scripts"), tasks: may("tasks"), variables: may("variables") };
}
