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

/** How wide a digit, a space and a Chinese character of semibold text are, in em. */
const widths = { digit: 0.66, space: 0.3, chinese: 1, other: 0.9 };

/**
 * Returns how wide a countdown gets at most, in em: a number with one digit counts as two, so that the size of text that
 * follows from it changes with the units only, not each second.
 */
export function countdownWidth(text: string): number {
  const widest = text.replace(/(?<!\d)\d(?!\d)/g, "00");
  return [...widest].reduce((sum, one) => sum + widths[kindOf(one)], 0);
}

function kindOf(character: string): keyof typeof widths {
  if (/\d/.test(character)) return "digit";
  if (character === " ") return "space";
  return /\p{Script=Han}/u.test(character) ? "chinese" : "other";
}

/** Returns the share of the usual duration that has passed, from 0 to 1. */
export function progressOf(elapsedMs: number, medianMs: number): number {
  return medianMs <= 0 ? 1 : Math.min(1, Math.max(0, elapsedMs / medianMs));
}
