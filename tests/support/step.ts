/**
 * Tells a step of a story that the next ones build on, and answers what it did. Throws when it fails: what follows would fail for
 * want of it, each after its own patience, and hide the reason.
 */
export async function step<T>(t: Deno.TestContext, name: string, act: () => Promise<T>): Promise<T> {
  let answer: T;
  const isDone = await t.step(name, async () => {
    answer = await act();
  });
  if (!isDone) throw new Error(`not done: ${name}`);
  return answer!; // it is done
}
