/**
 * Formats a duration with its largest unit and the next one; `units` are the words for days, hours, minutes
 * and seconds.
 */
export function durationWith(ms: number, units: readonly [string, string, string, string]): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const first = parts.findIndex((part) => part > 0);
  if (first < 0) return `0${units[3]}`;
  return parts.slice(first, first + 2).flatMap((part, index) =>
    part > 0 ? [`${part}${units[first + index]}`] : []
  ).join(" ");
}
