import { delimiter } from "node:path";
import type { PackageName } from "../../../contract/dependency_names.ts";
import type { DependencyTool } from "../../../contract/dependencies.ts";
import type { DependencySettings, Language } from "../../../contract/settings.ts";
import type { PackageOrder } from "../../../engine/packages.ts";
import { limitedCommand } from "../../../platform/process/limited_command.ts";
import type { PackageDirectories } from "../places.ts";

/** What the installers know of the machine and of the panel. */
export interface InstallerContext {
  places: PackageDirectories;
  /** Environment of the panel as tasks may see it. */
  inherited: Readonly<Record<string, string>>;
  settings(): DependencySettings;
  language(): Language;
  /** Number of the user the panel runs as; null where there are none. */
  userId: number | null;
  /** File in which the system names itself. */
  osRelease: string;
  /** The panel's own runtime when it can be started as Deno; null in the executable. */
  panelRuntime: string | null;
}

export type Tool = Omit<DependencyTool, "type">;

/** What is started for an order. */
export interface InstallerCommand {
  command: readonly string[];
  directory: string;
  environment: Record<string, string>;
}

/** Knows how packages of one type are installed, removed and found. */
export interface Installer {
  /** Says what is started. Throws `RunRefused` where the machine lacks what it needs. */
  command(order: PackageOrder, name: PackageName): InstallerCommand;
  /** Finds the versions of packages that are really there, by key; without network, within seconds. */
  find(names: readonly PackageName[]): Promise<Map<string, string>>;
  /** Tells what installs packages, or what the machine lacks for it. */
  tool(): Promise<Tool>;
  /** Folder whose earlier state is kept during an order; null where the installer sees to that itself. */
  location: string | null;
}

/** What installers see of the panel's environment: nothing that could hold a secret of the panel or of its tasks. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_[A-Z_]+|((https?|all|no)_proxy))$/i;

/** Makes the environment of an installer. A proxy that is set goes before the machine's. */
export function installerEnvironment(
  { inherited, places: directories }: InstallerContext,
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

/** Most memory of each process of an installer: what large compilations take. */
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/** Makes a command that holds to the limit of memory, with all that it starts. */
export function limitedInstaller(installer: InstallerCommand): InstallerCommand {
  return { ...installer, command: limitedCommand(installer.command, { dataBytes: MEMORY_BYTES }) };
}

/** Search path of the installers. */
export function searchPath({ inherited }: InstallerContext): string {
  return inherited["PATH"] ?? ["/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
}
