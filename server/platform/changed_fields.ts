/** Returns the fields of a patch that change its row; `toColumns` converts some fields to columns. */
export function changedFields<Patch extends object>(
  patch: Patch,
  row: object,
  toColumns: (patch: Patch) => object,
): Patch {
  const stored = new Map(Object.entries(row));
  const isChanged = (field: string, value: unknown) =>
    // A part of a patch is a patch.
    Object.entries(toColumns({ [field]: value } as Patch)).some(([column, next]) =>
      next !== stored.get(column)
    );
  return Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => isChanged(field, value)),
  ) as Patch;
}
