import { AppError } from "../../contract/app_error.ts";
import type { ArchiveProblem } from "../../contract/backups.ts";

/** Makes the error for an archive that is not taken; `name` is what in it was wrong. */
export function archiveError(error: ArchiveProblem, params: Record<string, string | number> = {}): AppError {
  const { name, ...rest } = params;
  return new AppError("archive_refused", {
    fault: error,
    ...rest,
    ...(name !== undefined && { name: visible(String(name)) }),
  });
}

// It was written by a stranger: no sign in it may do anything but be read.
function visible(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "�");
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
}
