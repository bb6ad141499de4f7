// What answers of services mean. Network faults and 5xx may pass; the rest will not.
import { fieldsOf } from "../../../platform/json_fields.ts";
import { DeliveryError, type HttpResult } from "./channel_type.ts";

const MAX_RESULT = 300;
const MAX_PAUSE_MS = 86_400_000;

type Fields = Record<string, unknown>;

/** What a refusal of a service means, where its status does not tell. */
export interface RefusalReading {
  /** Whether this refusal may pass, such as that of too many messages at once. */
  mayPass?(json: Fields): boolean;
  /** What the service asks to wait, milliseconds. */
  retryAfterMs?(json: Fields): number;
  /** Matches the error texts of a service that refuses in plain text, and nothing that another page could hold. */
  plain?: RegExp;
}

/** Gives what a service said as one line of at most 300 characters. */
export function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what must not reach a page or a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim().slice(0, MAX_RESULT);
}

/**
 * Describes a response in one line: its status, and what its JSON has in fields for errors. Nothing else of a body is repeated:
 * an address that is entered may lead to any page, which is not for whoever enters it to read.
 */
function describe({ status, json, text }: HttpResult, { plain }: RefusalReading): string {
  const whole = fieldsOf(json);
  // Some services put code and text into an object of their own.
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
 * Checks what a service answered: 2xx, and `isFine` of its JSON. Returns its status; throws `DeliveryRefused` with its status and
 * what it says in fields for errors.
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

// A 2xx that says no is the service's refusal of this very message.
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
