import { Interpreters } from "../engine/command/interpreters.ts";
import { Engine } from "../engine/engine.ts";
import { inheritableEnvironment } from "../engine/run_spec.ts";
import { readBootId } from "../platform/process/process_table.ts";
import { noteScript } from "../features/files/note_script.ts";
import type { FileVersions } from "../features/files/versions.ts";
import { scriptHost } from "../platform/script_host.ts";
import type { Foundation } from "./foundation.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Builds the engine, not started yet. */
export async function buildEngine(
  { db, clock, logger, bus, folder, settings }: Foundation,
  versions: FileVersions,
): Promise<Engine> {
  const environment = inheritableEnvironment(Deno.env.toObject());
  const path = environment["PATH"] ?? USUAL_PATH;
  return new Engine({
    ...{ db, clock, logger, bus },
    installation: folder.installation,
    bootId: readBootId(),
    logs: folder.logs,
    marks: folder.marks,
    concurrency: settings.current().concurrency,
    logMaxBytes: () => settings.current().logMaxBytes,
    context: {
      scripts: folder.scripts,
      config: folder.config,
      interpreters: await Interpreters.detect(path, { argv: scriptHost() }),
      runtime: () => settings.current().javascriptRuntime,
      language: () => settings.current().language,
      zone: () => settings.current().effectiveTimeZone,
      inherited: { ...environment, PATH: path },
    },
    scriptVersions: { note: (path) => noteScript(versions, folder.scripts, path) },
  });
}
