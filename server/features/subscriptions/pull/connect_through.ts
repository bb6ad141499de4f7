import process from "node:process";
import { connectOut } from "../../../platform/outbound/connect.ts";
import { openWays, readJob } from "./pull_ways.ts";

/** Connects to a host through the proxy of a job and relays data until either side ends. Returns the exit code. */
export async function connectThrough(folder: string, host: string, port: string): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const { policy, proxy } = openWays(folder, readJob(folder), { signal: new AbortController().signal });
  try {
    const wanted = { host, port: Number(port), secure: false };
    const socket = await connectOut(wanted, { policy, proxy, signal: new AbortController().signal });
    socket.pipe(process.stdout);
    process.stdin.pipe(socket);
    socket.once("close", () => ended.resolve(0));
    socket.once("error", () => ended.resolve(1));
    return await ended.promise;
  } catch (error) {
    Deno.stderr.writeSync(new TextEncoder().encode(`${error instanceof Error ? error.message : error}\n`));
    return 1;
  }
}
