/** Returns a name that is not taken yet, ignoring case, by adding a number. */
export function freeName(name: string, taken: ReadonlySet<string>, max: number): string {
  for (let number = 1;; number++) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const tried = `${name.slice(0, max - suffix.length)}${suffix}`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}
