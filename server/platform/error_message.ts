/** Returns the message of an error; what was thrown need not be one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
