/** Runs a function after `ms` milliseconds. Returns a function that cancels it. */
export function delay(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
