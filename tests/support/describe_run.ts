import { cpus, loadavg } from "node:os";

/** Describes when, at which commit and on what machine figures are measured; call it before. */
export async function describeRun(): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args: ["rev-parse", "--short", "HEAD"] }).output();
  const commit = new TextDecoder().decode(stdout).trim();
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg().map((value) => value.toFixed(1)).join(", ");
  const cores = cpus();
  return `${day}, commit ${commit}, Deno ${Deno.version.deno}, ${cores.length} × ${
    cores[0]?.model ?? "unknown"
  }, load average before ${load}.`;
}
