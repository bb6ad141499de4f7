import { AppError } from "../../contract/app_error.ts";

/** Throws `stale_version` when what waits was pulled by another run than the one whose changes somebody has seen. */
export function refuseUnseen(waiting: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== waiting) throw new AppError("stale_version");
}
