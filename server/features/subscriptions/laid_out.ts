// What was pulled and is not in place: it lies in a hidden folder beside the scripts, with a note of what it is among the jobs. It
// waits for approval, or is kept so that who looked at a preview can read its files.
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedName } from "../../platform/files/atomic_save.ts";
import { PullOver } from "./pull_result.ts";
import { type Pulled, readMessage, writeMessage } from "./pull/job.ts";

/** What lies there, and the pull that fetched it. */
export interface LaidOut extends Pulled {
  runId: number;
}

export interface WorkspacePaths {
  /** Folder of the jobs. */
  jobs: string;
  scripts: string;
}

const NAME = /^(?:\.sundial-)?((?:wait|seen)-\d+)(?:\.json|\.json\.new)?$/;

/** Names what waits for the approval of a subscription. */
export function waitingName(subscriptionId: number): string {
  return `wait-${subscriptionId}`;
}

/** Names what a preview found. */
export function seenName(runId: number): string {
  return `seen-${runId}`;
}

/** Names the folder of something laid out, below the scripts. */
export function folderOf(name: string): string {
  return `.sundial-${name}`;
}

export class LaidOutPulls {
  readonly #slots: WorkspacePaths;

  constructor(places: WorkspacePaths) {
    this.#slots = places;
  }

  /** Lists the names of everything that lies there, whole or not. */
  names(): string[] {
    const { jobs, scripts } = this.#slots;
    const found = [...readdirSync(jobs), ...readdirSync(scripts)].flatMap((name) =>
      NAME.exec(name)?.[1] ?? []
    );
    return [...new Set(found)];
  }

  /** Reads what something is; null unless all of it is there. */
  find(name: string): LaidOut | null {
    const found = readMessage<LaidOut>(this.#slots.jobs, noteOf(name));
    return found !== null && existsSync(this.path(name)) ? found : null;
  }

  /**
   * Keeps what lies in a folder below the scripts under a name, instead of what was there before. Throws `PullOver` when the folder
   * is gone, for its pull was ended meanwhile; what was there before stays.
   */
  async keep(name: string, laidOut: LaidOut, staging: string): Promise<void> {
    const { jobs, scripts } = this.#slots;
    if (!existsSync(join(scripts, staging))) throw new PullOver();
    // Out of the way in one step: to remove it takes its time, and the pull may be ended in that.
    const before = join(scripts, unfinishedName());
    if (existsSync(this.path(name))) renameSync(this.path(name), before);
    this.forget(name);
    writeMessage(jobs, noteOf(name), laidOut);
    renameSync(join(scripts, staging), this.path(name));
    await rm(before, { recursive: true, force: true });
  }

  /** Gives a folder back to where it was taken from, unless something is there. */
  giveBack(name: string, staging: string): void {
    const target = join(this.#slots.scripts, staging);
    if (existsSync(this.path(name)) && !existsSync(target)) renameSync(this.path(name), target);
  }

  /** Removes something. */
  async drop(name: string): Promise<void> {
    this.forget(name);
    await rm(this.path(name), { recursive: true, force: true });
  }

  /** Removes the note of something whose folder was put to use. */
  forget(name: string): void {
    rmSync(join(this.#slots.jobs, noteOf(name)), { force: true });
    rmSync(join(this.#slots.jobs, `${noteOf(name)}.new`), { force: true });
  }

  /** Names the place of a folder on the disk. */
  path(name: string): string {
    return join(this.#slots.scripts, folderOf(name));
  }
}

function noteOf(name: string): string {
  return `${name}.json`;
}
