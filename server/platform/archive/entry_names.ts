import { createHash } from "node:crypto";
import { isName } from "../files/path_names.ts";
import { archiveError } from "./archive_error.ts";

const DEEPEST = 100;
const MAX_BYTES = 4096;

/** The names of an archive seen so far: each a path below its root, none twice, none below a file. */
export class EntryNames {
  readonly #folds: boolean;
  // Stores hashes instead of the names: there may be hundreds of thousands.
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #above = new Set<string>();

  /** `foldsNames`: treat names that differ only in case or Unicode form as equal. */
  constructor(foldsNames: boolean) {
    this.#folds = foldsNames;
  }

  /** Adds a name. Throws `archive_refused`. */
  add({ name, names, kind }: { name: string; names: readonly string[]; kind: "file" | "folder" }): void {
    const long = new TextEncoder().encode(name).length > MAX_BYTES;
    if (long || names.length > DEEPEST || !names.every(isName)) throw archiveError("unsafe_name", { name });
    const keys = names.map((_, index) => this.#key(names.slice(0, index + 1)));
    const key = keys.pop()!;
    const taken = this.#files.has(key) || this.#folders.has(key) || (kind === "file" && this.#above.has(key));
    if (taken || keys.some((key) => this.#files.has(key))) throw archiveError("duplicate", { name });
    for (const key of keys) this.#above.add(key);
    (kind === "file" ? this.#files : this.#folders).add(key);
  }

  #key(names: readonly string[]): string {
    const path = names.join("/");
    const same = this.#folds ? path.normalize("NFC").toLowerCase() : path;
    return createHash("sha256").update(same).digest("base64").slice(0, 16);
  }
}

/** Returns whether a folder treats names as equal that differ only in case or Unicode form. */
export async function foldsNames(folder: string): Promise<boolean> {
  const trials = [["sundial-case", "SUNDIAL-CASE"], ["sundial-\u00e9", "sundial-e\u0301"]] as const;
  for (const [made, asked] of trials) {
    await Deno.writeTextFile(`${folder}/${made}`, "");
    try {
      if (await exists(`${folder}/${asked}`)) return true;
    } finally {
      await Deno.remove(`${folder}/${made}`);
    }
  }
  return false;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
