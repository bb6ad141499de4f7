/** Tells whether the database refused because its disk is full. The driver tells faults apart by their message only. */
export function isDatabaseFull(fault: unknown): boolean {
  return fault instanceof Error && fault.message.includes("database or disk is full");
}
