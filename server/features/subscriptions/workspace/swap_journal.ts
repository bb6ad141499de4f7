// Two renames and a commit cannot be atomic. Each swap is recorded first, so that after a crash the next
// process can tell from the database on which side of the commit the last one died, and finish or undo the
// swap.
import { syncPath } from "../../../platform/files/durable_file.ts";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isName } from "../../../platform/files/path_names.ts";

/** A folder that replaces another. */
export interface Swap {
  subscriptionId: number;
  runId: number;
  /** Name of the target folder, relative to the scripts. */
  alias: string;
  /** Name of the new folder. */
  staging: string;
  /** Name under which the old folder is moved aside. */
  aside: string;
  /** Paths that earlier pulls put into the folder: they are not carried over into the new one. */
  leftBehind: readonly string[];
  /** Whether the folder is only renamed. */
  isMove: boolean;
}

const PREFIX = "swap-";

export class SwapJournal {
  /** `folder` stores the records; `scripts` contains the folders that are swapped. */
  constructor(private readonly folder: string, private readonly scripts: string) {}

  /** Records a swap that is about to happen. */
  note(swap: Swap): void {
    const file = this.#file(swap);
    writeFileSync(`${file}.new`, JSON.stringify(swap), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    syncPath(this.folder);
  }

  /** Puts the new folder in place. Throws file system errors after restoring the old folder. */
  swap({ alias, staging, aside }: Swap): void {
    const [workspace, fresh, old] = [this.#at(alias), this.#at(staging), this.#at(aside)];
    const hadOne = existsSync(workspace);
    if (hadOne) renameSync(workspace, old);
    try {
      renameSync(fresh, workspace);
    } catch (error) {
      if (hadOne) renameSync(old, workspace);
      throw error;
    }
    syncPath(this.scripts);
  }

  /** Undoes a swap, whichever step it stopped at. */
  undo({ alias, staging, aside }: Swap): void {
    const [workspace, fresh, old] = [this.#at(alias), this.#at(staging), this.#at(aside)];
    // If the new folder is not in its staging location, it is in place.
    if (!existsSync(fresh) && existsSync(workspace)) renameSync(workspace, fresh);
    if (existsSync(old) && !existsSync(workspace)) renameSync(old, workspace);
    syncPath(this.scripts);
  }

  /** Deletes the record of a finished swap. */
  forget(swap: Swap): void {
    rmSync(this.#file(swap), { force: true });
  }

  /** Returns the swaps that the last process did not complete. */
  unfinished(): Swap[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(PREFIX)).flatMap((name) => {
      const file = join(this.folder, name);
      // The record is incomplete, so nothing was done yet.
      if (name.endsWith(".new")) rmSync(file, { force: true });
      // Written above, by this class.
      return name.endsWith(".new") ? [] : [JSON.parse(readFileSync(file, "utf8")) as Swap];
    });
  }

  // Named after the old folder: it may still wait for running scripts while the next swap happens.
  #file({ aside }: Swap): string {
    return join(this.folder, `${PREFIX}${aside.replace(/^\.+/, "")}.json`);
  }

  #at(name: string): string {
    if (!isName(name)) throw new Error(`${JSON.stringify(name)} is not a valid folder name`);
    return join(this.scripts, name);
  }
}
