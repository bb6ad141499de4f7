// The hidden commands of pulls: they run in a process that holds nothing of the panel.

/** Pulls what the job in a folder says. Answers the exit code. */
export async function runPull([folder = ""]: string[]): Promise<number> {
  const { runPull } = await import("../features/subscriptions/pull/run_pull.ts");
  return await runPull(folder);
}

/** Connects through the proxy of a job. Answers the exit code. */
export async function connectPull([folder = "", host = "", port = ""]: string[]): Promise<number> {
  const { connectThrough } = await import("../features/subscriptions/pull/connect_through.ts");
  return await connectThrough(folder, host, port);
}
