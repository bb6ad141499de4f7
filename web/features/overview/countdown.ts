import type { Messages } from "../../messages/create_messages.ts";

/** Formats the time until an instant in full seconds: `4m 12s`, or "Now" once it has come. */
export function countdownText(
  at: string,
  now: number,
  { t, format }: Pick<Messages, "t" | "format">,
): string {
  const seconds = Math.ceil((new Date(at).getTime() - now) / 1000);
  return seconds <= 0 ? t("overview.now") : format.duration(seconds * 1000);
}

/** Returns the share of the usual duration that has passed, from 0 to 1. */
export function progressOf(elapsedMs: number, medianMs: number): number {
  return medianMs <= 0 ? 1 : Math.min(1, Math.max(0, elapsedMs / medianMs));
}
