// A tree is the files of an area, described by a manifest: the hash, mode and size of each file by its path. Manifests come
// from other machines: a path in one is as untrusted as one in a request.
import { MAX_PATH_BYTES } from "../../contract/files.ts";
import { isName, isReservedName } from "../../platform/files/path_names.ts";
import { isHash } from "../../platform/files/stored_contents.ts";
import { hashOfBytes, MAX_BLOB_BYTES } from "./blob_store.ts";

export const PLAIN_MODE = 0o644;
export const EXECUTABLE_MODE = 0o755;

export interface TreeFile {
  /** SHA-256 of its content, as hex. */
  hash: string;
  /** `PLAIN_MODE` or `EXECUTABLE_MODE`; a machine applies its own rules to all but the executable bit. */
  mode: number;
  /** In bytes. */
  size: number;
}

export type Manifest = ReadonlyMap<string, TreeFile>;

/** Thrown for a manifest that must not be used; the message is one sentence. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

/** Paths that differ between two manifests. */
export interface ManifestDiff {
  added: string[];
  changed: string[];
  removed: string[];
}

const encoder = new TextEncoder();

/**
 * Returns whether entries of this name are shared. Git runs programs that are named in `.git`, and packages are installed on
 * each machine.
 */
export function isSharedName(name: string): boolean {
  return isName(name) && !isReservedName(name) && name !== "node_modules" && name.toLowerCase() !== ".git";
}

/** Returns whether a file at this path can be part of a tree. */
export function isSharedPath(path: string): boolean {
  return path.length <= MAX_PATH_BYTES && path.split("/").every(isSharedName) &&
    encoder.encode(path).length <= MAX_PATH_BYTES;
}

/** Returns whether both are the same file, or both do not exist. */
export function isSameFile(a: TreeFile | undefined, b: TreeFile | undefined): boolean {
  return a?.hash === b?.hash && a?.mode === b?.mode;
}

export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Formats a manifest as canonical JSON: equal manifests are equal bytes. */
export function formatManifest(manifest: Manifest): Uint8Array {
  const lines = [...manifest].sort(([a], [b]) => a < b ? -1 : 1).map(([path, { hash, mode, size }]) =>
    `${JSON.stringify(path)}:${JSON.stringify({ hash, mode, size })}`
  );
  return encoder.encode(`{${lines.join(",")}}`);
}

export function hashOfManifest(manifest: Manifest): string {
  return hashOfBytes(formatManifest(manifest));
}

/** Parses a manifest. Throws `ManifestError` for one that could lead outside its folder or cannot be written to a disk. */
export function parseManifest(bytes: Uint8Array): Manifest {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ManifestError("the manifest is not JSON", { cause });
  }
  return toManifest(read);
}

/** Checks a parsed manifest. Throws `ManifestError`. */
export function toManifest(read: unknown): Manifest {
  if (typeof read !== "object" || read === null || Array.isArray(read)) {
    throw new ManifestError("the manifest is not an object");
  }
  const manifest = new Map<string, TreeFile>();
  for (const [path, file] of Object.entries(read)) {
    if (!isSharedPath(path)) throw new ManifestError(`the manifest names an invalid path: ${quote(path)}`);
    manifest.set(path, toTreeFile(path, file));
  }
  for (const path of manifest.keys()) {
    const file = foldersAbove(path).find((above) => manifest.has(above));
    if (file !== undefined) {
      throw new ManifestError(`the manifest has ${quote(file)} as a file and as a folder`);
    }
  }
  return manifest;
}

export function diffManifests(from: Manifest, to: Manifest): ManifestDiff {
  const diff: ManifestDiff = { added: [], changed: [], removed: [] };
  for (const [path, file] of to) {
    const before = from.get(path);
    if (before === undefined) diff.added.push(path);
    else if (!isSameFile(before, file)) diff.changed.push(path);
  }
  diff.removed = [...from.keys()].filter((path) => !to.has(path));
  return diff;
}

function toTreeFile(path: string, file: unknown): TreeFile {
  if (typeof file === "object" && file !== null && "hash" in file && "mode" in file && "size" in file) {
    const { hash, mode, size } = file;
    if (
      typeof hash === "string" && isHash(hash) && (mode === PLAIN_MODE || mode === EXECUTABLE_MODE) &&
      typeof size === "number" && Number.isInteger(size) && size >= 0 && size <= MAX_BLOB_BYTES
    ) return { hash, mode, size };
  }
  throw new ManifestError(`the manifest has an invalid entry for ${quote(path)}`);
}

function quote(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
