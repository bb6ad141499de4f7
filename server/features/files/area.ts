import type { FileArea } from "../../contract/files.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import type { Hold } from "../../platform/files/pinned_folder.ts";
import { Turns } from "../../platform/files/turns.ts";

export interface FilesOptions {
  db: Database;
  clock: Clock;
  bus: Bus;
  /** The data folder and the two areas in it. */
  folder: { root: string } & Record<FileArea, string>;
  /** By what folders are held; as the machine lets it unless told. */
  hold?: Hold | undefined;
}

/** One of the two folders whose files people edit. */
export class Area {
  readonly name: FileArea;
  /** Where it lies on the disk. */
  readonly folder: string;
  readonly root: FilesRoot;
  readonly hold: Hold | undefined;
  /** Everything that changes the area takes its turn, so that what was checked still holds when it is acted upon. */
  readonly turns = new Turns();
  readonly #options: FilesOptions;

  constructor(name: FileArea, options: FilesOptions) {
    this.name = name;
    this.folder = options.folder[name];
    this.hold = options.hold;
    this.root = new FilesRoot(this.folder, options.hold);
    this.#options = options;
  }

  /** Tells every open page to look again. */
  announce(): void {
    const { bus, clock } = this.#options;
    const at = new Date(clock.now()).toISOString();
    bus.publish({ topic: this.name, type: "file:changed", id: 0, version: 0, at });
  }
}
