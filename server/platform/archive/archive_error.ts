import { AppError } from "../../contract/app_error.ts";
import type { ArchiveProblem } from "../../contract/backups.ts";

/** Creates the error for a rejected archive; `name` is the offending entry. */
export function archiveError(error: ArchiveProblem, params: Record<string, string | number> = {}): AppError {
  const { name, ...rest } = params;
  return new AppError("archive_refused", {
    fault: error,
    ...rest,
    ...(name !== undefined && { name: visible(String(name)) }),
  });
}

// The name comes from an untrusted archive: control and formatting characters must not reach the terminal or page.
function visible(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "�");
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
}
