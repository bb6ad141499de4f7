// Interprets the responses of services. Network errors and 5xx are retryable; other errors are not.
import { fieldsOf } from "../../../platform/json_fields.ts";
import { DeliveryError, type HttpResult } from "./channel_type.ts";

const MAX_RESULT = 300;
const MAX_PAUSE_MS = 86_400_000;

type Fields = Record<string, unknown>;

/** Interprets a rejection where the HTTP status is not enough. */
export interface RefusalReading {
  /** Whether the rejection is temporary, such as for rate limits. */
  mayPass?(json: Fields): boolean;
  /** The delay the service asks for, in ms. */
  retryAfterMs?(json: Fields): number;
  /** Matches the errors of a service that responds in plain text, and nothing that another page could contain. */
  plain?: RegExp;
}

/** Returns a service's response as one line of at most 300 characters. */
export function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what must not reach a page or a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim().slice(0, MAX_RESULT);
}

/**
 * Describes a response in one line: its status and the error fields of its JSON. Repeats nothing else of the
 * body: a user-supplied address may point to any page, which that user must not be able to read.
 */
function describe({ status, json, text }: HttpResult, { plain }: RefusalReading): string {
  const whole = fieldsOf(json);
  // Some services nest code and text in an object.
  const sources = [whole, fieldsOf(whole.error), fieldsOf(whole.data)];
  const found = [codeFields, textFields].flatMap((names) => firstOf(sources, names));
  const messages = found.length > 0 ? found.join(" ") : plain?.exec(text.trim())?.[0] ?? "";
  return oneLine(`HTTP ${status}${messages && `: ${messages}`}`);
}

const codeFields = [
  "errcode",
  "error_code",
  "errorCode",
  "errno",
  "code",
  "retcode",
  "ret",
  "StatusCode",
];
const textFields = [
  "errmsg",
  "errMsg",
  "msg",
  "wording",
  "message",
  "error_description",
  "errorDescription",
  "description",
  "StatusMessage",
  "reason",
  "error",
  "errors",
];

function firstOf(sources: readonly Fields[], names: readonly string[]): string[] {
  for (const source of sources) {
    for (const name of names) {
      const value = Array.isArray(source[name]) ? source[name][0] : source[name];
      if (typeof value === "number" || typeof value === "string" && value.trim() !== "") {
        return [oneLine(String(value))];
      }
    }
  }
  return [];
}

/**
 * Checks the response of a service: requires 2xx and `isFine` of its JSON. Returns its status; throws
 * `DeliveryError` with the status and the error fields.
 */
export function expectFine(
  response: HttpResult,
  isFine: (json: Fields) => boolean,
  reading: RefusalReading = {},
): string {
  const isGood = response.status >= 200 && response.status < 300;
  const json = fieldsOf(response.json);
  if (isGood && isFine(json)) return `HTTP ${response.status}`;
  const wait = response.retryAfterMs ?? reading.retryAfterMs?.(json) ?? NaN;
  throw new DeliveryError(describe(response, reading), {
    permanent: !mayPass(response.status) && !reading.mayPass?.(json),
    retryAfterMs: Number.isFinite(wait) && wait >= 0 ? Math.min(Math.ceil(wait), MAX_PAUSE_MS) : null,
  });
}

// A 2xx response with an error is a rejection of this particular message.
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
