// Converts errors into the responses that clients of the compatible API expect. Most problems that the caller can solve
// arrive with status 200 and another `code`; only access, malformed requests and failures of the panel have a status.
import { AppError, type FieldIssue } from "../contract/app_error.ts";
import { EnvelopeError } from "../contract/compatible/envelope.ts";
import { type ErrorCode, errorStatus } from "../contract/error_codes.ts";
import { type CompatibleMessages, compatibleMessages } from "../contract/messages/compatible_messages.ts";
import { formatContractError, formatIssue } from "../contract/messages/format.ts";
import type { Language } from "../contract/settings.ts";
import { asAppError, headersFor, type ReportBug } from "./errors.ts";

/** Returns an error in the envelope that clients of the compatible API expect. */
export function compatibleResponse(cause: unknown, language: Language, report: ReportBug): Response {
  if (cause instanceof EnvelopeError) {
    const { code, message, data } = cause;
    return json(200, { code, message, ...(data !== undefined && { data }) });
  }
  const error = asAppError(cause, report);
  const { status, body } = describe(error, language);
  return json(status, body, headersFor(error));
}

interface Described {
  status: number;
  body: Record<string, unknown>;
}

function describe(error: AppError, language: Language): Described {
  const messages = compatibleMessages[language];
  const { code, params } = error;
  switch (code) {
    case "not_authenticated":
      return plain(401, messages.loginFirst);
    case "session_expired":
      return plain(401, messages.tokenExpired);
    // Step-up and other things that only a user may do look like a missing permission.
    case "scope_missing":
    case "person_required":
    case "step_up_required":
    case "cross_site_request":
      return plain(401, messages.accessDenied);
    case "wrong_credentials":
      return rejection(400, messages.wrongClient);
    case "method_not_allowed":
      return plain(404, messages.notFound);
    case "not_found": {
      if (params.entity === undefined) return plain(404, messages.notFound);
      const what = `${params.entity} ${JSON.stringify({ id: params.id })}`;
      return plain(500, messages.entityNotFound.replace("{what}", () => what));
    }
    case "outside_root":
      return rejection(403, params.root === "config" ? messages.fileRejected : messages.accessDenied);
    case "validation_failed":
      return validation(error, language);
  }
  return hasStatus(code)
    ? plain(errorStatus[code], detail(error, language))
    : rejection(400, detail(error, language));
}

// What is wrong with the request or the panel itself, as opposed to the state of what it asks for.
function hasStatus(code: ErrorCode): boolean {
  const status = errorStatus[code];
  return status === 400 || status === 408 || status === 413 || status === 429 || status >= 500;
}

function plain(status: number, message: string): Described {
  return { status, body: { code: status, message } };
}

function rejection(code: number, message: string): Described {
  return { status: 200, body: { code, message } };
}

function detail({ code, params }: AppError, language: Language): string {
  return formatContractError(code, params, language).detail;
}

/** Issues that the old panel detected by a unique index of its database. */
const duplicates: readonly FieldIssue["code"][] = ["same_variable", "name_taken", "package_listed"];

function validation({ issues, params }: AppError, language: Language): Described {
  const [first] = issues;
  if (!first) return rejection(400, compatibleMessages[language].invalidParameter);
  const { message } = formatIssue(first, language);
  if (first.code === "bad_path") return rejection(403, compatibleMessages[language].fileRejected);
  if (duplicates.includes(first.code)) {
    const error = { message, value: first.params?.value ?? "", path: first.path, type: "unique violation" };
    return { status: 500, body: { code: 400, message: "Validation error", errors: [error] } };
  }
  // Only the first issue, as programs expect it.
  const source = String(params.source ?? "body");
  const found = { source, keys: [first.path || "value"], message: sentence(first, language) };
  return {
    status: 400,
    body: {
      statusCode: 400,
      error: "Bad Request",
      message: "Validation failed",
      validation: { [source]: found },
    },
  };
}

function sentence(issue: FieldIssue, language: Language): string {
  const messages: CompatibleMessages = compatibleMessages[language];
  const name = issue.path || "value";
  const filled = (text: string) =>
    text.replace("{name}", () => name).replace("{type}", () => String(issue.params?.expected ?? ""));
  switch (issue.code) {
    case "required":
      return filled(messages.required);
    case "unknown_field":
      return filled(messages.notAllowed);
    case "invalid_type":
      return filled(messages.mustBe);
    default:
      return `"${name}": ${formatIssue(issue, language).message}`;
  }
}

function json(status: number, body: Record<string, unknown>, headers = new Headers()): Response {
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("cache-control", "no-store");
  return new Response(JSON.stringify(body), { status, headers });
}
