import type { FileArea } from "../../contract/files.ts";
import type { Base } from "../../engine/base.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import type { Hold } from "../../platform/files/pinned_folder.ts";
import type { SharedContents } from "../../platform/files/shared_contents.ts";
import type { SharedFolders } from "../../platform/files/shared_folders.ts";
import { Turns } from "../../platform/files/turns.ts";
import { isoTime } from "../../platform/iso_time.ts";

export interface FilesOptions extends Pick<Base, "db" | "clock" | "bus"> {
  /** The data folder and its two areas. */
  folder: { root: string } & Record<FileArea, string>;
  /** How folders are pinned; by default, the best method that the system supports. */
  hold?: Hold | undefined;
  /** What other machines share with this one. */
  shared?: { contents: SharedContents; folders: SharedFolders } | undefined;
}

/** One of the two folders whose files users edit. */
export class Area {
  /** Path on disk. */
  readonly folder: string;
  readonly root: FilesRoot;
  readonly hold: Hold | undefined;
  /** Serializes all changes of the area, so that what was checked still holds when it is acted on. */
  readonly turns = new Turns();

  constructor(readonly name: FileArea, private readonly options: FilesOptions) {
    this.folder = options.folder[name];
    this.hold = options.hold;
    this.root = new FilesRoot(this.folder, options.hold);
  }

  /** Publishes that every open page must refresh. */
  announce(): void {
    const { bus, clock } = this.options;
    const at = isoTime(clock.now());
    bus.publish({ topic: this.name, type: "file:changed", id: 0, version: 0, at });
  }
}
