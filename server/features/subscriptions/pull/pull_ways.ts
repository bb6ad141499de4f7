// The context of a pull: its job, its secrets and its network access.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutboundPolicy } from "../../../platform/outbound/outbound_policy.ts";
import { type Proxy, readProxy } from "../../../platform/outbound/proxy.ts";
import type { WebLogin } from "../../../platform/outbound/web_request.ts";
import type { ConfigValues } from "./read_config.ts";
import { jobFile, type PullJob, readMessage, secretFiles, type SecretName } from "./job.ts";
import { PullError } from "./pull_error.ts";

export interface PullWays {
  folder: string;
  job: PullJob;
  login: WebLogin | null;
  hasKey: boolean;
  policy: OutboundPolicy;
  proxy: Proxy | null;
  /** Rule for scripts without one; null to generate a rule. */
  defaultCron: string | null;
  /** Secrets to mask in output. */
  secrets: string[];
  signal: AbortSignal;
}

/** Some servers accept any user name together with a token. */
const ANY_USER = "git";

/** Reads the job of a folder. */
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
    ...{ folder, job, proxy, signal, defaultCron: defaultCron || null },
    login: password === null ? null : { user: job.username || ANY_USER, password },
    hasKey: key !== null,
    policy: new OutboundPolicy(job.allowNetworks),
    secrets: [password, proxy?.password ?? null].flatMap((secret) =>
      secret ? [secret, encodeURIComponent(secret)] : []
    ),
  };
}

/** Reads a secret of a job; null if there is none. */
export function readSecret(folder: string, name: SecretName): string | null {
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

/** Masks secrets in a text. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (visible, secret) => secret.length < 4 ? visible : visible.replaceAll(secret, "***"),
    text,
  );
}
