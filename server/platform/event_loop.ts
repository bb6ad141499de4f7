/** Lets other work run before a long computation continues. */
export async function yieldToEventLoop(): Promise<void> {
  // A timer, because `setImmediate` runs before incoming network events: a loop over it would block all other requests.
  await new Promise<void>((resolve) => void setTimeout(resolve));
}
