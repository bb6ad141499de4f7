// The staging folder of a pull: a new folder next to the others, hidden until it is swapped in as a whole.
import { createHash } from "node:crypto";
import { constants, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LeftOutReason } from "../../../contract/subscriptions.ts";
import { readHeader } from "../pick/read_header.ts";
import type { PulledFile } from "./job.ts";

/** How a file is opened that nothing else created. */
export const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const MAX_PATH_BYTES = 1_000;
/** Headers are at the start of a file; the rest is not read. */
const HEADER_BYTES = 1024 * 1024;

// Same as in `path_names.ts`, which would import schemas that this process does not need.
const RESERVED_PREFIX = ".sundial-";
const MAX_NAME_BYTES = 255;

function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && name.isWellFormed() &&
    new TextEncoder().encode(name).length <= MAX_NAME_BYTES;
}

// Control and bidirectional characters, which can make one name look like another.
// deno-lint-ignore no-control-regex -- what no name may have
const ODD = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\\]/;

/** Returns why a path of a repository cannot be staged; null if it can. */
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

/** A folder being filled. Everything in it was created by this process. */
export class Staging {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { mode: 0o755 });
  }

  /**
   * Writes one file; returns null if another file has its path, which only happens in a malformed tree.
   * Throws file system errors.
   */
  async write(
    path: string,
    content: Uint8Array,
    { isExecutable, isScript, isSingle }: { isExecutable: boolean; isScript: boolean; isSingle: boolean },
  ): Promise<PulledFile | null> {
    const file = join(this.folder, path);
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
