import { AppError } from "./app_error.ts";

export interface SortKey<Field extends string> {
  field: Field;
  descending: boolean;
}

/** Parses the `sort` of a list, `name,-lastRunAt`. Throws `validation_failed` for an unknown field. */
export function readSort<Field extends string>(sort: string, fields: readonly Field[]): SortKey<Field>[] {
  return sort.split(",").map((part) => {
    const name = part.trim().replace(/^-/, "");
    const field = fields.find((known) => known === name);
    if (field) return { field, descending: part.trim().startsWith("-") };
    const params = { options: fields.join(", ") };
    throw new AppError("validation_failed", { count: 1 }, [{ path: "sort", code: "invalid_value", params }]);
  });
}
