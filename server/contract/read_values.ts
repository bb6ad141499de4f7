import { refuseIf } from "./app_error.ts";

/** Parses comma-separated values of a query; undefined if it is missing. Throws `validation_failed` for an unknown one. */
export function readValues<Value extends string>(
  path: string,
  text: string | undefined,
  known: readonly Value[],
): Value[] | undefined {
  if (text === undefined) return undefined;
  const wanted = new Set(text.split(",").map((part) => part.trim()));
  const values = known.filter((value) => wanted.has(value));
  if (values.length === wanted.size) return values;
  refuseIf([{ path, code: "invalid_value", params: { options: known.join(", ") } }]);
}
