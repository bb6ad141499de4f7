// The folders with what runs leave for the tasks after them. Tasks run as the same user and may put anything there: links are not
// followed, and what is neither a file nor a folder is passed over.
import { constants, copyFile, lstatSync, mkdirSync, rmdirSync, unlinkSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { flowLimits } from "../../../contract/limits/flows.ts";
import { errorCode } from "../../../platform/files/file_errors.ts";
import { closeDescriptor, openRegular, readAt } from "../../../platform/files/open_regular.ts";
import { PinnedFolder } from "../../../platform/files/pinned_folder.ts";
import { runVariables } from "../../../platform/run_variables.ts";
import { descend, walkTree } from "../../../platform/files/walk_tree.ts";

/** The file that a run appends its outputs to, the folder of its files, and that of the files it gets. */
const VALUES = "values";
const FILES = "files";
const INPUTS = "inputs";

const copy = promisify(copyFile);

/** The files of a run that another one gets, and the name of their folder there. */
export interface InputFolder {
  name: string;
  runId: number;
}

export class OutputFolders {
  /** `root` is their directory; created when it is needed. */
  constructor(readonly root: string) {}

  #pathOf(runId: number, ...names: string[]): string {
    return join(this.root, String(runId), ...names);
  }

  /** Makes the folders of a run that is about to start. Returns its variables that name them. */
  make(runId: number): Record<string, string> {
    const path = this.#pathOf(runId);
    // Another task may have put a link there.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(path);
    mkdirSync(join(path, FILES), { recursive: true, mode: 0o700 });
    const { output, outputDir } = runVariables;
    return { [output]: join(path, VALUES), [outputDir]: join(path, FILES) };
  }

  /**
   * Copies the files of other runs for a run, to be read only. Returns its variable that names their folder, and the inputs whose
   * files are not on this machine.
   */
  async provide(
    runId: number,
    inputs: readonly InputFolder[],
  ): Promise<{ environment: Record<string, string>; missing: InputFolder[] }> {
    const missing: InputFolder[] = [];
    const path = this.#pathOf(runId, INPUTS);
    // Those of a start that failed.
    await rm(path, { recursive: true, force: true });
    mkdirSync(path, { mode: 0o700 });
    for (const input of inputs) if (!await this.#copy(input, join(path, input.name))) missing.push(input);
    return { environment: { [runVariables.inputDir]: path }, missing };
  }

  async #copy({ runId }: InputFolder, to: string): Promise<boolean> {
    using files = this.#enter(runId, FILES);
    if (files === null) return false;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for await (const { folder, name, names, stats } of walkTree(files, { withReserved: true })) {
      const path = join(to, ...names);
      if (stats.isDirectory()) mkdirSync(path, { mode: 0o700 });
      if (!stats.isFile()) continue;
      await copy(folder.at(name), path, constants.COPYFILE_FICLONE);
      await chmod(path, stats.mode & 0o100 ? 0o555 : 0o444);
    }
    return true;
  }

  /** Reads what a run has appended; null when that is nothing. Throws file system errors when it is no file. */
  async read(runId: number): Promise<Uint8Array | null> {
    using folder = this.#enter(runId);
    // Most runs have none, and to find out by an error costs more.
    if (!folder?.find(VALUES)) return null;
    const { descriptor } = openRegular(folder.at(VALUES));
    try {
      return await readAt(descriptor, 0, flowLimits.outputBytes + 1);
    } finally {
      await closeDescriptor(descriptor);
    }
  }

  /** Counts the files of a run: what is not passed on does not count, besides for the limit of entries. */
  async measure(runId: number): Promise<{ files: number; entries: number; bytes: number }> {
    const sum = { files: 0, entries: 0, bytes: 0 };
    using files = this.#enter(runId, FILES);
    if (files === null) return sum;
    for await (const { stats } of walkTree(files, { withReserved: true })) {
      if (++sum.entries > flowLimits.outputFiles) break;
      if (!stats.isFile()) continue;
      sum.files++;
      sum.bytes += stats.size;
    }
    return sum;
  }

  /** Removes what a run no longer needs once its end is recorded: all but its files, if it has some to be passed on. */
  async release(runId: number, { hasFiles }: { hasFiles: boolean }): Promise<void> {
    if (!hasFiles) return await this.remove(runId);
    using folder = this.#enter(runId);
    for (const name of [VALUES, INPUTS]) {
      if (folder?.find(name)) await rm(folder.at(name), { recursive: true, force: true });
    }
  }

  async remove(runId: number): Promise<void> {
    using folder = this.#enter(runId);
    try {
      // Most runs leave nothing.
      if (folder) rmdirSync(folder.at(FILES));
      return rmdirSync(this.#pathOf(runId));
    } catch (error) {
      if (folder === null && errorCode(error) === "ENOENT") return;
    }
    await rm(this.#pathOf(runId), { recursive: true, force: true });
  }

  /** Lists the runs that have a folder. */
  list(): number[] {
    using root = this.#open();
    if (root === null) return [];
    return [...Deno.readDirSync(root.at())].flatMap(({ name }) =>
      /^\d{1,15}$/.test(name) ? Number(name) : []
    );
  }

  #enter(runId: number, ...names: string[]): PinnedFolder | null {
    using root = this.#open();
    try {
      return root && descend(root, [String(runId), ...names]);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    }
  }

  #open(): PinnedFolder | null {
    try {
      return PinnedFolder.open(this.root);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return null;
      throw error;
    }
  }
}
