import type { Requester } from "../../contract/scopes.ts";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlias, readSubscriptionAddress } from "../../contract/subscription_address.ts";
import { findShellHooks } from "../tasks/command/hooks.ts";
import { localPaths, type PanelFolders } from "../tasks/command/old_paths.ts";
import type { Base } from "../../engine/base.ts";
import type { RunRow } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { type Sealer, SealError } from "../../platform/seal.ts";
import type { RememberedHosts } from "./host_keys.ts";
import type { PullOrder, PullPart, Pulls } from "./run_type.ts";
import { usesPassword } from "./subscription_rows.ts";
import {
  jobFile,
  type PullJob,
  type PullLimits,
  secretFiles,
  type SecretName,
  usualLimits,
  writeMessage,
} from "./pull/job.ts";
import type { Repositories } from "./workspace/repositories.ts";
import { commandError } from "../tasks/command/refusal_messages.ts";

export interface PullOrdersOptions extends Pick<Base, "zone" | "language"> {
  /** Directory of the jobs. */
  jobs: string;
  scripts: string;
  hosts: Pick<RememberedHosts, "file" | "share">;
  sealer: Sealer;
  /** The panel's folders, which commands may name by paths of another panel. */
  folders: PanelFolders;
  repositories: Repositories;
  /** Opens the secrets that apply to subscriptions without their own. Throws `SealError`. */
  panelSecrets(): { proxy: string | null; sshKey: string | null };
  /** Private networks that may be reached, by requester. */
  networks: Readonly<Record<Requester, readonly string[]>>;
  gitProtocols: readonly string[];
  /** Environment as visible to tasks. */
  inherited: Readonly<Record<string, string>>;
  /** Command that starts this program to pull or to connect. */
  pullHost: readonly string[];
  connectHost: readonly string[];
  limits?: Partial<PullLimits>;
}

/** Prepares pulls: a folder for each, with its job and its secrets. */
export class PullOrders implements Pulls {
  constructor(private readonly options: PullOrdersOptions) {}

  order(run: RunRow, row: SubscriptionRow, part: PullPart): PullOrder {
    const { inherited, scripts, pullHost, zone } = this.options;
    // Validated when it was stored; this stops a row that was edited by hand.
    if (!isAlias(row.alias)) throw commandError({ code: "folder_missing", folder: row.alias });
    const folder = this.folder(run.id);
    // A previous start may have left files.
    for (const left of [folder, join(scripts, stagingName(run.id))]) {
      rmSync(left, { recursive: true, force: true });
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const environment = { ...inherited, TZ: zone(), SUNDIAL_SUBSCRIPTION_ID: String(row.id) };
    try {
      // An administrator's command gets no secrets.
      if (part.kind !== "after") this.#writeSecrets(folder, row);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      if (error instanceof SealError) throw commandError({ code: "secret_locked" });
      throw error;
    }
    writeMessage(folder, jobFile, this.#job(run, row, { part, environment }));
    return {
      command: [...pullHost, folder],
      directory: scripts,
      environment: { ...inherited, TZ: zone() },
    };
  }

  async ready(): Promise<void> {
    await this.options.hosts.share();
  }

  folder(runId: number): string {
    return join(this.options.jobs, String(runId));
  }

  #job(
    run: RunRow,
    row: SubscriptionRow,
    { part, environment }: { part: PullPart; environment: Record<string, string> },
  ): PullJob {
    const { scripts, hosts, networks, gitProtocols, language, connectHost, limits, folders, repositories } =
      this.options;
    const local = (line: string | null) => line === null ? null : localPaths(line, folders);
    const requester = run.cause === "application" || row.by_application === 1 ? "application" : "person";
    return {
      runId: run.id,
      part,
      environment,
      scripts,
      knownHosts: hosts.file,
      gitProtocols,
      allowNetworks: networks[requester],
      requester,
      type: row.type,
      url: row.url,
      branch: row.branch,
      username: row.username,
      alias: row.alias,
      pinnedCommit: row.review === "pinned" ? row.pinned_commit : null,
      rules: {
        whitelist: row.whitelist,
        blacklist: row.blacklist,
        extensions: row.extensions,
        dependencyWords: row.dependency_words,
        applyFolder: row.apply_folder ?? null,
      },
      before: local(row.before_command),
      after: local(row.after_command),
      language: language(),
      configFile: findShellHooks(folders.config).firstFile,
      staging: stagingName(run.id),
      repository: part.kind === "pull" && row.type !== "file" ? repositories.prepare(run.id) : null,
      connect: connectHost,
      limits: { ...usualLimits, ...limits },
    };
  }

  // The secrets of a subscription override those of the panel.
  #writeSecrets(folder: string, row: SubscriptionRow): void {
    const { sealer, panelSecrets } = this.options;
    const isPrivate = row.type !== "public_repository";
    const isSsh = readSubscriptionAddress(row.url)?.protocol === "ssh";
    const open = (sealed: string | null) => sealed === null ? null : sealer.open(sealed, "subscription");
    const panel = panelSecrets();
    const secrets: Record<SecretName, string | null> = {
      password: usesPassword(row) ? open(row.password_sealed) : null,
      key: isPrivate && row.pull_method === "ssh_key" ? open(row.private_key_sealed) : null,
      proxy: open(row.proxy_sealed) ?? panel.proxy,
    };
    if (isSsh) secrets.key ??= panel.sshKey;
    for (const [name, text] of Object.entries(secrets)) {
      // The names are the keys of the object above.
      const file = join(folder, secretFiles[name as SecretName]);
      if (text !== null) writeFileSync(file, text, { mode: 0o600 });
    }
  }
}

/** Returns the staging folder of a pull, relative to the scripts. */
export function stagingName(runId: number): string {
  return `.sundial-pull-${runId}`;
}
