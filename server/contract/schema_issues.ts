// Converts the issues of a schema into those of the API.
import * as z from "zod";
import { AppError, type FieldIssue } from "./app_error.ts";
import { type IssueCode, issueCodes } from "./issue_codes.ts";

/** The part of a request in which a schema found issues. */
export type InputSource = "params" | "query" | "body";

/** Converts the issues of a schema into the error that the API returns. */
export function schemaError({ issues }: z.core.$ZodError, source: InputSource = "body"): AppError {
  const translated = fieldIssues(issues);
  return new AppError("validation_failed", { count: translated.length, source }, translated);
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
  if (isMissing(issue)) return [at(path, { code: "required" })];
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

/** An emptied field of a form is null. */
function isMissing({ code, input, path }: ZodIssue): boolean {
  return (input === undefined || (input === null && path.length > 0)) && code.startsWith("invalid_");
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
