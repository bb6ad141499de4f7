// Where a pull lays out what it takes: a new folder beside the others, which nobody sees until it is swapped in whole.
import { createHash } from "node:crypto";
import { constants, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LeftOutReason } from "../../../contract/subscriptions.ts";
import { readHeader } from "../pick/read_header.ts";
import type { PulledFile } from "./job.ts";

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const MAX_PATH_BYTES = 1_000;
/** A header stands where people look; what comes later is not read. */
const HEADER_BYTES = 1024 * 1024;

// As in `path_names.ts`, which brings along the schemas that this process has no need of.
const RESERVED_PREFIX = ".sundial-";
const MAX_NAME_BYTES = 255;

function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && name.isWellFormed() &&
    new TextEncoder().encode(name).length <= MAX_NAME_BYTES;
}

// Control signs, and those that turn the direction of writing, so that a name looks like another.
// deno-lint-ignore no-control-regex -- what no name may have
const ODD = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\\]/;

/** Tells why a path of a repository cannot be laid out; null when it can. */
export function pathIssue(path: string | null): LeftOutReason | null {
  if (path === null || new TextEncoder().encode(path).length > MAX_PATH_BYTES) return "bad_name";
  const names = path.split("/");
  if (!names.every(isName) || ODD.test(path)) {
    return "bad_name";
  }
  return names.some((name) => name.startsWith(RESERVED_PREFIX) || name.toLowerCase() === ".git")
    ? "own_name"
    : null;
}

/** A folder that is being filled. Everything in it was made by this very process. */
export class Staging {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { mode: 0o755 });
  }

  /** Writes one file; null when another took its place, as only a crooked tree has it. Throws faults of the file system. */
  async write(
    path: string,
    content: Uint8Array,
    { isExecutable, isScript, isSingle }: { isExecutable: boolean; isScript: boolean; isSingle: boolean },
  ): Promise<PulledFile | null> {
    const file = join(this.#folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
      const handle = await open(file, CREATE, isExecutable ? 0o755 : 0o644);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (["EEXIST", "ENOTDIR", "EISDIR"].includes(code)) return null;
      throw error;
    }
    const name = path.slice(path.lastIndexOf("/") + 1);
    const text = () => new TextDecoder().decode(content.subarray(0, HEADER_BYTES));
    return {
      path,
      hash: createHash("sha256").update(content).digest("hex"),
      size: content.length,
      script: isScript ? readHeader(text(), name, { isSingle }) : null,
    };
  }
}
