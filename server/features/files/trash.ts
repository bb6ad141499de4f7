// Deleted entries move to a folder next to the areas and can be restored. The row is written before the entry
// is moved: after a crash in between, there is a row without an entry, which is hidden and which a
// housekeeping job removes.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import type { TrashEntry } from "../../contract/files.ts";
import type { Base } from "../../engine/base.ts";
import { moveTree, removeTree } from "../../platform/files/copy_tree.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import type { Location } from "../../platform/files/files_root.ts";
import { describeEntry } from "../../platform/files/list_folder.ts";
import { isName } from "../../platform/files/path_names.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import type { SharedFolders } from "../../platform/files/shared_folders.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Area } from "./area.ts";
import * as store from "./store.ts";
import { TRASH_NAME, trashName } from "./trash_names.ts";

const BATCH = 100;

export interface TrashOptions extends Pick<Base, "db" | "clock"> {
  folder: string;
  /** How folders are pinned; by default, the best method that the system supports. */
  hold?: Hold | undefined;
  /** What the panels that share a database store for each other. */
  shared?: SharedFolders | undefined;
}

export class Trash {
  constructor(private readonly options: TrashOptions) {}

  /** Moves an entry to the trash; returns the id to restore it. Throws file system errors. */
  async put(area: Area, from: Location, by: string | null): Promise<number> {
    const { db, clock } = this.options;
    const { kind, size } = describeEntry(area.root, from.folder, from);
    from.folder.check(from.name);
    const file = randomUUID();
    const path = join(this.options.folder, file);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    using folder = PinnedFolder.open(path, this.options.hold);
    const id = await store.addTrashEntry(db, {
      area: area.name,
      path: from.path,
      kind,
      size,
      place: file,
      deleted_at: clock.now(),
      deleted_by: by,
    }).catch((error) => {
      rmdirSync(path);
      throw error;
    });
    try {
      await moveTree({ from, to: { folder, name: TRASH_NAME, path: TRASH_NAME } });
    } catch (error) {
      await store.removeTrashEntry(db, id);
      rmdirSync(path);
      throw error;
    }
    // It is deleted already: at worst, only this panel can restore it.
    await this.options.shared?.save(trashName(file), path).catch(() => {});
    return id;
  }

  /** Returns what can be restored, newest first. */
  async list(area: Area): Promise<TrashEntry[]> {
    const rows = await store.readTrash(this.options.db, area.name);
    const elsewhere = new Set(await this.options.shared?.names(trashName("")));
    return rows.filter(({ place }) => this.#has(place) || elsewhere.has(trashName(place))).map((row) => ({
      id: row.id,
      path: row.path,
      kind: row.kind,
      size: row.size,
      deletedAt: isoTime(row.deleted_at),
      deletedBy: row.deleted_by,
    }));
  }

  /** Restores an entry to its original path, recreating its folders. Throws `not_found` or `already_exists`. */
  async restore(area: Area, id: number): Promise<void> {
    const { row, folder } = await this.#find(area, id);
    using from = folder;
    await area.turns.take(() =>
      withFileErrors(row.path, async () => {
        using to = area.root.location(row.path, { make: true });
        await moveTree({ from: { folder: from, name: TRASH_NAME, path: row.path }, to });
      })
    );
    await this.#removeThing(row);
    await this.#removeRow(row);
  }

  /** Deletes an entry permanently. Throws `not_found`. */
  async remove(area: Area, id: number): Promise<void> {
    const { row, folder } = await this.#find(area, id);
    folder[Symbol.dispose]();
    await this.#removeThing(row);
    await this.#removeRow(row);
  }

  /** Permanently deletes what was moved to the trash before an instant (ms since the epoch), in batches. */
  async purge(before: number, pause: () => Promise<void>): Promise<void> {
    for (;;) {
      const rows = await store.readOldTrash(this.options.db, before, BATCH);
      for (const row of rows) {
        await this.#removeThing(row);
        await store.removeTrashEntry(this.options.db, row.id);
      }
      if (rows.length < BATCH) return;
      await pause();
    }
  }

  async #find(area: Area, id: number): Promise<{ row: store.TrashRow; folder: PinnedFolder }> {
    const row = await store.findTrashEntry(this.options.db, area.name, id);
    if (row && isName(row.place) && !this.#has(row.place)) await this.#fetch(row);
    const folder = row && this.#open(row.place);
    if (row && folder?.find(TRASH_NAME)) return { row, folder };
    folder?.[Symbol.dispose]();
    throw new AppError("not_found");
  }

  // Another panel deleted it. A folder without files has none to fetch.
  async #fetch({ place, kind }: store.TrashRow): Promise<void> {
    const { folder, shared } = this.options;
    const path = join(folder, place);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (await shared?.fetch(trashName(place), path) && kind === "folder") {
      mkdirSync(join(path, TRASH_NAME), { recursive: true });
    }
  }

  /** Removes from this machine what another panel took out of the trash before an instant (ms since the epoch). */
  async sweep(before: number): Promise<void> {
    const { db, folder: path, hold } = this.options;
    if (!existsSync(path)) return;
    using top = PinnedFolder.open(path, hold);
    const names = readdirSync(top.at());
    const known = await store.readTrashPlaces(db);
    for (const name of names) {
      if (isName(name) && !known.has(name) && (top.find(name)?.mtimeMs ?? before) < before) {
        await removeTree(top, name);
      }
    }
  }

  async #removeThing({ place }: store.TrashRow): Promise<void> {
    await this.options.shared?.remove(trashName(place));
    if (isName(place) && existsSync(this.options.folder)) {
      using top = PinnedFolder.open(this.options.folder, this.options.hold);
      await removeTree(top, place);
    }
  }

  // The entry is gone: a row without it is harmless, and the next purge removes it.
  async #removeRow({ id }: store.TrashRow): Promise<void> {
    await unlessUnwritable(store.removeTrashEntry(this.options.db, id));
  }

  #has(path: string): boolean {
    using folder = this.#open(path);
    return folder !== null && folder.find(TRASH_NAME) !== null;
  }

  // The path comes from a row, and a row may come from anywhere: only a folder directly inside the trash is
  // valid.
  #open(path: string): PinnedFolder | null {
    if (!isName(path) || !existsSync(this.options.folder)) return null;
    using top = PinnedFolder.open(this.options.folder, this.options.hold);
    return top.find(path)?.isDirectory() ? top.enter(path) : null;
  }
}
