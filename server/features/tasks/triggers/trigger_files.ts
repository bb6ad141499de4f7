// Looks at the files that start tasks. They are never read: size and time of change tell one version from the next.
import { lstat, realpath as realPath, stat as statFile } from "node:fs/promises";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { refuseIf } from "../../../contract/app_error.ts";
import type { IssueCode } from "../../../contract/issue_codes.ts";
import type { Trigger } from "../../../contract/triggers.ts";
import type { Base } from "../../../engine/base.ts";
import { errorCode } from "../../../platform/files/file_errors.ts";
import { ABSENT, type SeenFile } from "./seen_file.ts";
import type { SeenFiles } from "./trigger_rows.ts";
import { mountOf } from "../../../platform/files/mounts.ts";

/** Looks at the same time. Each occupies a thread, of which the process has few. */
const AT_ONCE = 4;
/** After this time (ms) a look is not waited for any longer: the server of a mounted folder does not respond. */
const TIMEOUT_MS = 3_000;
/** Looks that never ended after which only folders are looked at that have responded before, and after which none are. */
const MAX_HUNG = { known: 8, all: 12 };

interface FileStatus {
  size: number;
  mtimeMs: number;
  isFile(): boolean;
}

export interface TriggerFilesOptions extends Pick<Base, "clock"> {
  /** Directory of the scripts. */
  scripts: string;
  /** The data folder. */
  root: string;
  /** Whether this panel looks for changed files: another one may have other files. */
  isDeciding(): boolean;
  stat?(path: string): Promise<FileStatus>;
  realpath?(path: string): Promise<string>;
  mounts?: typeof mountOf;
}

export class TriggerFiles {
  /** The paths whose look has not ended, with what they share with others. */
  readonly #hung = new Map<string, string>();
  readonly #responding = new Set<string>();
  readonly #roots: readonly string[];

  constructor(private readonly options: TriggerFilesOptions) {
    this.#roots = [...new Set([options.root, realOf(options.root)])].filter(isAbsolute);
  }

  /** Returns why a path must not be named; null if it may. */
  issue(path: string): IssueCode | null {
    if (path.trim() !== path || path.endsWith("/") || /(^|\/)\.{1,2}(\/|$)/.test(path)) return "trigger_path";
    const { scripts } = this.options;
    const file = this.#absolute(path);
    const isScript = [scripts, realOf(scripts)].some((folder) => isBelow(file, folder));
    return !isScript && this.#roots.some((root) => isBelow(file, root)) ? "trigger_path_of_panel" : null;
  }

  /** Returns where the file of a trigger is; null if it must not be looked at. */
  locate(path: string): string | null {
    return this.issue(path) === null ? this.#absolute(path) : null;
  }

  /** Returns the versions of the files of triggers that are saved now, by the paths as they were entered. */
  async seenNow(triggers: readonly Trigger[] | undefined): Promise<SeenFiles> {
    const paths = (triggers ?? []).flatMap((one) => one.type === "file" ? [one.path] : []);
    if (!this.options.isDeciding()) return new Map();
    const files = new Map(paths.map((path) => [path, this.locate(path)]));
    const versions = await this.poll([...new Set(files.values())].filter((file) => file !== null));
    return new Map(paths.flatMap((path) => {
      const seen = versions.get(files.get(path) ?? "");
      return seen === undefined ? [] : [[path, seen] as const];
    }));
  }

  /** Throws `validation_failed` for files that must not start tasks. */
  refuse(triggers: readonly Trigger[] | undefined): void {
    refuseIf((triggers ?? []).flatMap((one, index) => {
      const code = one.type === "file" ? this.issue(one.path) : null;
      return code === null ? [] : [{ path: `triggers.${index}.path`, code }];
    }));
  }

  /**
   * Returns what is seen of files by their absolute paths; what cannot be told is missing. A mounted folder that does not respond
   * holds up nothing else.
   */
  async poll(files: readonly string[]): Promise<Map<string, SeenFile>> {
    const found = new Map<string, SeenFile>();
    if (files.length === 0) return found;
    const waiting = new Set(files);
    const mounts = (this.options.mounts ?? mountOf)();
    const next = async () => {
      for (const file of waiting) {
        waiting.delete(file);
        const mount = mounts(file);
        const group = mount?.isNetwork ? mount.point : dirname(file);
        if (!this.#mayPoll(file, group)) continue;
        const seen = await this.#pollOne(file, { group, mounts });
        if (seen !== null) found.set(file, seen);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return found;
  }

  #mayPoll(file: string, group: string): boolean {
    const { size } = this.#hung;
    if (size === 0) return true;
    if (this.#hung.has(file) || size >= MAX_HUNG.all) return false;
    if (size >= MAX_HUNG.known && !this.#responding.has(group)) return false;
    return ![...this.#hung.values()].includes(group);
  }

  async #pollOne(
    file: string,
    { group, mounts }: { group: string; mounts: ReturnType<typeof mountOf> },
  ): Promise<SeenFile | null> {
    const { clock } = this.options;
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = clock.after(TIMEOUT_MS, () => {
      this.#hung.set(file, group);
      this.#responding.delete(group);
      resolve(null);
    });
    const polled = this.#see(file, mounts).finally(() => {
      timer.cancel();
      this.#hung.delete(file);
      this.#responding.add(group);
    });
    return await Promise.race([polled, late]);
  }

  async #see(file: string, mounts: ReturnType<typeof mountOf>): Promise<SeenFile | null> {
    const { stat = statFile, realpath = realPath } = this.options;
    const version = await stat(file).then(versionOf, absence);
    if (version === null) return null;
    const folder = await realpath(dirname(file)).catch(absence);
    if (folder === null) return null;
    if (folder === ABSENT) return { version, mount: null, isCutOff: true };
    const isCutOff = version === ABSENT && await isLink(file);
    return { version, mount: mounts(folder)?.point ?? null, isCutOff };
  }

  #absolute(path: string): string {
    return isAbsolute(path) ? normalize(path) : join(this.options.scripts, path);
  }
}

function versionOf(status: FileStatus): string {
  return status.isFile() ? `${status.size} ${status.mtimeMs}` : ABSENT;
}

/** What is there but cannot be seen may be the same as before. */
function absence(error: unknown): string | null {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "") ? ABSENT : null;
}

// A link to a file is followed, so that only one to nothing gets here.
async function isLink(file: string): Promise<boolean> {
  return await lstat(file).then((status) => status.isSymbolicLink(), () => false);
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
