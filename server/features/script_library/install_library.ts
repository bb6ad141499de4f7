// Writes what the panel offers to scripts where their interpreters find it. From sources it could be used in place; from the
// executable, no other program can read it.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { libraryOf } from "../../platform/access_folder.ts";
import { scriptFunctions, scriptVariables } from "../notifications/script_channels.ts";
import findModule from "./files/find_module.cjs" with { type: "text" };
import importHooks from "./files/import_hooks.cjs" with { type: "text" };
import importHooksThread from "./files/import_hooks.mjs" with { type: "text" };
import notify from "./files/notify.py" with { type: "text" };
import preload from "./files/preload.cjs" with { type: "text" };
import javascriptClient from "./files/qlapi.cjs" with { type: "text" };
import pythonClient from "./files/qlapi.py" with { type: "text" };
import sendNotify from "./files/sendNotify.js" with { type: "text" };
import sitecustomize from "./files/site/sitecustomize.py" with { type: "text" };
import sundialStart from "./files/site/sundial_start.py" with { type: "text" };

const files: Readonly<Record<string, string>> = {
  // Without it, the runtimes would look for one in the folders above.
  "package.json": '{ "type": "commonjs" }\n',
  "notify_variables.json": `${JSON.stringify(scriptVariables)}\n`,
  "notify_functions.json": `${JSON.stringify(scriptFunctions)}\n`,
  "find_module.cjs": findModule,
  "import_hooks.cjs": importHooks,
  "import_hooks.mjs": importHooksThread,
  "notify.py": notify,
  "preload.cjs": preload,
  "qlapi.cjs": javascriptClient,
  "qlapi.py": pythonClient,
  "sendNotify.js": sendNotify,
  "site/sitecustomize.py": sitecustomize,
  "site/sundial_start.py": sundialStart,
};

/**
 * Writes the library into `lib` of the access folder and returns its path. A file that is already there is not touched: live
 * runs may be loading it. Throws file system errors.
 */
export function installLibrary(accessFolder: string): string {
  const library = libraryOf(accessFolder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(library, name);
    if (readText(path) === text) continue;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, text, { mode: 0o600, flag: "wx" });
    renameSync(`${path}.new`, path);
  }
  return library;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
