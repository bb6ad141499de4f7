import type { FileArea } from "../../contract/files.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { Turns } from "../../platform/files/turns.ts";

export interface FilesOptions {
  db: Database;
  clock: Clock;
  bus: Bus;
  /** The data folder and the two areas in it. */
  folder: { root: string } & Record<FileArea, string>;
}

/** One of the two folders whose files people edit. */
export class Area {
  readonly name: FileArea;
  /** Where it lies on the disk. */
  readonly folder: string;
  readonly root: FilesRoot;
  /** Everything that changes the area takes its turn, so that what was checked still holds when it is acted upon. */
  readonly turns = new Turns();
  readonly #options: FilesOptions;

  constructor(name: FileArea, options: FilesOptions) {
    this.name = name;
    this.folder = options.folder[name];
    this.root = new FilesRoot(this.folder);
    this.#options = options;
  }

  /** Tells every open page to look again. */
  announce(): void {
    const { bus, clock } = this.#options;
    const at = new Date(clock.now()).toISOString();
    bus.publish({ topic: this.name, type: "file:changed", id: 0, version: 0, at });
  }
}
