import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { PackageName } from "../../../contract/dependency_names.ts";
import { findProgram } from "../../../platform/process/find_program.ts";
import type { PackageJob } from "../run_type.ts";
import {
  type Installer,
  type InstallerCommand,
  type InstallerContext,
  installerEnvironment,
  searchPath,
  type Tool,
} from "./installer.ts";
import { installerMissing } from "../dependency_messages.ts";
import { trimEnd } from "../../../contract/trim_end.ts";

const POLL_MS = 10_000;

/** A system whose packages can be installed. */
interface System {
  tool: "apt-get" | "apk";
  messages(order: PackageJob, bare: string): string[];
  /** Command that reports the versions of packages. */
  query(bare: readonly string[]): string[];
  /** Parses one line of its output: a name and its version; null for a package that is not installed. */
  read(line: string, bare: readonly string[]): [string, string] | null;
}

/**
 * First repairs an interrupted apt-get, and fetches the package lists if there are none, as in a fresh container. A
 * mirror gets copies of the machine's sources and lists of its own: the configuration of the machine stays as it is.
 */
const APT = `
mirror=$1 root=$2; shift 2
if [ -n "$(ls -A /var/lib/dpkg/updates 2>/dev/null)" ]; then dpkg --configure -a; fi
lists=/var/lib/apt/lists
if [ -n "$mirror" ]; then
  own=$root/var/cache/sundial-apt
  lists=$own/lists
  [ "$(cat "$own/mirror" 2>/dev/null)" = "$mirror" ] || rm -rf "$own"
  rm -rf "$own/sources"
  mkdir -p "$lists/partial" "$own/sources" || exit
  printf %s "$mirror" > "$own/mirror"
  for file in "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*.list "$root"/etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed -E "s#https?://((deb|security|ftp|ftp[.][a-z]+)[.]debian[.]org|([a-z]+[.])?(archive|security|ports)[.]ubuntu[.]com)/#$mirror/#" "$file" > "$own/sources/\${file##*/}" || exit
  done
  printf 'Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "%s"; Dir::State::lists "%s";' "$own/sources" "$lists" > "$own/apt.conf"
  export APT_CONFIG="$own/apt.conf"
fi
if [ -z "$(find "$lists" -maxdepth 1 -name '*Packages*' -mtime -1 2>/dev/null)" ]; then
  "$1" -q -o DPkg::Lock::Timeout=120 update
fi
exec "$@"
`;

/** With a mirror, uses a copy of the machine's repositories. */
const APK = `
mirror=$1 root=$2; shift 2
if [ -z "$mirror" ]; then exec "$@"; fi
own=$root/var/cache/sundial-apk
mkdir -p "$own" || exit
sed -E "s#https?://dl-cdn[.]alpinelinux[.]org/#$mirror/#" "$root/etc/apk/repositories" > "$own/repositories" || exit
program=$1; shift
exec "$program" --repositories-file "$own/repositories" "$@"
`;

// `Pattern-Only`: otherwise an unknown name would be treated as a pattern and install whatever matches.
const aptOptions = [
  ...["-y", "-q", "-o", "APT::Cmd::Pattern-Only=true", "-o", "DPkg::Lock::Timeout=120"],
  ...[
    "-o",
    "Dpkg::Use-Pty=0",
    "-o",
    "Dpkg::Options::=--force-confdef",
    "-o",
    "Dpkg::Options::=--force-confold",
  ],
];

const systems: Record<System["tool"], System> = {
  "apt-get": {
    tool: "apt-get",
    messages: ({ action, name, again }, bare) =>
      action === "install"
        ? [...aptOptions, "install", ...(again ? ["--reinstall"] : []), "--", name]
        : [...aptOptions, "remove", "--", bare],
    query: (
      bare,
    ) => ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}\t${Package}\t${Version}\n", "--", ...bare],
    read(line) {
      const [, name, version] = /^[a-z]i [^\t]*\t([^\t]+)\t(.+)$/.exec(line) ?? [];
      return name !== undefined && version !== undefined ? [name, version] : null;
    },
  },
  apk: {
    tool: "apk",
    messages: ({ action, name }, bare) =>
      action === "install" ? ["add", "--no-cache", "--", name] : ["del", "--no-cache", "--", bare],
    query: (bare) => ["apk", "info", "-e", "-v", "--", ...bare],
    read(line, bare) {
      const name = bare.find((one) => line.startsWith(`${one}-`) && /^\d/.test(line.slice(one.length + 1)));
      return name === undefined ? null : [name, line.slice(name.length + 1)];
    },
  },
};

/** System packages, installed with the system's package manager. */
export function linuxInstaller(context: InstallerContext): Installer {
  const path = searchPath(context);
  const system = () => findSystem(context.osRelease, path);
  return {
    // Its own database takes care of that.
    directory: null,
    command(order, { bare }) {
      const found = system();
      if (!found) throw installerMissing("package_tool");
      return commandOf(context, found, found.system.messages(order, bare));
    },
    async find(names) {
      const found = system();
      return found ? await findInstalled(found.system, names, path) : new Map();
    },
    tool: () => toolOf(context, system()),
  };
}

interface Found {
  system: System;
  program: string;
}

function findSystem(osRelease: string, path: string): Found | undefined {
  const ids = readIds(osRelease);
  const order = ids.includes("alpine") ? ["apk", "apt-get"] as const : ["apt-get", "apk"] as const;
  for (const tool of order) {
    const program = findProgram(tool, path);
    if (program) return { system: systems[tool], program };
  }
}

function readIds(file: string): string[] {
  try {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/^ID(?:_LIKE)?=["']?([^"'\n]*)/gm)].flatMap(([, ids = ""]) => ids.split(/\s+/));
  } catch {
    return [];
  }
}

function commandOf(
  context: InstallerContext,
  { system, program }: Found,
  messages: readonly string[],
): InstallerCommand {
  const { linuxProxy, linuxMirror } = context.settings();
  const environment = installerEnvironment(context, linuxProxy, {
    DEBIAN_FRONTEND: "noninteractive",
    DEBCONF_NONINTERACTIVE_SEEN: "true",
    NEEDRESTART_MODE: "a",
  });
  // Part of a replacement of sed.
  const mirror = trimEnd(linuxMirror ?? "", "/").replace(/[\\&]/g, "\\$&");
  const script = system.tool === "apt-get" ? APT : APK;
  const command = [
    ...["/bin/sh", "-c", script, "sundial"],
    ...[mirror, context.systemRoot ?? "", program],
    ...messages,
  ];
  return { command: [...asRoot(context, environment), ...command], directory: "/", environment };
}

// `-n`: fails instead of asking for a password. sudo passes no environment on, so the variables are
// arguments; none of them is secret.
function asRoot(context: InstallerContext, environment: Record<string, string>): string[] {
  if (context.userId === 0) return [];
  const sudo = findProgram("sudo", searchPath(context));
  if (!sudo) throw installerMissing("rights");
  const given = Object.entries(environment).filter(([name]) =>
    /^(PATH|LANG|DEBIAN_FRONTEND|DEBCONF_NONINTERACTIVE_SEEN|NEEDRESTART_MODE|https?_proxy)$/.test(name)
  );
  return [sudo, "-n", "--", "env", ...given.map(([name, value]) => `${name}=${value}`)];
}

async function toolOf(context: InstallerContext, found: Found | undefined): Promise<Tool> {
  if (!found) return { program: null, lacks: "package_tool" };
  const { program } = found;
  if (context.userId === 0) return { program, lacks: null };
  const sudo = findProgram("sudo", searchPath(context));
  const may = sudo !== undefined &&
    await promisify(execFile)(sudo, ["-n", "--", "true"], { timeout: POLL_MS })
      .then(() => true, () => false);
  return { program, lacks: may ? null : "rights" };
}

async function findInstalled(
  { query, read }: System,
  names: readonly PackageName[],
  path: string,
): Promise<Map<string, string>> {
  const bare = names.map((name) => name.bare);
  const [tool = "", ...messages] = query(bare);
  const program = findProgram(tool, path);
  if (!program || bare.length === 0) return new Map();
  const lines = (await outputOf(program, messages)).split("\n");
  return new Map(lines.flatMap((line) => {
    const one = read(line, bare);
    return one ? [one] : [];
  }));
}

// It fails if one of the packages is unknown, but still reports the others.
function outputOf(program: string, messages: readonly string[]): Promise<string> {
  return new Promise((resolve) =>
    execFile(
      program,
      messages,
      { timeout: POLL_MS, maxBuffer: 4 * 1024 * 1024 },
      (_, stdout) => resolve(stdout),
    )
  );
}
