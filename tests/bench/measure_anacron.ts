import { join } from "node:path";
import type { PeerPackage } from "./peer_packages.ts";
import { type MemoryBytes, memoryOf } from "./process_costs.ts";
import { burstOf, reportStart, waitForStarts } from "./start_times.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const END_LIMIT_MS = 10_000;

/** Measures jobs that anacron starts at once because none of them ever ran, and its memory while they run. */
export async function measureAnacron(
  { folder: unpacked }: PeerPackage,
  count: number,
): Promise<{ perSecond: number; memory: MemoryBytes }> {
  await using folder = await temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const [table, spool, script, reports] = [path("table"), path("spool"), path("job.sh"), path("reports.txt")];
  await Deno.mkdir(spool);
  await Deno.writeTextFile(script, reportStart(reports));
  const jobs = Array.from({ length: count }, (_, n) => {
    // It runs commands with sh only. It starts them in order and ends with the last; its memory is read before.
    const command = n === count - 1 ? `bash '${script}'; sleep 3` : `exec bash '${script}'`;
    return `1 0 job-${n} ${command}`;
  });
  await Deno.writeTextFile(table, ["START_HOURS_RANGE=0-24", ...jobs, ""].join("\n"));
  const anacron = new Deno.Command(join(unpacked, "usr/sbin/anacron"), {
    args: ["-d", "-t", table, "-S", spool],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const times = await waitForStarts(reports, count);
    return { perSecond: burstOf(times, 0).perSecond, memory: await memoryOf(anacron.pid) };
  } finally {
    const late = setTimeout(() => anacron.kill("SIGKILL"), END_LIMIT_MS);
    await anacron.status;
    clearTimeout(late);
  }
}
