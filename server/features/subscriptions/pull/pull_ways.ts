// The context of a pull: its job, its secrets and its network access.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutboundPolicy } from "../../../platform/outbound/outbound_policy.ts";
import { type Proxy, readProxy } from "../../../platform/outbound/proxy.ts";
import type { WebLogin } from "../../../platform/outbound/web_request.ts";
import { jobFile, type PullJob, readMessage, secretFiles, type SecretName } from "./job.ts";
import { PullError } from "./pull_error.ts";
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { commandShell } from "../../../platform/process/spawn_session.ts";

export interface PullWays {
  folder: string;
  job: PullJob;
  login: WebLogin | null;
  hasKey: boolean;
  policy: OutboundPolicy;
  proxy: Proxy | null;
  /** Rule for scripts without one; null to generate a rule. */
  defaultCron: string | null;
  secrets: string[];
  signal: AbortSignal;
}

/** Some servers accept any user name together with a token. */
const ANY_USER = "git";
const MAX_MS = 60_000;
const MAX_CHARACTERS = 10_000;
// Its output goes to the log; the values use a separate file descriptor.
const SOURCED = `. "$1" 3>&-
printf '%s\\0' "\${DefaultCronRule-}" "\${RepoFileExtensions-}" "\${ProxyUrl-}" >&3`;

export function readJob(folder: string): PullJob {
  const job = readMessage<PullJob>(folder, jobFile);
  if (job === null) throw new Error(`there is no job in ${folder}`);
  return job;
}

/** Fills in from config.sh what neither the subscription nor the panel sets. */
export function withConfig(folder: string, job: PullJob, config: ConfigValues): PullJob {
  const file = join(folder, secretFiles.proxy);
  // Stored as a file because it may contain a password, and the ssh connector reads it from there.
  if (config.proxy !== "" && !existsSync(file)) writeFileSync(file, config.proxy, { mode: 0o600 });
  const { rules } = job;
  return { ...job, rules: { ...rules, extensions: rules.extensions.trim() || config.extensions } };
}

/** Opens what a job needs. Throws `PullError`. */
export function openWays(
  folder: string,
  job: PullJob,
  { signal, defaultCron = "" }: { signal: AbortSignal; defaultCron?: string },
): PullWays {
  const password = readSecret(folder, "password");
  const key = readSecret(folder, "key");
  const proxyText = readSecret(folder, "proxy");
  const usual = job.url.startsWith("http") ? "http" : "socks5";
  const proxy = proxyText === null ? null : readProxy(proxyText, usual);
  if (proxyText !== null && proxy === null) throw new PullError((messages) => messages.proxyForm);
  return {
    folder,
    job,
    proxy,
    signal,
    defaultCron: defaultCron || null,
    login: password === null ? null : { user: job.username || ANY_USER, password },
    hasKey: key !== null,
    policy: new OutboundPolicy(job.allowNetworks, undefined, job.requester),
    secrets: [password, proxy?.password ?? null].flatMap((secret) =>
      secret ? [secret, encodeURIComponent(secret)] : []
    ),
  };
}

/** Reads a secret of a job; null if there is none. */
function readSecret(folder: string, name: SecretName): string | null {
  try {
    return readFileSync(join(folder, secretFiles[name]), "utf8");
  } catch {
    return null;
  }
}

/** Removes the secrets of a job and the files made to use them. */
export function removeSecrets(folder: string): void {
  for (const name of [...Object.values(secretFiles), "askpass", "ssh", "connect", "home", "repository"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (masked, secret) => secret.length < 4 ? masked : masked.replaceAll(secret, "***"),
    text,
  );
}

// Reads the settings for pulls from the administrator's config.sh. The shell evaluates the file, as it does
// for every run, instead of parsing it as text: a value may depend on another one, a condition or a sourced
// file, and must mean the same for pulls as for runs. The file belongs to the administrator, and this process
// holds no panel secrets.

/** Values from config.sh; empty if not set. */
interface ConfigValues {
  defaultCron: string;
  extensions: string;
  proxy: string;
}

const nothing: ConfigValues = { defaultCron: "", extensions: "", proxy: "" };

/** Reads the values. Throws `PullError` if the file exits on its own, because its values are then unknown. */
export async function readConfig({ configFile, scripts, environment }: PullJob): Promise<ConfigValues> {
  if (configFile === null) return nothing;
  const child = spawn(commandShell(), ["-c", SOURCED, "sundial", configFile], {
    cwd: scripts,
    env: { ...environment },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
  let reported = "";
  // File descriptor 3 of `stdio` above.
  const values = child.stdio[3] as Readable;
  values.setEncoding("utf8").on(
    "data",
    (text: string) => reported = (reported + text).slice(0, MAX_CHARACTERS),
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  }).finally(() => clearTimeout(late));
  const parts = reported.split("\0");
  if (parts.length !== 4) throw new PullError((messages) => messages.config(code));
  const [defaultCron = "", extensions = "", proxy = ""] = parts.map((one) => one.trim());
  return { defaultCron, extensions, proxy };
}
