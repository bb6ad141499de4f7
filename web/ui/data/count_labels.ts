/** Counts the items per label, most frequent first. */
export function countLabels(
  labelled: readonly { labels: readonly string[] }[],
): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const label of labelled.flatMap(({ labels }) => labels)) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort(([a, some], [b, more]) => more - some || a.localeCompare(b));
}
