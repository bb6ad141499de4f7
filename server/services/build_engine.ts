// What can run, and the engine that runs it.
import { Engine } from "../engine/engine.ts";
import type { EngineOptions } from "../engine/engine_options.ts";
import { localLogSink } from "../engine/logs/log_sink.ts";
import type { PlanSource } from "../engine/plan_source.ts";
import { RunTypes } from "../engine/run_type.ts";
import { scriptDebug } from "../features/debug/run_type.ts";
import { InstalledPackages } from "../features/dependencies/installed_packages.ts";
import { packageDirectories } from "../features/dependencies/package_directories.ts";
import { type PackageInstallers, packageRuns } from "../features/dependencies/run_type.ts";
import { type FileVersions, noteScript } from "../features/files/versions.ts";
import { subscriptionPlans } from "../features/subscriptions/plan_source.ts";
import { type Pulls, subscriptionPulls } from "../features/subscriptions/run_type.ts";
import { secretsOfPanel } from "../features/tasks/command/inherited_environment.ts";
import type { ScriptContext } from "../features/tasks/command/script_spec.ts";
import { planTasks, type TaskPlanContext } from "../features/tasks/plan_source.ts";
import { configuredDelay } from "../features/tasks/random_delay.ts";
import { type TaskRunContext, taskRuns } from "../features/tasks/run_type.ts";
import { scopedTask } from "../features/windows/window_spans.ts";
import { readBootId } from "../platform/process/process_table.ts";
import { maskerHost } from "../platform/script_host.ts";
import type { Foundation } from "./foundation_shape.ts";
import type { SharedNode } from "./shared_node.ts";

/** Returns what can be due: each feature that plans something registers its plan source. Decided in this order. */
export function createPlanSources(
  { configFile }: Pick<ScriptContext, "configFile">,
  context: Pick<TaskPlanContext, "findCalendar" | "windowsOf" | "panelZone">,
): PlanSource[] {
  const randomDelay = configuredDelay(configFile, Math.random);
  return [planTasks({ ...context, randomDelay }), subscriptionPlans];
}

/** Returns what can run: each feature that runs something registers its run type. */
export function createRunTypes(
  { tasks, pulls, installers }: { tasks: TaskRunContext; pulls: Pulls; installers: PackageInstallers },
): RunTypes {
  return new RunTypes({
    task: taskRuns(tasks),
    debug: scriptDebug(tasks),
    dependency: packageRuns(installers),
    subscription: subscriptionPulls(pulls),
  });
}

/** Creates the services that list the packages of the machine and install more. */
export function buildPackages(
  { folder, language, settings }: Pick<Foundation, "folder" | "language" | "settings">,
  inherited: Record<string, string>,
): InstalledPackages {
  return new InstalledPackages({
    directories: packageDirectories(folder),
    inherited,
    settings: () => settings.current().dependencies,
    language,
    userId: Deno.uid(),
    osRelease: "/etc/os-release",
    panelRuntime: Deno.build.standalone ? null : Deno.execPath(),
  });
}

/** Creates the engine without starting it. */
export function buildEngine(
  {
    db,
    clock,
    logger,
    bus,
    folder,
    settings,
    disk,
    dataFiles,
    zoneRules,
    findCalendar,
    windows,
    isTrial = false,
  }: Foundation,
  { runTypes, scripts, versions, shared }: {
    /** Undefined where this machine is alone. */
    shared: SharedNode | undefined;
    runTypes: RunTypes;
    scripts: Pick<ScriptContext, "inherited" | "zone" | "configFile">;
    versions: FileVersions;
  },
): Engine {
  const options: EngineOptions = {
    runTypes,
    planSources: createPlanSources(scripts, {
      findCalendar,
      panelZone: scripts.zone,
      windowsOf: (task, span) => windows.of(scopedTask(task), span),
    }),
    db,
    clock,
    logger,
    bus,
    installation: folder.installation,
    // Runs marked as running in the copied database belong to another panel, so a random boot id matches none
    // of them.
    bootId: isTrial ? crypto.randomUUID() : readBootId(),
    startsRuns: !isTrial,
    hasRoom: () => disk.hasRoomForRuns,
    beforeRun: () => dataFiles.makeFolders(),
    logs: folder.logs,
    exitFiles: folder.exitFiles,
    concurrency: settings.current().concurrency,
    logMaxBytes: () => settings.current().logMaxBytes,
    language: () => settings.current().language,
    zone: scripts.zone,
    zoneRules: () => zoneRules.release ?? "unknown",
    maskerHost: maskerHost(),
    environment: scripts.inherited,
    secrets: secretsOfPanel(scripts.inherited),
    logSink: shared?.logSink ?? localLogSink,
    ...(shared && { distribution: shared.distribution }),
    scriptVersions: { note: (path, file) => noteScript(versions, rootOf(path, file, folder.scripts), path) },
  };
  return new Engine(options);
}

// A run may have a copy of the scripts.
function rootOf(path: string, file: string, scripts: string): string {
  const isCopy = !file.startsWith(`${scripts}/`) && file.endsWith(`/${path}`);
  return isCopy ? file.slice(0, -path.length - 1) : scripts;
}
