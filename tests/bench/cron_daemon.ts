// Programs that read crontabs from folders of the machine. Each runs in mounts of its own, which show it empty folders
// there: it neither runs jobs of the machine nor leaves anything on it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { rest } from "./bench_panel.ts";
import type { PeerPackage } from "./peer_packages.ts";
import { type MemoryBytes, memoryOf } from "./process_costs.ts";
import { type Burst, burstOf, reportStart, waitForStarts } from "./start_times.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const MINUTE_MS = 60_000;
/** Between the start of the program and its first jobs. */
const LEAD_MS = 5_000;
const START_LIMIT_MS = 10_000;

export interface CronProgram {
  /** Its path in the package. */
  path: string;
  args: string[];
}

export const debianCron: CronProgram = { path: "usr/sbin/cron", args: ["-f"] };
/** The one of BusyBox, without its log. */
export const busyboxCron: CronProgram = {
  path: "bin/busybox",
  args: ["crond", "-f", "-l", "8", "-c", "/var/spool/cron/crontabs"],
};

// The arguments: a folder, and the command line to run.
const enclose = `set -e
mount --bind "$1/spool" /var/spool
mount --bind "$1/run" /run
[ ! -d /etc/pam.d ] || mount --bind "$1/pam.d" /etc/pam.d
[ ! -d /etc/cron.d ] || mount --bind "$1/cron.d" /etc/cron.d
[ ! -f /etc/crontab ] || mount --bind "$1/crontab" /etc/crontab
shift
exec "$@"`;

export interface CronBurst extends Burst {
  /** Of the program that waits for the due time. */
  memory: MemoryBytes;
}

/** Measures jobs that are due at the next full minute. Throws with the reason when the program cannot be started here. */
export async function measureCron(
  { folder: unpacked }: PeerPackage,
  { path, args }: CronProgram,
  count: number,
): Promise<CronBurst> {
  if (Deno.uid() !== 0) throw new Error("only root can start it");
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const reports = join(folder, "reports.txt");
  await layOut(folder, unpacked);
  await writeCrontab(folder, Array.from({ length: count }, () => `* * * * * ${reportStart(reports)}`));
  const toMinute = MINUTE_MS - Date.now() % MINUTE_MS;
  if (toMinute < LEAD_MS) await rest(toMinute);
  const dueAt = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
  await using daemon = await CronDaemon.start(folder, [join(unpacked, path), ...args]);
  await rest(dueAt - 1_000 - Date.now());
  const memory = await memoryOf(daemon.pid);
  await rest(dueAt - Date.now());
  return { ...burstOf(await waitForStarts(reports, count), dueAt), memory };
}

class CronDaemon implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #errors: Promise<string>;
  readonly #ended: Promise<unknown>;
  #hasEnded = false;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#errors = new Response(process.stderr).text();
    this.#ended = process.status.then(() => this.#hasEnded = true);
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Starts it with what a folder contains and waits until it runs. Throws with what it prints when it ends before. */
  static async start(folder: string, command: readonly string[]): Promise<CronDaemon> {
    const process = new Deno.Command("unshare", {
      args: ["--mount", "sh", "-c", enclose, "sh", folder, ...command],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const daemon = new CronDaemon(process);
    const deadline = performance.now() + START_LIMIT_MS;
    while (!existsSync(join(folder, "run/crond.pid"))) {
      if (daemon.#hasEnded) throw new Error((await daemon.#errors).trim() || "it ended at once");
      if (performance.now() > deadline) {
        await daemon[Symbol.asyncDispose]();
        throw new Error("it did not start in time");
      }
      await rest(50);
    }
    return daemon;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) this.#process.kill("SIGKILL");
    await this.#ended;
  }
}

// What the program finds, each in its place.
async function layOut(folder: string, unpacked: string): Promise<void> {
  for (const name of ["spool/cron/crontabs", "run", "pam.d", "cron.d"]) {
    await Deno.mkdir(join(folder, name), { recursive: true });
  }
  await Deno.writeTextFile(join(folder, "crontab"), "");
  // The rules of the machine, which those of the package include.
  for (const pamFolder of ["/etc/pam.d", join(unpacked, "etc/pam.d")]) {
    if (!existsSync(pamFolder)) continue;
    for (const { name, isFile } of Deno.readDirSync(pamFolder)) {
      if (isFile) await Deno.copyFile(join(pamFolder, name), join(folder, "pam.d", name));
    }
  }
}

async function writeCrontab(folder: string, lines: readonly string[]): Promise<void> {
  const file = join(folder, "spool/cron/crontabs/root");
  await Deno.writeTextFile(file, ["SHELL=/bin/bash", ...lines, ""].join("\n"), { mode: 0o600 });
}
