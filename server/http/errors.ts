// Converts every error into a response.
import { NoResultError } from "kysely";
import * as z from "zod";
import { AppError, type FieldIssue } from "../contract/app_error.ts";
import { errorStatus } from "../contract/error_codes.ts";
import type { Problem } from "../contract/problem.ts";
import type { Language } from "../contract/settings.ts";
import { formatContractError, formatIssue } from "../contract/messages/format.ts";
import { isStorageFull } from "../platform/files/storage_full.ts";
import { type IssueCode, issueCodes } from "../contract/issue_codes.ts";

/** Logs a bug and returns the reference under which it is found in the log. */
export type ReportBug = (error: unknown) => string;

/** Returns an error as `application/problem+json` in the caller's language. */
export function problemResponse(cause: unknown, language: Language, report: ReportBug): Response {
  const error = asAppError(cause, report);
  const problem = describeProblem(error, language);
  return new Response(JSON.stringify(problem), { status: problem.status, headers: headersFor(error) });
}

function asAppError(error: unknown, report: ReportBug): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return rejected(error);
  if (error instanceof NoResultError) return new AppError("not_found");
  if (isStorageFull(error)) return new AppError("storage_full");
  return new AppError("internal_error", { reference: report(error) });
}

/** Converts the issues of a schema into the error that the API returns. */
export function rejected({ issues }: z.core.$ZodError): AppError {
  const translated = fieldIssues(issues);
  return new AppError("validation_failed", { count: translated.length }, translated);
}

function describeProblem({ code, params, issues }: AppError, language: Language): Problem {
  const { title, detail } = formatContractError(code, params, language);
  const problem = { type: `urn:sundial:problem:${code}`, title, status: errorStatus[code], detail, code };
  return issues.length === 0
    ? problem
    : { ...problem, issues: issues.map((issue) => formatIssue(issue, language)) };
}

function headersFor({ code, params }: AppError): Headers {
  const headers = new Headers({ "content-type": "application/problem+json; charset=utf-8" });
  headers.set("cache-control", "no-store");
  if (errorStatus[code] === 401) headers.set("www-authenticate", 'Bearer realm="Sundial"');
  if (params.seconds !== undefined) headers.set("retry-after", String(params.seconds));
  if (params.allow !== undefined) headers.set("allow", String(params.allow));
  if (code === "range_not_satisfiable") headers.set("content-range", `bytes */${params.size}`);
  return headers;
}

type ZodIssue = z.core.$ZodIssue;
type Reason = Omit<FieldIssue, "path">;

/** Converts the issues of a schema into the issue codes of the API. */
function fieldIssues(issues: readonly ZodIssue[]): FieldIssue[] {
  return issues.flatMap((issue) => translate(issue, issue.path));
}

function translate(issue: ZodIssue, path: readonly PropertyKey[]): FieldIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => at([...path, name], { code: "unknown_field", params: { name } }));
  }
  if (issue.code === "invalid_union") return translateUnion(issue, path);
  if (issue.input === undefined && issue.code.startsWith("invalid_")) return [at(path, { code: "required" })];
  return [at(path, reasonOf(issue))];
}

// For a union, reports the alternative that matched deepest into the value; a value of the wrong size counts as deeper than one
// of the wrong type.
function translateUnion(issue: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): FieldIssue[] {
  if (issue.input === undefined) return [at(path, { code: "required" })];
  const depths = issue.errors.map((one) => Math.max(0, ...one.map(depthOf)));
  const meant = issue.errors[depths.indexOf(Math.max(...depths))];
  if (!meant) return [at(path, { code: "invalid" })];
  return meant.flatMap((inner) => translate(inner, [...path, ...inner.path]));
}

function depthOf({ code, path, input }: ZodIssue): number {
  // A missing value does not add to the depth.
  if (input === undefined && code.startsWith("invalid_")) return path.length - 1;
  const isSized = code === "too_big" || code === "too_small";
  return path.length === 0 && isSized ? 0.5 : path.length;
}

function reasonOf(issue: ZodIssue): Reason {
  switch (issue.code) {
    case "invalid_type":
      return { code: "invalid_type", params: { expected: issue.expected } };
    case "invalid_value":
      return { code: "invalid_value", params: { options: issue.values.map(String).join(", ") } };
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "invalid_format":
      // A pattern may name the issue code as its message.
      if (isIssueCode(issue.message)) return { code: issue.message };
      return { code: issue.format === "regex" ? "invalid_character" : "invalid" };
    default:
      return { code: "invalid" };
  }
}

function isIssueCode(text: string): text is IssueCode {
  return (issueCodes as readonly string[]).includes(text);
}

function tooSmall(origin: string, min: number): Reason {
  if (origin === "string") return min === 1 ? { code: "required" } : { code: "too_short", params: { min } };
  return { code: isCollection(origin) ? "too_few" : "too_small", params: { min } };
}

function tooBig(origin: string, max: number): Reason {
  if (origin === "string") return { code: "too_long", params: { max } };
  return { code: isCollection(origin) ? "too_many" : "too_big", params: { max } };
}

function isCollection(origin: string): boolean {
  return origin === "array" || origin === "set" || origin === "map";
}

function at(path: readonly PropertyKey[], reason: Reason): FieldIssue {
  return { path: path.map(String).join("."), ...reason };
}
