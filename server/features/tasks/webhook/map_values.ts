// The values that a delivery gives the parameters of a task: only those that its webhook maps, by JSON pointers (RFC 6901).
import { AppError, type FieldIssue } from "../../../contract/app_error.ts";
import { type Parameter, parameterValue, type ParameterValues } from "../../../contract/parameters.ts";

const FORM = "application/x-www-form-urlencoded";
/** The field of a form in which GitHub and others send the document. */
const FORM_FIELD = "payload";

export type Mapping = Readonly<Record<string, string>>;

/** Reads values from a body. Throws `delivery_not_json`, and `validation_failed` for a value that no parameter can have. */
export function mapValues(
  mapping: Mapping,
  parameters: readonly Parameter[],
  { body, mediaType }: { body: Uint8Array; mediaType: string },
): ParameterValues {
  const pointers = Object.entries(mapping);
  if (pointers.length === 0) return {};
  const document = readDocument(body, mediaType);
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  const values: Record<string, ParameterValues[string]> = {};
  const issues: FieldIssue[] = [];
  for (const [name, pointer] of pointers) {
    const found = valueAt(document, pointer);
    if (found === undefined) continue;
    const value = found !== null && isText(types.get(name)) ? textOf(found) : found;
    const { success, data } = parameterValue.nullable().safeParse(value);
    if (success) values[name] = data;
    else issues.push({ path: `parameters.${name}`, code: "invalid" });
  }
  if (issues.length > 0) throw new AppError("validation_failed", { count: issues.length }, issues);
  return values;
}

/** Returns what a pointer points at; undefined where there is nothing. */
export function valueAt(document: unknown, pointer: string): unknown {
  const tokens = pointer.split("/").slice(1).map((token) =>
    token.replaceAll("~1", "/").replaceAll("~0", "~")
  );
  let value: unknown = document;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) && !/^(0|[1-9]\d{0,9})$/.test(token)) return undefined;
    if (!Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token]; // it is an object or an array
  }
  return value;
}

function readDocument(body: Uint8Array, mediaType: string): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (mediaType !== FORM) return JSON.parse(text);
    const fields = new URLSearchParams(text);
    const payload = fields.get(FORM_FIELD);
    return payload === null ? Object.fromEntries(fields) : JSON.parse(payload);
  } catch {
    throw new AppError("delivery_not_json");
  }
}

function isText(type: Parameter["type"] | undefined): boolean {
  return type === "text" || type === "choice" || type === "secret" || type === "file";
}

// A number in a document, such as that of a pull request, is as good as its text.
function textOf(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}
