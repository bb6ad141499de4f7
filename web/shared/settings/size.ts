export type SizeUnit = "kilobyte" | "megabyte" | "gigabyte";

export const unitBytes: Record<SizeUnit, number> = {
  kilobyte: 1000,
  megabyte: 1_000_000,
  gigabyte: 1_000_000_000,
};

/** Returns the largest unit in which a size in bytes is a whole number; the smallest unit when there is none. */
export function sizeUnitOf(bytes: number): SizeUnit {
  const units = ["gigabyte", "megabyte"] as const;
  return units.find((unit) => bytes >= unitBytes[unit] && bytes % unitBytes[unit] === 0) ?? "kilobyte";
}
