// What every other service builds on: files, variables, the engine with what it can run, tasks, subscriptions and
// dependencies. Nothing is started.
import type { RunTypes } from "../engine/run_type.ts";
import { Dependencies } from "../features/dependencies/service.ts";
import { type FilesParts, openFiles } from "../features/files/files_parts.ts";
import { installLibrary } from "../features/script_library/install_library.ts";
import { writeNotifiers } from "../features/script_library/notifiers.ts";
import { ConfigFile } from "../features/tasks/command/config_switches.ts";
import { Interpreters } from "../features/tasks/command/interpreters.ts";
import { inheritedEnvironment } from "../features/tasks/command/inherited_environment.ts";
import { type ScriptContext, withPrograms } from "../features/tasks/command/script_spec.ts";
import type { OutputContext } from "../features/tasks/outputs/collect_outputs.ts";
import { OutputFolders } from "../features/tasks/outputs/output_folders.ts";
import { Tasks } from "../features/tasks/service.ts";
import { Variables } from "../features/variables/service.ts";
import { ACCESS_VARIABLE, AccessFolder, SOCKET_VARIABLE } from "../platform/access_folder.ts";
import { writePrograms } from "../platform/access_programs.ts";
import {
  foldersIn,
  makeOldPanelFolder,
  type NamedFolders,
  oldPanelVariables,
} from "../platform/old_panel_folder.ts";
import { scriptHost } from "../platform/script_host.ts";
import { buildEngine, buildPackages, createRunTypes } from "./build_engine.ts";
import { buildHosts, buildPullOrders, buildSubscriptions } from "./build_subscriptions.ts";
import { TriggerFiles } from "../features/tasks/triggers/trigger_files.ts";
import type { Foundation } from "./foundation_shape.ts";
import type { SharedNode, SharedStores } from "./shared_node.ts";
import { startLimits } from "./start_limits.ts";

export type Core = ReturnType<typeof buildCore>;

/** Builds the core; `join` joins the other nodes, and returns undefined where this machine is alone. */
export async function buildCore(
  foundation: Foundation,
  join: (runTypes: RunTypes, files: FilesParts) => Promise<SharedNode | undefined> = () =>
    Promise.resolve(undefined),
) {
  const { db, clock, logger, bus, zone, language, folder, sealer, settings, findCalendar, windows } =
    foundation;
  let nodeId: number | null = null;
  const stores = await openStores(foundation, () => nodeId!);
  const files = openFiles({ db, clock, bus, folder, shared: stores });
  const variables = new Variables({ db, clock, bus, sealer });
  const accessFolder = AccessFolder.open(folder.root, foundation);
  const folders = foldersIn(folder.root);
  const programs = writePrograms(accessFolder.path);
  if (!foundation.isTrial) provideForOldScripts(folders, programs, logger);
  const environment = inheritedEnvironment(Deno.env.toObject(), foundation.config.passVariables);
  const inherited = withPrograms({ ...environment, ...oldPanelVariables(folders) }, programs);
  const packages = buildPackages(foundation, inherited);
  const scripts: ScriptContext = {
    ...folders,
    configFile: new ConfigFile(folder.config),
    interpreters: new Interpreters(inherited.PATH, { argv: scriptHost() }),
    packages,
    library: installLibrary(accessFolder.path),
    runtime: () => settings.current().javascriptRuntime,
    language,
    zone,
    sealer,
    inherited,
    access: () => ({ [SOCKET_VARIABLE]: accessFolder.socket, [ACCESS_VARIABLE]: accessFolder.path }),
  };
  const hosts = buildHosts(foundation);
  const runTypes = createRunTypes({
    tasks: {
      scripts,
      variables,
      outputs: outputsIn(foundation),
      timeLimitMs: () => settings.current().taskTimeLimitMs,
      zone,
      limits: startLimits({ windows, findCalendar }),
    },
    pulls: buildPullOrders(foundation, { inherited, hosts, folders }),
    installers: packages,
  });
  const shared = await join(runTypes, files);
  nodeId = shared?.distribution.nodeId ?? null;
  const engine = buildEngine(foundation, { runTypes, scripts, versions: files.versions, shared });
  const triggerFiles = new TriggerFiles({
    ...{ clock, scripts: folder.scripts, root: folder.root },
    isDeciding: () => foundation.deciding.isActive,
  });
  const tasks = new Tasks({
    ...{ db, clock, bus, engine, sealer, scripts: folder.scripts, zone, findCalendar, triggerFiles },
  });
  const dependencies = new Dependencies({ db, clock, bus, logger, engine, packages, logs: folder.logs });
  const { pulls, ...subscribing } = buildSubscriptions(foundation, {
    ...{ engine, tasks, files, dependencies, hosts },
    folders: stores?.folders,
  });
  return {
    files,
    variables,
    accessFolder,
    scripts,
    runTypes,
    engine,
    tasks,
    triggerFiles,
    pulls,
    subscribing,
    dependencies,
    shared,
    stores,
  };
}

function outputsIn({ folder, settings }: Pick<Foundation, "folder" | "settings">): OutputContext {
  return {
    folders: new OutputFolders(folder.outputs),
    maxBytes: () => settings.current().logMaxBytes,
  };
}

// Most scripts need nothing of it: a full disk must not keep the panel from starting.
function provideForOldScripts(folders: NamedFolders, programs: string, logger: Foundation["logger"]): void {
  try {
    makeOldPanelFolder(folders, programs);
    writeNotifiers(folders.scripts);
  } catch (error) {
    logger.warn("failed to provide what scripts of other panels look for", { error });
  }
}

// On a single machine, nothing of what several need is loaded.
async function openStores(foundation: Foundation, nodeId: () => number): Promise<SharedStores | undefined> {
  if (foundation.config.databaseUrl === null) return undefined;
  const { openSharedStores } = await import("./open_shared_stores.ts");
  return openSharedStores(foundation, nodeId);
}
