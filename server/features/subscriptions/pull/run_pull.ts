// The process of one pull. It fetches, selects and stages files; the panel, which alone changes tasks, then
// puts them in place and reports back. It has no other access to the panel, so the effect of a malicious
// repository ends with the process.
import { runVariables } from "../../../platform/run_variables.ts";
import { join } from "node:path";
import { isAlias, readSubscriptionAddress } from "../../../contract/subscription_address.ts";
import { fetchRepository } from "./fetch_repository.ts";
import {
  type Applied,
  appliedFile,
  type Pulled,
  pulledFile,
  type PullJob,
  readMessage,
  writeMessage,
} from "./job.ts";
import { formatError, PullError } from "./pull_error.ts";
import {
  masked,
  openWays,
  type PullWays,
  readConfig,
  readJob,
  removeSecrets,
  withConfig,
} from "./pull_ways.ts";
import { pullMessages } from "./pull_messages.ts";
import { spawn } from "node:child_process";
import { lstatSync } from "node:fs";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import { Buffer } from "node:buffer";
import { getWeb } from "../../../platform/outbound/web_request.ts";
import { say } from "./say.ts";
import { pathIssue, Staging } from "./staging.ts";
import { sleep, systemClock } from "../../../platform/clock.ts";

const POLL_INTERVAL_MS = 50;
const MAX_LINES = 100;

/** Runs the pull of a job folder. Returns the exit code. */
export async function runPull(folder: string): Promise<number> {
  const job = readJob(folder);
  const messages = pullMessages[job.language];
  if (job.part.kind === "after") {
    say(messages.approved(job.part.commit));
    return await after(job);
  }
  const late = new AbortController();
  const known: string[] = [];
  try {
    const config = await readConfig(job);
    const { defaultCron } = config;
    const ways = openWays(folder, withConfig(folder, job, config), { signal: late.signal, defaultCron });
    known.push(...ways.secrets);
    return await pull(ways, late);
  } catch (error) {
    removeSecrets(folder);
    const reason = late.signal.aborted ? late.signal.reason : error;
    say(masked(formatError(reason, messages.error, job), known));
    say(messages.nothingChanged);
    return 1;
  }
}

async function pull(ways: PullWays, late: AbortController): Promise<number> {
  const { folder, job } = ways;
  await before(ways);
  const timer = setTimeout(() => late.abort(new PullError(tooLong(ways))), job.limits.fetchMs);
  const pulled = await fetchAll(ways).finally(() => clearTimeout(timer));
  removeSecrets(folder);
  printChanges(pulled, ways);
  writeMessage(folder, pulledFile, pulled);
  const applied = await resultOf(folder);
  for (const line of applied.lines) say(line);
  if (applied.outcome === "refused") return 1;
  return applied.outcome === "applied" ? await after(job) : 0;
}

function tooLong({ job }: PullWays): ConstructorParameters<typeof PullError>[0] {
  return (messages) => messages.tooLong(Math.ceil(job.limits.fetchMs / 1_000));
}

async function before({ job }: PullWays): Promise<void> {
  if (job.before === null || job.part.kind === "preview") return;
  const messages = pullMessages[job.language];
  say(messages.before);
  const code = await runLine(job.before, job);
  if (code !== 0) throw new PullError(() => messages.lineFailed("before", code));
}

async function after(job: PullJob): Promise<number> {
  if (job.after === null) return 0;
  const messages = pullMessages[job.language];
  say(messages.after);
  const code = await runLine(job.after, job);
  if (code === 0) return 0;
  say(messages.lineFailed("after", code));
  return 1;
}

async function fetchAll(ways: PullWays): Promise<Pulled> {
  const { job } = ways;
  const protocol = readSubscriptionAddress(job.url)?.protocol;
  if (protocol === undefined) throw new PullError((messages) => messages.address);
  if (!job.gitProtocols.includes(protocol)) throw new PullError((messages) => messages.protocol(protocol));
  const messages = pullMessages[job.language];
  say(messages.fetching(job.url));
  if (job.type === "file") return await fetchSingle(ways);
  const pulled = await fetchRepository(ways, {
    report: listener(ways),
    onFallback: (from, to) => say(messages.sshFallback(from, to)),
  });
  if (pulled.files.length === 0) throw new PullError((messages) => messages.nothingMatches);
  return pulled;
}

// The output of git and ssh goes to the log unchanged; the panel explains two of their messages.
function listener({ job }: PullWays): (text: string) => void {
  const messages = pullMessages[job.language];
  const host = readSubscriptionAddress(job.url)?.host ?? "";
  let isReported = false;
  return (text) => {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
    if (/Permanently added/.test(text)) say(messages.firstHostKey(host));
    if (!isReported && /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/.test(text)) {
      isReported = true;
      say(messages.error.hostKey(host));
    }
  };
}

function printChanges({ commit, files, leftOut }: Pulled, { job }: PullWays): void {
  const messages = pullMessages[job.language];
  say(messages.fetched(commit, files.length));
  for (const { path, reason } of leftOut.slice(0, MAX_LINES)) say(messages.leftOut(path, reason));
  if (leftOut.length > MAX_LINES) say(messages.moreLeftOut(leftOut.length - MAX_LINES));
}

// The panel may be down for a while; the run's time limit ends the wait.
async function resultOf(folder: string): Promise<Applied> {
  for (;;) {
    const applied = readMessage<Applied>(folder, appliedFile);
    if (applied !== null) return applied;
    // Throws once the file has been removed, because then no response will come.
    Deno.statSync(join(folder, pulledFile));
    await sleep(systemClock, POLL_INTERVAL_MS);
  }
}

/** Runs an administrator's command in the folder of the pulled scripts. Returns its exit code. */
function runLine(line: string, { scripts, alias, environment }: PullJob): Promise<number | null> {
  const folder = join(scripts, alias);
  const mark = Deno.env.get(runVariables.mark);
  return new Promise((resolve, reject) => {
    spawn(commandShell(), ["-c", line], {
      // Not through a link, which may point anywhere.
      cwd: isAlias(alias) && lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : scripts,
      env: { ...environment, ...(mark === undefined ? {} : { [runVariables.mark]: mark }) },
      stdio: ["ignore", "inherit", "inherit"],
    }).once("exit", (code) => resolve(code)).once("error", reject);
  });
}

/** Fetches a single file and stages it. Throws `PullError`, and network errors. */
async function fetchSingle(
  { job, login, policy, proxy, signal, defaultCron }: PullWays,
): Promise<Pulled> {
  const url = new URL(job.url);
  const name = fileNameOf(url);
  const { message } = await getWeb(url, { policy, proxy, signal, login });
  // A single growing buffer: a file that arrives byte by byte would otherwise need a thousand times its size.
  let content = Buffer.alloc(64 * 1024);
  let size = 0;
  for await (const chunk of message) {
    if (size + chunk.length > job.limits.fileBytes) {
      message.destroy();
      throw new PullError((messages) => messages.tooLarge(job.limits.fileBytes));
    }
    if (size + chunk.length > content.length) {
      content = Buffer.concat([content], Math.max(2 * content.length, size + chunk.length));
    }
    content.set(chunk, size);
    size += chunk.length;
  }
  const staging = new Staging(`${job.scripts}/${job.staging}`);
  const file = await staging.write(name, content.subarray(0, size), {
    isExecutable: false,
    isScript: true,
    isSingle: true,
  });
  if (file === null) throw new PullError((messages) => messages.address);
  return { commit: file.hash, files: [file], leftOut: [], defaultCron };
}

function fileNameOf(url: URL): string {
  const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  if (name === "" || name.includes("/") || pathIssue(name) !== null) {
    throw new PullError((messages) => messages.address);
  }
  return name;
}
