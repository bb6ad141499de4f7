// The environment of a script that `task` runs outside of a run, in a terminal: as a task would get it from the panel.
import { delimiter, join } from "node:path";
import { packageDirectories } from "../features/dependencies/package_directories.ts";
import {
  interpreterFolders,
  packageEnvironment,
  runtimeFlags,
} from "../features/dependencies/installed_packages.ts";
import { packageVariables, type ScriptPackages } from "../features/tasks/command/script_spec.ts";
import type { SharedOptions } from "../features/tasks/command/shared_options.ts";
import { requireKey } from "../features/secret_key/check_key.ts";
import { Variables } from "../features/variables/service.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { Bus } from "../engine/bus.ts";
import type { VariablesOfRun } from "../engine/run_type.ts";
import type { Tables } from "../migrations/tables.ts";
import { accessFolderOf, SOCKET_VARIABLE, socketOf } from "../platform/access_folder.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database.ts";
import { foldersIn, oldPanelVariables } from "../platform/old_panel_folder.ts";
import { Sealer } from "../platform/seal.ts";
import { keyFileOf, openShared, readSharedDatabase } from "./shared_database.ts";

/** Returns the environment with the enabled variables, what of it is secret, and where the packages are. Throws database errors. */
export async function loadEnvironment(
  data: string,
  inherited: Record<string, string>,
  { zone, ...mirrors }: SharedOptions,
): Promise<{
  environment: Record<string, string>;
  packages: ScriptPackages;
  secrets: readonly string[];
  variables: readonly string[];
}> {
  const access = accessFolderOf(data);
  const directories = packageDirectories({ root: data, packages: join(data, "deps") });
  const path = [join(access, "bin"), inherited["PATH"]].filter(Boolean).join(delimiter);
  const folders = foldersIn(data);
  const found = { ...inherited, ...oldPanelVariables(folders), PATH: path };
  const packages: ScriptPackages = {
    environment: (before) => packageEnvironment(directories, before, mirrors),
    interpreterFolders: () => interpreterFolders(directories),
    runtimeFlags: (script) => runtimeFlags(directories, script),
    // In a run, the environment of its task is used instead.
    ofSubscription: () => packages,
  };
  const { values, secrets } = await readVariables(data);
  return {
    environment: {
      ...found,
      ...packageVariables({ packages, inherited: found, scripts: folders.scripts }),
      TZ: zone,
      ...values,
      [SOCKET_VARIABLE]: socketOf(access),
    },
    packages,
    secrets,
    variables: Object.keys(values),
  };
}

async function readVariables(data: string): Promise<VariablesOfRun> {
  const shared = readSharedDatabase();
  const db = shared === null ? openDatabase<Tables>(join(data, DATABASE_FILE)) : await openShared(shared);
  try {
    const bus = new Bus((error) => {
      throw error;
    });
    const sealer = new Sealer(data, keyFileOf(data));
    await requireKey(db, sealer);
    const variables = new Variables({ db, clock: systemClock, bus, sealer });
    return await variables.of(null);
  } finally {
    await db.destroy();
  }
}
