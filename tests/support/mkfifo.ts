/** Creates a named pipe. */
export async function mkfifo(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  if (!success) throw new Error(`could not create a pipe at ${path}`);
}
