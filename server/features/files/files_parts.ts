import { join } from "node:path";
import type { FileArea } from "../../contract/files.ts";
import { FolderSearches } from "../../platform/files/folder_searches.ts";
import { StoredContents } from "../../platform/files/stored_contents.ts";
import { Area, type FilesOptions } from "./area.ts";
import { Trash } from "./trash.ts";
import { Files } from "./service.ts";
import { FileVersions } from "./versions.ts";

/** Both areas, and what they share: the versions and the trash. */
export interface FilesParts {
  areas: Record<FileArea, Files>;
  versions: FileVersions;
  contents: StoredContents;
  versionsFolder: string;
  trash: Trash;
}

/** Opens the files of both areas in the data folder. */
export function openFiles(options: FilesOptions): FilesParts {
  const { db, clock, folder, hold, shared } = options;
  const versionsFolder = join(folder.root, "versions");
  const contents = new StoredContents(versionsFolder, () => clock.now(), { hold, shared: shared?.contents });
  const versions = new FileVersions({ db, clock, contents });
  const trash = new Trash({ db, clock, folder: join(folder.root, "bin"), hold, shared: shared?.folders });
  const searches = new FolderSearches(clock);
  const open = (name: FileArea) =>
    new Files({ area: new Area(name, options), db, versions, trash, searches });
  return {
    areas: { config: open("config"), scripts: open("scripts") },
    versions,
    contents,
    versionsFolder,
    trash,
  };
}
