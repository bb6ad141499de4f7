export type SizeUnit = "kilobyte" | "megabyte" | "gigabyte";

export const unitBytes: Record<SizeUnit, number> = {
  kilobyte: 1000,
  megabyte: 1_000_000,
  gigabyte: 1_000_000_000,
};

/** Finds the largest unit that a size in bytes is a whole number of; a size that is none is shown in the smallest. */
export function sizeUnitOf(bytes: number): SizeUnit {
  const units = ["gigabyte", "megabyte"] as const;
  return units.find((unit) => bytes >= unitBytes[unit] && bytes % unitBytes[unit] === 0) ?? "kilobyte";
}
