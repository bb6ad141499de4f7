import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { type PackageName, readPackageName } from "../../../contract/dependency_names.ts";
import { findProgram } from "../../../platform/process/find_program.ts";
import {
  type Installer,
  type InstallerCommand,
  type InstallerContext,
  installerEnvironment,
  searchPath,
  type Tool,
} from "./installer.ts";
import { keepingDirectory } from "./keep_directory.ts";
import { installerMissing } from "../dependency_messages.ts";

const POLL_MS = 10_000;

/**
 * Creates the environment if there is none or if it is broken: an update of the machine's Python makes the
 * old one unusable.
 */
const PIP = `
python=$1; shift
if ! bin/python3 -c 'import pip' 2>/dev/null; then "$python" -m venv --clear . || exit; fi
exec bin/python3 -m pip "$@"
`;

/** Python packages, in a virtual environment of the data folder: the shared one or that of a subscription. */
export function pythonInstaller(context: InstallerContext, python = context.directories.python): Installer {
  const find = () => findProgram("python3", searchPath(context));
  return {
    directory: python,
    command({ action, name, again }, { bare }) {
      const program = find();
      if (!program) throw installerMissing("python3");
      mkdirSync(python, { recursive: true, mode: 0o700 });
      const verb = action === "install"
        ? ["install", "--progress-bar", "off", ...(again ? ["--force-reinstall"] : []), "--", name]
        : ["uninstall", "-y", "--", bare];
      return commandOf(context, python, [program, ...verb]);
    },
    find: (names) => findInstalled(python, names),
    tool: () => toolOf(find()),
  };
}

function commandOf(
  context: InstallerContext,
  python: string,
  messages: readonly string[],
): InstallerCommand {
  const { directories } = context;
  const { pythonMirror, pythonProxy } = context.settings();
  return {
    command: keepingDirectory(python, ["/bin/sh", "-c", PIP, "sundial", ...messages]),
    directory: directories.root,
    environment: installerEnvironment(context, pythonProxy, {
      ...(pythonMirror !== null && { PIP_INDEX_URL: pythonMirror, ...trusted(pythonMirror) }),
      PIP_CACHE_DIR: join(directories.cache, "pip"),
      PIP_NO_INPUT: "1",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      PIP_REQUIRE_VIRTUALENV: "1",
      PYTHONUNBUFFERED: "1",
    }),
  };
}

// pip accepts nothing from a URL without a certificate unless told to trust it.
function trusted(mirror: string): Record<string, string> {
  const { protocol, host } = new URL(mirror);
  return protocol === "http:" ? { PIP_TRUSTED_HOST: host } : {};
}

async function toolOf(program: string | undefined): Promise<Tool> {
  if (!program) return { program: null, lacks: "python3" };
  try {
    await promisify(execFile)(program, ["-c", "import ensurepip, venv"], { timeout: POLL_MS });
    return { program, lacks: null };
  } catch {
    return { program, lacks: "venv" };
  }
}

async function findInstalled(directory: string, names: readonly PackageName[]): Promise<Map<string, string>> {
  const wanted = new Set(names.map(({ key }) => key));
  const found = new Map<string, string>();
  for (const entry of await listDistributions(directory)) {
    const [, name = "", version = ""] = /^(.+?)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    const read = readPackageName("python", name);
    if ("key" in read && wanted.has(read.key)) found.set(read.key, version);
  }
  return found;
}

// For the Python that would run: it does not find the packages of another version.
async function listDistributions(directory: string): Promise<string[]> {
  try {
    const config = await readFile(join(directory, "pyvenv.cfg"), "utf8");
    const [, minor] = /^version(?:_info)?\s*=\s*(\d+\.\d+)/m.exec(config) ?? [];
    const program = basename(await realpath(join(directory, "bin", "python3")));
    if (minor === undefined || (/^python\d+\.\d+$/.test(program) && program !== `python${minor}`)) return [];
    return await readdir(join(directory, "lib", `python${minor}`, "site-packages"));
  } catch {
    return [];
  }
}
