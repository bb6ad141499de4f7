/** Adds labels typed with commas or on lines of their own, each once; gives the same list when there is nothing to add. */
export function addLabels(labels: readonly string[], typed: string): readonly string[] {
  const words = typed.split(/[,\uff0c\n]/).map((word) => word.trim()).filter((word) => word !== "");
  const added = [...new Set(words)].filter((word) => !labels.includes(word));
  return added.length === 0 ? labels : [...labels, ...added];
}
