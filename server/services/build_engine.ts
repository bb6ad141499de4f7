import { Interpreters } from "../engine/command/interpreters.ts";
import { Engine } from "../engine/engine.ts";
import type { Packages } from "../engine/packages.ts";
import type { Pulls } from "../engine/pulls.ts";
import type { TaskVariables } from "../engine/task_variables.ts";
import { readBootId } from "../platform/process/process_table.ts";
import { noteScript } from "../features/files/note_script.ts";
import type { FileVersions } from "../features/files/versions.ts";
import { maskerHost, scriptHost } from "../platform/script_host.ts";
import type { Foundation } from "./foundation_shape.ts";
import { planSources, runTypes } from "./run_types.ts";
import { taskEnvironment } from "./task_environment.ts";

/** Creates the engine without starting it. */
export async function buildEngine(
  { db, clock, logger, bus, folder, sealer, settings, disk, dataFiles, isTrial = false }: Foundation,
  versions: FileVersions,
  variables: TaskVariables,
  packages: Packages,
  pulls: Pulls,
): Promise<Engine> {
  const inherited = taskEnvironment();
  return new Engine({
    ...{ runTypes, planSources, db, clock, logger, bus },
    installation: folder.installation,
    // Runs marked as running in the copied database belong to another panel, so a random boot id matches none
    // of them.
    bootId: isTrial ? crypto.randomUUID() : readBootId(),
    startsRuns: !isTrial,
    hasRoom: () => disk.hasRoomForRuns,
    beforeRun: () => dataFiles.makeFolders(),
    logs: folder.logs,
    marks: folder.marks,
    concurrency: settings.current().concurrency,
    logMaxBytes: () => settings.current().logMaxBytes,
    context: {
      variables,
      sealer,
      maskerHost: maskerHost(),
      scripts: folder.scripts,
      config: folder.config,
      interpreters: await Interpreters.detect(inherited.PATH, { argv: scriptHost() }),
      runtime: () => settings.current().javascriptRuntime,
      language: () => settings.current().language,
      zone: () => settings.current().effectiveTimeZone,
      inherited,
      packages,
      pulls,
    },
    scriptVersions: { note: (path) => noteScript(versions, folder.scripts, path) },
  });
}
