// Subscriptions: the part that prepares pulls for the engine, and the parts that follow pulls and serve requests once the
// engine exists.
import type { Dependencies } from "../features/dependencies/service.ts";
import { join } from "node:path";
import type { Engine } from "../engine/engine.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import { RememberedHosts } from "../features/subscriptions/host_keys.ts";
import { StoredPulls } from "../features/subscriptions/stored_pulls.ts";
import { Previews } from "../features/subscriptions/previews.ts";
import { PullApplier } from "../features/subscriptions/workspace/apply_pull.ts";
import { Repositories } from "../features/subscriptions/workspace/repositories.ts";
import { SwapJournal } from "../features/subscriptions/workspace/swap_journal.ts";
import { PullOrders } from "../features/subscriptions/pull_orders.ts";
import { WatchedPulls } from "../features/subscriptions/pulls.ts";
import { Subscriptions } from "../features/subscriptions/service.ts";
import { SubscriptionWriter } from "../features/subscriptions/subscription_writer.ts";
import type { PanelFolders } from "../features/tasks/command/old_paths.ts";
import { repositoriesFolder } from "../platform/old_panel_folder.ts";
import type { Tasks } from "../features/tasks/service.ts";
import { TaskChanges } from "../features/tasks/task_changes.ts";
import type { SharedFolders } from "../platform/files/shared_folders.ts";
import { connectHost, pullHost } from "../platform/script_host.ts";
import type { Foundation } from "./foundation_shape.ts";

/** Creates the part that remembers the host keys of servers. */
export function buildHosts(
  { config, db, folder }: Pick<Foundation, "config" | "db" | "folder">,
): RememberedHosts {
  return new RememberedHosts({
    file: join(folder.root, "known_hosts"),
    shared: config.databaseUrl === null ? null : db,
  });
}

export function buildPullOrders(
  { config, zone, language, folder, sealer, settings }: Foundation,
  { inherited, hosts, folders }: {
    inherited: Record<string, string>;
    hosts: RememberedHosts;
    folders: PanelFolders;
  },
): PullOrders {
  return new PullOrders({
    jobs: jobsOf(folder),
    scripts: folder.scripts,
    hosts,
    sealer,
    networks: { person: config.allowNetworks, application: config.listedNetworks },
    gitProtocols: config.gitProtocols,
    folders,
    repositories: repositoriesOf(folder),
    panelSecrets: () => settings.secrets(),
    language,
    zone,
    inherited,
    pullHost: pullHost(),
    connectHost: connectHost(),
  });
}

/** Creates the subscription services and the watcher of their pulls, without opening them. */
export function buildSubscriptions(
  { config, db, bus, clock, logger, zone, language, folder, sealer, settings, deciding, findCalendar }:
    Foundation,
  { engine, tasks, files, dependencies, hosts, folders }: {
    engine: Engine;
    tasks: Tasks;
    files: FilesParts;
    dependencies: Dependencies;
    hosts: RememberedHosts;
    /** What nodes store for each other. */
    folders: SharedFolders | undefined;
  },
): { pulls: WatchedPulls; subscriptions: Subscriptions; previews: Previews } {
  const base = { db, bus, clock, logger, zone, language };
  const hasPanelKey = () => settings.current().sshKey !== null;
  const { gitProtocols } = config;
  const { scripts } = files.areas;
  const { versions } = files;
  const { area } = scripts;
  const jobs = jobsOf(folder);
  const changes = new TaskChanges({ ...base, engine, findCalendar });
  const journal = new SwapJournal(jobs, folder.scripts);
  const repositories = repositoriesOf(folder);
  const applier = new PullApplier({ ...base, area, versions, tasks: changes, journal, repositories });
  const pulls = new WatchedPulls({
    ...base,
    applier,
    journal,
    repositories,
    jobs,
    scripts: folder.scripts,
    engine,
    hosts,
    folders,
    isDeciding: () => deciding.isActive,
  });
  const writer = new SubscriptionWriter({
    ...base,
    tasks: changes,
    scripts,
    journal,
    repositories,
    sealer,
    gitProtocols,
    keys: jobs,
    hasPanelKey,
  });
  const subscriptions = new Subscriptions({
    ...base,
    engine,
    tasks,
    scripts,
    pulls,
    repositories,
    writer,
    hosts,
    sealer,
    dependencies,
  });
  const storedPulls = new StoredPulls({ jobs, scripts: folder.scripts, folders });
  return { pulls, subscriptions, previews: new Previews({ db, engine, writer, storedPulls, scripts }) };
}

function repositoriesOf({ root }: Foundation["folder"]): Repositories {
  return new Repositories(repositoriesFolder(root));
}

function jobsOf({ root }: Foundation["folder"]): string {
  return join(root, "pulls");
}
