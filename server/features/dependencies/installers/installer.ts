import { delimiter } from "node:path";
import type { PackageName } from "../../../contract/dependency_names.ts";
import type { DependencyTool } from "../../../contract/dependencies.ts";
import type { DependencySettings, Language } from "../../../contract/settings.ts";
import type { PackageJob } from "../run_type.ts";
import { limitedCommand } from "../../../platform/process/limited_command.ts";
import type { PackageDirectories } from "../package_directories.ts";

/** What the installers need to know about the machine and the panel. */
export interface InstallerContext {
  directories: PackageDirectories;
  /** Environment of the panel as visible to tasks. */
  inherited: Readonly<Record<string, string>>;
  settings(): DependencySettings;
  language(): Language;
  /** Id of the user the panel runs as; null if the platform has none. */
  userId: number | null;
  /** File with the name of the operating system. */
  osRelease: string;
  /** Folder that contains the `etc` and `var` of the package managers; by default, the root of the file system. */
  systemRoot?: string;
  /** The panel's runtime if it can be started as Deno; null in the compiled executable. */
  panelRuntime: string | null;
}

export type Tool = Omit<DependencyTool, "type">;

export interface InstallerCommand {
  command: readonly string[];
  directory: string;
  environment: Record<string, string>;
}

/** Installs, removes and finds packages of one type. */
export interface Installer {
  /** Returns the command. Throws `RunSpecError` if the machine lacks what it needs. */
  command(order: PackageJob, name: PackageName): InstallerCommand;
  /** Returns the versions of the packages that are installed, by key; without network, within seconds. */
  find(names: readonly PackageName[]): Promise<Map<string, string>>;
  /** Returns the tool that installs packages, or what the machine lacks for it. */
  tool(): Promise<Tool>;
  /** Directory to back up during an order; null if the installer is transactional itself. */
  directory: string | null;
}

/** Variables passed on to installers: none that could contain a secret of the panel or its tasks. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_[A-Z_]+|((https?|all|no)_proxy))$/i;

/** Returns the environment of an installer. A configured proxy overrides the machine's. */
export function installerEnvironment(
  { inherited, directories }: InstallerContext,
  proxy: string | null,
  own: Record<string, string> = {},
): Record<string, string> {
  const stored = Object.entries(inherited).filter(([name]) => passed.test(name));
  return {
    HOME: directories.root,
    LANG: "C.UTF-8",
    ...Object.fromEntries(stored),
    ...(proxy !== null && { http_proxy: proxy, https_proxy: proxy, HTTP_PROXY: proxy, HTTPS_PROXY: proxy }),
    NO_COLOR: "1",
    ...own,
  };
}

/** Maximum memory of each installer process, in bytes: enough for large compilations. */
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/** Returns a command that limits the memory of an installer and its child processes. */
export function limitedInstaller(installer: InstallerCommand): InstallerCommand {
  return { ...installer, command: limitedCommand(installer.command, { dataBytes: MEMORY_BYTES }) };
}

export function searchPath({ inherited }: InstallerContext): string {
  return inherited["PATH"] ?? ["/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
}
