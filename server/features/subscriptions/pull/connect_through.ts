import process from "node:process";
import { connectOut } from "../../../platform/outbound/connect.ts";
import { openWays, readJob } from "./pull_ways.ts";

/** How long connecting may take; what follows is up to ssh and the limit of the pull. */
const CONNECT_MS = 60_000;

/** Connects to a host through the proxy of a job and relays data until either side ends. Returns the exit code. */
export async function connectThrough(folder: string, host: string, port: string): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const { policy, proxy } = openWays(folder, readJob(folder), { signal: new AbortController().signal });
  try {
    const wanted = { host, port: Number(port), secure: false };
    const connecting = new AbortController();
    const timer = setTimeout(() => connecting.abort(new Error("the connection timed out")), CONNECT_MS);
    const socket = await connectOut(wanted, { policy, proxy, signal: connecting.signal })
      .finally(() => clearTimeout(timer));
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
