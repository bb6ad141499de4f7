import { runVariables } from "../../../platform/run_variables.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSubscriptionAddress, type SubscriptionAddress } from "../../../contract/subscription_address.ts";
import type { MissingPackage } from "../../../contract/dependencies.ts";
import type { LeftOutReason } from "../../../contract/subscriptions.ts";
import { checkGitVersion, GitError, type GitOptions } from "../../../platform/git/git_process.ts";
import { Repository, type TreeEntry } from "../../../platform/git/repository.ts";
import { sshProgram } from "../../../platform/git/ssh_program.ts";
import { quoteWord } from "../../../contract/quote_word.ts";
import { type Connection, connectOut } from "../../../platform/outbound/connect.ts";
import { getWeb } from "../../../platform/outbound/web_request.ts";
import { fileChooser } from "../pick/pick_files.ts";
import { GitRelay } from "./git_relay.ts";
import type { Pulled, PulledFile } from "./job.ts";
import { PullError } from "./pull_error.ts";
import { masked, type PullWays } from "./pull_ways.ts";
import { copyRepository } from "./copy_repository.ts";
import { pullMessages } from "./pull_messages.ts";
import { say } from "./say.ts";
import { listSharedModules } from "./shared_modules.ts";
import { MAX_PACKAGE_FILE_BYTES, packageFiles, requestedPackages } from "./requested_packages.ts";
import { sshRoute } from "./ssh_route.ts";
import { pathIssue, Staging } from "./staging.ts";
import { trimEnd } from "../../../contract/trim_end.ts";

const ADVERTISEMENT = "/info/refs?service=git-upload-pack";

/**
 * Fetches a repository and writes the selected files to the staging folder. Throws `PullError`, and errors
 * of git and the network.
 */
export async function fetchRepository(
  ways: PullWays,
  { report, onFallback }: {
    report: (text: string) => void;
    /** Called when the server is reached at another place than the address says. */
    onFallback: (from: string, to: string) => void;
  },
): Promise<Pulled> {
  const { job, folder } = ways;
  const address = readSubscriptionAddress(job.url);
  if (address === null) throw new PullError((messages) => messages.address);
  const plain: Target = { url: job.url, config: {}, login: false, pinned: null };
  await checkGitVersion(gitOptions(ways, { ...plain, address }, report));
  const target = address.protocol === "file"
    ? plain
    : address.protocol === "ssh"
    ? await reachSsh(ways, address, onFallback)
    : await reachWeb(ways);
  await using relay = target.relayTo === undefined ? null : await GitRelay.open(target.relayTo, ways);
  const config: Record<string, string> = relay === null ? {} : { "http.proxy": relay.address };
  const repository = new Repository(
    join(folder, "repository"),
    gitOptions(ways, { ...target, config: { ...target.config, ...config }, address }, report),
  );
  await repository.create();
  await fetchSource(repository, target.url, ways);
  const commit = await repository.commit();
  if (job.pinnedCommit !== null && commit !== job.pinnedCommit) {
    throw new PullError((messages) => messages.commit);
  }
  return { commit, ...await layOut(repository, ways) };
}

interface Target {
  url: string;
  config: Record<string, string>;
  /** Whether the user name and password may be sent to this server. */
  login: boolean;
  /** The verified IP address of an ssh server. */
  pinned: string | null;
  /** Where to connect to instead of the address. */
  connectTo?: { host: string; port: number };
  /** What git reaches through a relay, because there is a proxy. */
  relayTo?: Connection;
}

// Git would resolve names again and follow redirects on its own, so it gets the final URL and the verified
// address.
async function reachWeb({ job, policy, proxy, signal, login }: PullWays): Promise<Target> {
  const asked = new URL(job.url);
  const path = trimEnd(asked.pathname, "/");
  const advertised = new URL(`${path}${ADVERTISEMENT}`, asked);
  const { url, message, isSameHost } = await getWeb(advertised, { policy, proxy, signal, login });
  message.destroy();
  const end = url.href.endsWith(ADVERTISEMENT) ? url.href.slice(0, -ADVERTISEMENT.length) : null;
  if (end === null) throw new PullError((messages) => messages.redirect(url.host));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const target = { url: end, config: {}, login: isSameHost, pinned: null };
  if (proxy !== null) return { ...target, relayTo: { host, port, secure: false } };
  const addresses = (await policy.resolve(host)).map(bracketed).join(",");
  return { ...target, config: { "http.curloptResolve": `${host}:${port}:${addresses}` } };
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** How long a port is tried before it counts as closed. */
const TRIAL_MS = 8_000;

async function reachSsh(
  { job, policy, proxy, signal }: PullWays,
  address: SubscriptionAddress,
  onFallback: (from: string, to: string) => void,
): Promise<Target> {
  const canConnect = async (host: string, port: number) => {
    const trial = AbortSignal.any([signal, AbortSignal.timeout(TRIAL_MS)]);
    try {
      (await connectOut({ host, port, secure: false }, { policy, proxy, signal: trial })).destroy();
      return true;
    } catch {
      return false;
    }
  };
  const { host, port, isFallback } = await sshRoute(address, canConnect);
  const connectTo = isFallback && port !== null ? { host, port } : null;
  if (connectTo) onFallback(`${address.host}:22`, `${host}:${port}`);
  const [pinned = null] = proxy === null ? await policy.resolve(host) : [];
  return { url: job.url, config: {}, login: false, pinned, ...(connectTo && { connectTo }) };
}

function gitOptions(
  ways: PullWays,
  { config, login, pinned, connectTo, address }: Target & { address: SubscriptionAddress },
  report: (text: string) => void,
): GitOptions {
  const { folder, job, signal, secrets, hasKey, proxy } = ways;
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const connect = proxy === null || address.protocol !== "ssh" ? null : writeProgram(
    join(folder, "connect"),
    `#!/bin/sh\nexec ${[...job.connect, folder].map(quoteWord).join(" ")} "$@"\n`,
  );
  const ssh = sshProgram({
    host: address.host,
    port: address.port,
    address: pinned,
    connectTo,
    connect,
    knownHosts: job.knownHosts,
    key: hasKey ? join(folder, "key") : null,
  });
  return {
    home,
    signal,
    config: { ...config, ...certificateAuthorities() },
    path: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    askpass: writeProgram(join(folder, "askpass"), askpassProgram(login && ways.login ? ways : null)),
    ssh: writeProgram(join(folder, "ssh"), ssh),
    protocols: job.gitProtocols,
    environment: passedOn(),
    maxFileBytes: job.limits.packBytes,
    memoryBytes: job.limits.memoryBytes,
    onOutput: (text) => report(masked(text, secrets)),
  };
}

// Certificate authorities that the operator trusts in addition to the system's; git uses a different variable
// for them.
function certificateAuthorities(): Record<string, string> {
  const file = Deno.env.get("SSL_CERT_FILE");
  return file === undefined ? {} : { "http.sslCAInfo": file };
}

// The variable that identifies the processes of a run (see `marked_processes.ts`), and the authorities that
// the connecting program trusts.
function passedOn(): Record<string, string> {
  return Object.fromEntries([runVariables.mark, "SSL_CERT_FILE"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

function askpassProgram(ways: PullWays | null): string {
  if (ways === null) return "#!/bin/sh\nexit 1\n";
  const user = quoteWord(ways.login?.user ?? "");
  const password = quoteWord(join(ways.folder, "password"));
  return `#!/bin/sh\ncase "$1" in\nUsername*) printf '%s\\n' ${user} ;;\n*) cat ${password} ;;\nesac\n`;
}

function writeProgram(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o700 });
  return file;
}

async function fetchSource(repository: Repository, url: string, { job }: PullWays): Promise<void> {
  if (job.pinnedCommit !== null) return await repository.fetch(url, job.pinnedCommit);
  if (job.branch === "") return await repository.fetch(url, "HEAD");
  try {
    await repository.fetch(url, `refs/heads/${job.branch}`);
  } catch (error) {
    if (!(error instanceof GitError) || !/couldn't find remote ref/.test(error.output)) throw error;
    await repository.fetch(url, `refs/tags/${job.branch}`);
  }
}

async function layOut(
  repository: Repository,
  ways: PullWays,
): Promise<Omit<Pulled, "commit">> {
  const { job, defaultCron } = ways;
  const entries = await repository.list(job.limits.entries);
  const modules = listSharedModules(job.scripts, job.limits);
  const { taken, leftOut } = await choose(entries, job, new Set(modules.map(({ path }) => path)));
  if (taken.length > job.limits.files) {
    throw new PullError((messages) => messages.tooManyFiles(job.limits.files));
  }
  const total = taken.reduce((sum, { entry }) => sum + entry.size, 0);
  if (total > job.limits.totalBytes) {
    throw new PullError((messages) => messages.tooLarge(job.limits.totalBytes));
  }
  const staging = new Staging(join(job.scripts, job.staging));
  const files: PulledFile[] = [];
  let at = 0;
  for await (const content of repository.contents(taken.map(({ entry }) => entry))) {
    const { entry: { isExecutable }, path, isScript } = taken[at++]!;
    const file = await staging.write(path, content, { isExecutable, isScript, isSingle: false });
    if (file) files.push(file);
    else leftOut.push({ path, reason: "bad_name" });
  }
  const scripts = new Set(taken.map(({ path }) => path));
  for (const { path, isExecutable, read } of modules) {
    if (scripts.has(path)) continue;
    const file = await staging.write(path, read(), { isExecutable, isScript: false, isSingle: false });
    if (file) files.push(file);
  }
  await copyWhole(repository, entries, ways);
  return { files, leftOut, defaultCron, packages: await readPackages(repository, entries) };
}

async function copyWhole(
  repository: Repository,
  entries: readonly TreeEntry[],
  { job: { repository: folder, limits, language } }: PullWays,
): Promise<void> {
  if (folder === null) return;
  const incomplete = await copyRepository(repository, entries, { folder, limits });
  const messages = pullMessages[language].repository;
  if (incomplete !== null) {
    say(
      "tooLarge" in incomplete
        ? messages.tooLarge(incomplete.tooLarge)
        : messages.leftOut(incomplete.leftOut),
    );
  }
}

async function readPackages(
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<MissingPackage[]> {
  const found = packageFiles.flatMap((name) => {
    const entry = entries.find(({ path, kind, size }) =>
      path === name && kind === "file" && size <= MAX_PACKAGE_FILE_BYTES
    );
    return entry ? [{ name, entry }] : [];
  });
  const packages: MissingPackage[] = [];
  let at = 0;
  for await (const content of repository.contents(found.map(({ entry }) => entry))) {
    packages.push(...requestedPackages(found[at++]!.name, content.toString("utf8")));
  }
  return packages;
}

interface Taken {
  entry: TreeEntry;
  path: string;
  isScript: boolean;
}

// A module of the user replaces the one that a repository brings for its scripts, but no script.
async function choose(
  entries: readonly TreeEntry[],
  { rules, limits }: PullWays["job"],
  modules: ReadonlySet<string>,
) {
  const pick = await fileChooser(rules);
  const taken: Taken[] = [];
  const leftOut: { path: string; reason: LeftOutReason }[] = [];
  for (const entry of entries) {
    const wanted = entry.path === null ? null : pick(entry.path);
    const picked = wanted === "dependency" && modules.has(entry.path ?? "") ? null : wanted;
    const error = entry.kind !== "file" ? entry.kind : pathIssue(entry.path) ??
      (picked !== null && entry.size > limits.fileBytes ? "too_large" : null);
    if (error !== null) leftOut.push({ path: quotedPath(entry.path), reason: error });
    else if (picked !== null && entry.path !== null) {
      taken.push({ entry, path: entry.path, isScript: picked === "script" });
    }
  }
  return { taken, leftOut };
}

// A file name must not look like a separate line in the log.
function quotedPath(path: string | null): string {
  return path === null ? "?" : JSON.stringify(path).slice(1, -1).slice(0, 300);
}
