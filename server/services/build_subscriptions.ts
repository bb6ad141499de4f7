// Subscriptions: the part that prepares pulls for the engine, and the parts that follow pulls and serve requests once the
// engine exists.
import { join } from "node:path";
import type { Engine } from "../engine/engine.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import { RememberedHosts } from "../features/subscriptions/host_keys.ts";
import { LaidOutPulls } from "../features/subscriptions/laid_out.ts";
import { Previews } from "../features/subscriptions/previews.ts";
import { PullPlacer } from "../features/subscriptions/workspace/place_pull.ts";
import { SwapJournal } from "../features/subscriptions/workspace/swap_journal.ts";
import { PullOrders } from "../features/subscriptions/pull_orders.ts";
import { WatchedPulls } from "../features/subscriptions/pulls.ts";
import { Subscriptions } from "../features/subscriptions/service.ts";
import { SubscriptionWriter } from "../features/subscriptions/subscription_writer.ts";
import { Tasks } from "../features/tasks/service.ts";
import { TaskChanges } from "../features/tasks/task_changes.ts";
import { connectHost, pullHost } from "../platform/script_host.ts";
import type { Foundation } from "./foundation_shape.ts";
import { taskEnvironment } from "./task_environment.ts";

/** Creates the part that prepares pulls. */
export function buildPullOrders({ config, folder, sealer, settings }: Foundation): PullOrders {
  return new PullOrders({
    ...{ jobs: jobsOf(folder), scripts: folder.scripts, knownHosts: knownHostsOf(folder), sealer },
    networks: { person: config.allowNetworks, application: config.listedNetworks },
    ...{ gitProtocols: config.gitProtocols },
    ...{ config: folder.config, panelSecrets: () => settings.secrets() },
    language: () => settings.current().language,
    zone: () => settings.current().effectiveTimeZone,
    ...{ inherited: taskEnvironment(), pullHost: pullHost(), connectHost: connectHost() },
  });
}

/** Creates the subscription services and the watcher of their pulls, without opening them. */
export function buildSubscriptions(
  { config, db, bus, clock, logger, folder, sealer, settings }: Foundation,
  engine: Engine,
  files: FilesParts,
): { pulls: WatchedPulls; subscriptions: Subscriptions; previews: Previews } {
  const zone = () => settings.current().effectiveTimeZone;
  const tasks = new Tasks({ db, clock, bus, engine, scripts: folder.scripts, zone });
  const changes = new TaskChanges({ clock, bus, engine, zone });
  const scripts = files.areas.scripts;
  const jobs = jobsOf(folder);
  const journal = new SwapJournal(jobs, folder.scripts);
  const placer = new PullPlacer({
    db,
    clock,
    area: scripts.area,
    versions: files.versions,
    tasks: changes,
    journal,
    logger,
  });
  const pulls = new WatchedPulls({
    ...{ db, bus, clock, logger, placer, journal, jobs, scripts: folder.scripts, queue: engine.pulls },
    language: () => settings.current().language,
  });
  const { gitProtocols } = config;
  const shared = { db, clock, scripts, sealer };
  const writer = new SubscriptionWriter({
    ...{ ...shared, tasks: changes, journal, gitProtocols, zone, keys: jobs },
    hasPanelKey: () => settings.current().sshKey !== null,
  });
  const hosts = new RememberedHosts(knownHostsOf(folder));
  const subscriptions = new Subscriptions({ ...shared, bus, engine, tasks, pulls, writer, hosts });
  const laidOut = new LaidOutPulls({ jobs, scripts: folder.scripts });
  return { pulls, subscriptions, previews: new Previews({ db, engine, writer, laidOut, scripts }) };
}

function jobsOf({ root }: Foundation["folder"]): string {
  return join(root, "pulls");
}

function knownHostsOf({ root }: Foundation["folder"]): string {
  return join(root, "known_hosts");
}
