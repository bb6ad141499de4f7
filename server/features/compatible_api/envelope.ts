// How handlers of compatible routes respond, and how the errors of services become those that programs expect.
import { AppError, type ItemResult } from "../../contract/app_error.ts";
import { done } from "../../contract/compatible/envelope.ts";
import type { ErrorCode } from "../../contract/error_codes.ts";

/** The response of a route that returns nothing. */
export const doneResults = { 200: { description: "Done", schema: done } };

/** Returns a successful response, with `data` unless it is undefined. */
export function success(data?: unknown) {
  return { body: { code: 200, ...(data !== undefined && { data }) } };
}

/** Awaits what a service returns for one entity; if there is none, the error says of which kind and ID. */
export async function ofEntity<T>(entity: string, id: number, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") {
      throw new AppError("not_found", { entity, id });
    }
    throw error;
  }
}

/** Calls what checks a value of our API; the error names the fields of the request that the value was made of. */
export async function withFieldNames<T>(
  nameOf: (path: string) => string,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, path: nameOf(issue.path) }));
    throw new AppError(error.code, error.params, issues);
  }
}

/** Returns the name in a request of an issue with labels to add or remove. */
export function labelNameOf(path: string): string {
  return path.replace(/^(?:add|remove)/, "labels");
}

// In these states the action has nothing left to do, which programs do not count as a failure.
const ignored: readonly ErrorCode[] = [
  "not_found",
  "task_already_active",
  "task_not_running",
  "run_not_active",
  "subscription_already_active",
  "subscription_not_running",
];

/** Responds to an action on several entities. Throws the first error that left one undone. */
export function batchDone(results: readonly ItemResult[]) {
  const failed = results.find(({ error }) => error !== null && !ignored.includes(error.code));
  if (failed?.error) throw failed.error;
  return success();
}
