// The hidden commands for pulls. They run in a process that contains no other part of the panel.

/** Runs the pull job stored in a folder. Returns the exit code. */
export async function runPull([folder = ""]: string[]): Promise<number> {
  const { runPull } = await import("../features/subscriptions/pull/run_pull.ts");
  return await runPull(folder);
}

/** Connects through the proxy of a job. Returns the exit code. */
export async function connectPull([folder = "", host = "", port = ""]: string[]): Promise<number> {
  const { connectThrough } = await import("../features/subscriptions/pull/connect_through.ts");
  return await connectThrough(folder, host, port);
}
