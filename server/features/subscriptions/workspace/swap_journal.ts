// Two renames and a commit cannot be one step. What is about to happen is written down first, so that the next panel can tell from
// the database which side of it the last one died on, and finish or undo it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isName } from "../../../platform/files/path_names.ts";

/** A folder that takes the place of another. */
export interface Swap {
  subscriptionId: number;
  runId: number;
  /** Name of the place below the scripts. */
  alias: string;
  /** Name of the folder that takes it. */
  staging: string;
  /** Name under which what was there is put aside. */
  aside: string;
  /** Paths that pulls before put into the folder: they are not taken along into the new one. */
  leftBehind: readonly string[];
  /** Whether a folder only gets another name. */
  isMove: boolean;
}

const PREFIX = "swap-";

export class SwapJournal {
  readonly #folder: string;
  readonly #scripts: string;

  /** `folder` holds what is written down; `scripts` the folders that are swapped. */
  constructor(folder: string, scripts: string) {
    this.#folder = folder;
    this.#scripts = scripts;
  }

  /** Writes down what is about to happen. */
  note(swap: Swap): void {
    const file = this.#file(swap);
    writeFileSync(`${file}.new`, JSON.stringify(swap), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    sync(this.#folder);
  }

  /** Puts the new folder in its place. Throws faults of the file system, with what was there back in place. */
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
    sync(this.#scripts);
  }

  /** Undoes a swap, wherever it stopped. */
  undo({ alias, staging, aside }: Swap): void {
    const [workspace, fresh, old] = [this.#at(alias), this.#at(staging), this.#at(aside)];
    // The new one is in place when it is not where it was laid out.
    if (!existsSync(fresh) && existsSync(workspace)) renameSync(workspace, fresh);
    if (existsSync(old) && !existsSync(workspace)) renameSync(old, workspace);
    sync(this.#scripts);
  }

  /** Forgets a swap that is over. */
  forget(swap: Swap): void {
    rmSync(this.#file(swap), { force: true });
  }

  /** Lists the swaps that a panel before was in the middle of. */
  unfinished(): Swap[] {
    return readdirSync(this.#folder).filter((name) => name.startsWith(PREFIX)).flatMap((name) => {
      const file = join(this.#folder, name);
      // Half written: then nothing was done yet.
      if (name.endsWith(".new")) rmSync(file, { force: true });
      // Written above, by this very class.
      return name.endsWith(".new") ? [] : [JSON.parse(readFileSync(file, "utf8")) as Swap];
    });
  }

  // Named after what is put aside: that may have to wait for scripts that still run in it, while the next swap happens.
  #file({ aside }: Swap): string {
    return join(this.#folder, `${PREFIX}${aside.replace(/^\.+/, "")}.json`);
  }

  #at(name: string): string {
    if (!isName(name)) throw new Error(`${JSON.stringify(name)} is not the name of a folder`);
    return join(this.#scripts, name);
  }
}

function sync(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
