// Imports from other programs.
import { Applications, type ApplicationsOptions } from "../features/applications/service.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import type { ImportTargets } from "../features/imports/run_import.ts";
import { Imports } from "../features/imports/service.ts";
import { importSourceList } from "../features/imports/sources/list.ts";
import { Views } from "../features/views/service.ts";
import { panelUser } from "../features/views/views_user.ts";
import { realDisk } from "../platform/disk.ts";
import { commandShell } from "../platform/process/spawn_session.ts";
import type { Foundation } from "./foundation_shape.ts";

export interface ImportingServices
  extends Omit<ImportTargets, "files" | "applications" | "views" | "sealer"> {
  files: FilesParts;
  tokens: ApplicationsOptions["tokens"];
}

/** Creates the service for imports without opening it. */
export function buildImports(
  { db, bus, clock, logger, zone, folder, sealer }: Foundation,
  { channels, dependencies, files, subscriptions, tasks, tokens, variables }: ImportingServices,
): Imports {
  return new Imports({
    db,
    clock,
    logger,
    disk: realDisk,
    root: folder.root,
    zone,
    sources: importSourceList({ shell: commandShell() }),
    targets: {
      files: files.areas,
      variables,
      subscriptions,
      tasks,
      dependencies,
      sealer,
      channels,
      applications: new Applications({ db, bus, clock, tokens }),
      views: new Views({ db, clock, bus, tasks, user: panelUser }),
    },
  });
}
