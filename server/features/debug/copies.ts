// Temporary files with texts from the editor while they run: each next to its script, under a hidden name. A
// note in a private folder records it; the note is written first and removed last, so that no copy outlives
// its run, whichever process is killed when.
import { randomUUID } from "node:crypto";
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { writeUnseen } from "../../platform/files/atomic_save.ts";
import { errorCode, withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import { joinNames, RESERVED_PREFIX } from "../../platform/files/path_names.ts";

const NAME = `${RESERVED_PREFIX}debug-`;
const NOTE = "debug-";
/** A text may contain secrets that its script does not. */
const MODE = 0o600;

export interface CopiesOptions {
  scripts: FilesRoot;
  /** Directory of the notes. */
  notes: string;
}

export class ScriptCopies {
  /** Names of the notes, by the path of the copy relative to the scripts. */
  readonly #notes = new Map<string, string>();

  constructor(private readonly options: CopiesOptions) {}

  get count(): number {
    return this.#notes.size;
  }

  /**
   * Writes a copy next to a script, whose folder must exist. Returns its path relative to the scripts. Throws
   * `AppError`.
   */
  async make(script: string, extension: string, content: Uint8Array): Promise<string> {
    using location = this.options.scripts.location(script, { follow: true });
    if (location.folder.find(location.name)?.isFile() === false) throw wrongKind(script, "file");
    const id = randomUUID();
    const name = `${NAME}${id}${extension}`;
    const path = joinNames(...location.path.split("/").slice(0, -1), name);
    await withFileErrors(script, async () => {
      await Deno.writeTextFile(this.#noteFile(id), path, { mode: MODE });
      this.#notes.set(path, id);
      try {
        await writeUnseen(location.folder, name, { content: [content], mode: MODE });
      } catch (error) {
        await this.remove(path);
        throw error;
      }
    });
    return path;
  }

  /** Removes a copy; does nothing if the copy or its folder is gone. */
  async remove(path: string): Promise<void> {
    const note = this.#notes.get(path);
    if (note === undefined) return;
    this.#unlink(path);
    await Deno.remove(this.#noteFile(note)).catch(ignoreMissing);
    this.#notes.delete(path);
  }

  /** Finds the copies of the last process and removes those that are no longer needed. */
  async sweep(isWanted: (path: string) => boolean): Promise<void> {
    for await (const { name } of Deno.readDir(this.options.notes)) {
      if (!name.startsWith(NOTE)) continue;
      const id = name.slice(NOTE.length);
      const path = await Deno.readTextFile(this.#noteFile(id));
      this.#notes.set(path, id);
      if (!isWanted(path)) await this.remove(path);
    }
  }

  #unlink(path: string): void {
    const names = path.split("/");
    const name = names.pop() ?? "";
    // An incomplete note names no copy, and none was created.
    if (!name.startsWith(NAME)) return;
    try {
      const { folder } = this.options.scripts.folder(names.join("/"));
      using held = folder;
      unlinkSync(held.at(name));
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && !isGone(error)) throw error;
    }
  }

  #noteFile(id: string): string {
    return join(this.options.notes, NOTE + id);
  }
}

// Anything in place of its folder is not ours.
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    ["not_found", "wrong_kind", "outside_root"].includes(String(error.code));
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
