// What answers of services mean. Network faults and 5xx may pass; the rest will not.
import { fieldsOf } from "../../../platform/json_fields.ts";
import { DeliveryRefused, type HttpAnswer } from "./channel_type.ts";

const LONGEST_ANSWER = 300;
const LONGEST_PAUSE_MS = 86_400_000;

type Fields = Record<string, unknown>;

/** What a refusal of a service means, where its status does not tell. */
export interface RefusalReading {
  /** Whether this refusal may pass, such as that of too many messages at once. */
  mayPass?(json: Fields): boolean;
  /** What the service asks to wait, milliseconds. */
  retryAfterMs?(json: Fields): number;
}

/** Gives what a service said as one line of at most 300 characters. */
export function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what must not reach a page or a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim().slice(0, LONGEST_ANSWER);
}

/** Checks what a service answered: 2xx, and `isFine` of its JSON. Throws `DeliveryRefused` with the service's own words. */
export function expectFine(
  answer: HttpAnswer,
  isFine: (json: Fields) => boolean,
  reading: RefusalReading = {},
): string {
  const isGood = answer.status >= 200 && answer.status < 300;
  const json = fieldsOf(answer.json);
  const words = oneLine(answer.text);
  if (isGood && isFine(json)) return words || `HTTP ${answer.status}`;
  const said = isGood && words ? words : oneLine(`HTTP ${answer.status}${words && `: ${words}`}`);
  const wait = answer.retryAfterMs ?? reading.retryAfterMs?.(json) ?? NaN;
  throw new DeliveryRefused(said, {
    permanent: !mayPass(answer.status) && !reading.mayPass?.(json),
    retryAfterMs: Number.isFinite(wait) && wait >= 0 ? Math.min(Math.ceil(wait), LONGEST_PAUSE_MS) : null,
  });
}

// A 2xx that says no is the service's refusal of this very message.
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
