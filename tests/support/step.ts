/**
 * Runs a step that the next ones depend on, and returns its result. Throws when it fails: the next ones would
 * fail too, each after its own timeout, and hide the reason.
 */
export async function step<T>(t: Deno.TestContext, name: string, action: () => Promise<T>): Promise<T> {
  let response: T;
  const isDone = await t.step(name, async () => {
    response = await action();
  });
  if (!isDone) throw new Error(`step failed: ${name}`);
  return response!; // the step has completed
}
