/**
 * Tells a step of a story that the next ones build on, and answers what it did. Throws when it fails: what follows would fail for
 * want of it, each after its own patience, and hide the reason.
 */
export async function step<T>(t: Deno.TestContext, name: string, action: () => Promise<T>): Promise<T> {
  let response: T;
  const isDone = await t.step(name, async () => {
    response = await action();
  });
  if (!isDone) throw new Error(`not done: ${name}`);
  return response!; // it is done
}
