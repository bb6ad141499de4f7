// The only module that turns a submitted path into a location on disk. Each folder on the way is held open and the next
// name is looked up in it, so nothing that is swapped in the meantime can lead outside. A link is only followed by walking
// its real path from the root in the same way.
import { mkdirSync, realpathSync } from "node:fs";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import { asFileError, errorCode, wrongKind } from "./file_errors.ts";
import { joinNames, splitPath } from "./path_names.ts";
import { type Hold, PinnedFolder } from "./pinned_folder.ts";

/** Links that change during the walk could form an endless loop. */
const MAX_TURNS = 40;

/** A name in a folder that is held open. */
export interface Location extends Disposable {
  folder: PinnedFolder;
  name: string;
  /** The real path below the root. */
  path: string;
}

export interface WalkOptions {
  /** Whether a link at the end of the path is followed; false by default. Links on the way always are. */
  follow?: boolean;
  /** Whether missing folders on the way are created. */
  make?: boolean;
  /**
   * Whether names that do not exist yet are rejected if they contain a backslash, which other systems and many programs read
   * as a slash. Files that have such a name already, for example in a repository, stay usable.
   */
  checkNew?: boolean;
  /** Name of the request field with the path. */
  field?: string;
}

interface Walk extends WalkOptions {
  field: string;
  /** As submitted, for errors. */
  path: string;
  /** Whether the last name is entered as well. */
  enterLast: boolean;
}

/** A folder below which paths are resolved; they never lead above it. */
export class FilesRoot {
  /** `hold` defaults to what the system supports. */
  constructor(private readonly path: string, private readonly hold?: Hold) {}

  /** Resolves a path to a location, whether it exists or not. Throws `AppError`. */
  location(path: string, { field = "path", ...options }: WalkOptions = {}): Location {
    const names = splitPath(path, field);
    if (names.length === 0) throw wrongKind("/", "file");
    const { folder, rest, walked } = this.#walk(names, { ...options, path, field, enterLast: false });
    const name = rest;
    return {
      folder,
      name,
      path: joinNames(...walked, name),
      [Symbol.dispose]: () => folder[Symbol.dispose](),
    };
  }

  /** Opens the folder at a path. Throws `AppError`. */
  folder(
    path: string,
    { field = "path", ...options }: WalkOptions = {},
  ): { folder: PinnedFolder; path: string } {
    const { folder, walked } = this.#walk(splitPath(path, field), {
      ...options,
      path,
      field,
      enterLast: true,
    });
    return { folder, path: joinNames(...walked) };
  }

  /**
   * Returns the path below the root that a name in an open folder finally leads to; null when it is outside. Throws file
   * system errors.
   */
  leadsTo(folder: PinnedFolder, name: string): string | null {
    using top = PinnedFolder.open(this.path, this.hold);
    const names = namesBelow(top.realPath(), realpathSync.native(folder.at(name)));
    return names && joinNames(...names);
  }

  #walk(names: string[], walk: Walk): { folder: PinnedFolder; rest: string; walked: string[] } {
    try {
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        if (names.length === 0 && !walk.enterLast) throw wrongKind(walk.path, "file");
        const reached = this.#tryWalk(names, walk);
        if (!Array.isArray(reached)) return reached;
        names = reached;
      }
    } catch (error) {
      throw asFileError(error, walk.path);
    }
    throw wrongKind(walk.path, "folder");
  }

  // Returns the names to walk instead when there was a link on the way.
  #tryWalk(names: string[], walk: Walk) {
    const entered = walk.enterLast ? names.length : names.length - 1;
    const top = PinnedFolder.open(this.path, this.hold);
    let folder = top;
    let isStored = false;
    try {
      const topPath = top.realPath();
      for (let index = 0; index < entered; index++) {
        const name = names[index]!;
        const next = enterOrMake(folder, name, walk);
        if (next === null) return [...behindLink(topPath, folder, name, walk), ...names.slice(index + 1)];
        if (folder !== top) folder[Symbol.dispose]();
        folder = next;
      }
      const rest = walk.enterLast ? "" : names.at(-1)!;
      if (walk.follow && rest !== "" && folder.find(rest)?.isSymbolicLink()) {
        return behindLink(topPath, folder, rest, walk);
      }
      if (rest.includes("\\") && folder.find(rest) === null) refuseBackslash(rest, walk);
      isStored = true;
      return { folder, rest, walked: names.slice(0, entered) };
    } finally {
      if (folder !== top) top[Symbol.dispose]();
      if (!isStored) folder[Symbol.dispose]();
    }
  }
}

function enterOrMake(folder: PinnedFolder, name: string, walk: Walk): PinnedFolder | null {
  try {
    return folder.enter(name);
  } catch (error) {
    if (!walk.make || errorCode(error) !== "ENOENT") throw error;
  }
  refuseBackslash(name, walk);
  try {
    mkdirSync(folder.at(name));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return folder.enter(name);
}

function refuseBackslash(name: string, { checkNew, field }: Walk): void {
  if (checkNew && name.includes("\\")) refuseIf([{ path: field, code: "contains_slash" }]);
}

function behindLink(top: string, folder: PinnedFolder, name: string, { path }: Walk): string[] {
  if (!folder.check(name).isSymbolicLink()) throw wrongKind(path, "folder");
  const names = namesBelow(top, realpathSync.native(folder.at(name)));
  if (names === null) throw new AppError("outside_root", { path });
  return names;
}

function namesBelow(top: string, real: string): string[] | null {
  if (real === top) return [];
  return real.startsWith(`${top}/`) ? real.slice(top.length + 1).split("/") : null;
}
