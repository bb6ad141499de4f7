/** Runs something after so many milliseconds. Gives the way to call it off. */
export function delay(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
