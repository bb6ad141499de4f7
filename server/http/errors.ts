// Converts every error into a response.
import { NoResultError } from "kysely";
import * as z from "zod";
import { AppError } from "../contract/app_error.ts";
import { errorStatus } from "../contract/error_codes.ts";
import type { Problem } from "../contract/problem.ts";
import type { Language } from "../contract/settings.ts";
import { formatContractError, formatIssue } from "../contract/messages/format.ts";
import { schemaError } from "../contract/schema_issues.ts";
import { isDatabaseLocked, isStorageFailing, isStorageFull } from "../platform/files/storage_full.ts";

/** Delay for a client whose request found the database locked. */
const LOCKED_RETRY_SECONDS = 5;

/** Logs a bug and returns the reference under which it is found in the log. */
export type ReportBug = (error: unknown) => string;

/** Returns an error as `application/problem+json` in the caller's language. */
export function problemResponse(cause: unknown, language: Language, report: ReportBug): Response {
  const error = asAppError(cause, report);
  const problem = describeProblem(error, language);
  return new Response(JSON.stringify(problem), { status: problem.status, headers: headersFor(error) });
}

/** Converts what a handler threw; logs it as a bug unless it is known. */
export function asAppError(error: unknown, report: ReportBug): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return schemaError(error);
  if (error instanceof NoResultError) return new AppError("not_found");
  if (isStorageFull(error)) return new AppError("storage_full");
  if (isStorageFailing(error)) return new AppError("storage_failing");
  if (isDatabaseLocked(error)) return new AppError("database_locked", { seconds: LOCKED_RETRY_SECONDS });
  return new AppError("internal_error", { reference: report(error) });
}

function describeProblem({ code, params, issues }: AppError, language: Language): Problem {
  const { title, detail } = formatContractError(code, params, language);
  const problem = { type: `urn:sundial:problem:${code}`, title, status: errorStatus[code], detail, code };
  return issues.length === 0
    ? problem
    : { ...problem, issues: issues.map((issue) => formatIssue(issue, language)) };
}

/** Returns the headers of an error, such as `Retry-After`. */
export function headersFor({ code, params }: AppError): Headers {
  const headers = new Headers({ "content-type": "application/problem+json; charset=utf-8" });
  headers.set("cache-control", "no-store");
  if (errorStatus[code] === 401) headers.set("www-authenticate", 'Bearer realm="Sundial"');
  if (params.seconds !== undefined) headers.set("retry-after", String(params.seconds));
  if (params.allow !== undefined) headers.set("allow", String(params.allow));
  if (code === "range_not_satisfiable") headers.set("content-range", `bytes */${params.size}`);
  return headers;
}
