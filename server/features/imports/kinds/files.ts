import { join } from "node:path";
import { AppError } from "../../../contract/app_error.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { isNotifier } from "../../script_library/notifiers.ts";
import type { Area } from "../../files/area.ts";
import { compareImported, placeImported, removeImported } from "../../files/import_file.ts";
import type { ImportedFile, ItemNote } from "../import_content.ts";
import { takesEffectAlone } from "./held_files.ts";
import { type ImportContext, type KindImporter, type Outcome, rejectedBy } from "./kind_importer.ts";

/** Imports the files of one area. A file that is here already is never overwritten. */
export class FileImporter implements KindImporter<"scripts" | "config"> {
  readonly #taken = new Set<string>();
  #hasChanged = false;

  constructor(private readonly context: ImportContext, private readonly area: Area) {}

  async take(items: readonly ImportedFile[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await this.#takeOne(item));
    return outcomes;
  }

  end(): Promise<void> {
    if (this.#hasChanged) this.area.announce();
    return Promise.resolve();
  }

  async #takeOne(item: ImportedFile): Promise<Outcome> {
    const notes = [...item.notes ?? []];
    try {
      const from = await this.#fileOf(item);
      const path = `${item.path}.imported`;
      if (this.#isHeld(item.path) && await this.#wouldTake(item.path, from)) {
        const held: ItemNote = { note: "held_as", params: { path } };
        const outcome = await this.#place(path, from, [...notes, held]);
        if (outcome === null || outcome.state === "refused") return outcome ?? exists;
        return { ...outcome, notes: [...notes, held] };
      }
      const outcome = await this.#place(item.path, from, notes);
      if (outcome?.state === "created") await this.#release(item.path, path, from);
      if (outcome !== null) return outcome;
      if (item.ifDifferent !== "store_beside") return exists;
      const beside: ItemNote = { note: "stored_as", params: { path } };
      return await this.#place(path, from, [...notes, beside]) ?? exists;
    } catch (error) {
      // A file lies where a folder should be, or the other way round.
      if (
        error instanceof AppError && ["wrong_kind", "already_exists", "outside_root"].includes(error.code)
      ) {
        return exists;
      }
      return rejectedBy(error);
    }
  }

  #isHeld(path: string): boolean {
    return !this.context.enable && takesEffectAlone(this.area.name, path);
  }

  /** Returns whether an import without a confirmation would put the file at its path. */
  async #wouldTake(path: string, from: string): Promise<boolean> {
    const state = await compareImported(this.area, path, from);
    return state === "free" || (state === "different" && this.#isReplaced(path));
  }

  /** Returns whether the panel itself has put the file there, for scripts without one. */
  #isReplaced(path: string): boolean {
    return this.area.name === "scripts" && isNotifier(join(this.area.folder, path));
  }

  /** Removes what waited for the confirmation under another name, unless a person has changed it. */
  async #release(path: string, held: string, from: string): Promise<void> {
    if (!this.context.write || !takesEffectAlone(this.area.name, path)) return;
    if (await compareImported(this.area, held, from) === "same") await removeImported(this.area, held);
  }

  /** Returns null if another file is at the path. */
  async #place(path: string, from: string, notes: ItemNote[]): Promise<Outcome | null> {
    if (this.#taken.has(path)) return null;
    const here = join(this.area.folder, path);
    const isReplaced = this.#isReplaced(path);
    const state = await compareImported(this.area, path, from);
    if (state === "different" && !isReplaced) return null;
    if (state === "same") return { state: "unchanged", target: path, notes: [] };
    if (this.context.write) {
      if (isReplaced) await Deno.remove(here);
      if (!await placeImported(this.area, path, from)) return null;
      this.#hasChanged = true;
    }
    this.#taken.add(path);
    return { state: "created", target: path, notes };
  }

  async #fileOf({ content, path, executable }: ImportedFile): Promise<string> {
    const { staged, madeFiles } = this.context;
    if ("staged" in content) return staged.locate(content.staged);
    await Deno.mkdir(madeFiles, { recursive: true, mode: 0o700 });
    const made = join(madeFiles, sha256(`${this.area.name} ${path}`));
    await Deno.writeTextFile(made, content.text, { mode: executable ? 0o755 : 0o644 });
    return made;
  }
}

const exists: Outcome = { state: "refused", reason: "exists_differs", params: {} };
