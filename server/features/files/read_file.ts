import { type FileContent, type FileDetails } from "../../contract/files.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import { modificationTime } from "../../platform/files/list_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/** Returns the metadata of a file; reads its content for the ETag. Throws `AppError`. */
export async function readDetails(root: FilesRoot, path: string): Promise<FileDetails> {
  return await withFileErrors(path, async () => {
    using location = root.location(path, { follow: true });
    await using file = await RegularFile.open(location);
    return { path, size: file.stats.size, modifiedAt: modificationTime(file.stats), etag: await file.hash() };
  });
}

/**
 * Reads a file for the editor; binary files as text only with `force`. Throws `AppError`, including
 * `payload_too_large`.
 */
export async function readContent(root: FilesRoot, path: string, force: boolean): Promise<FileContent> {
  return await withFileErrors(path, async () => {
    using location = root.location(path, { follow: true });
    await using file = await RegularFile.open(location);
    const bytes = await file.readAll(fileLimits.textBytes);
    const details = {
      path,
      size: bytes.length,
      modifiedAt: modificationTime(file.stats),
      etag: await hashOf(bytes),
    };
    return { ...details, ...asText(bytes, force) };
  });
}

/** Decodes text, or detects binary content: invalid UTF-8 or zero bytes. A byte order mark is part of the text. */
export function asText(bytes: Uint8Array, force: boolean): Pick<FileContent, "format" | "content"> {
  const text = bytes.includes(0) ? null : decode(bytes);
  if (text !== null) return { format: "text", content: text };
  return {
    format: "binary",
    content: force ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : null,
  };
}

/** Returns the SHA-256 of a content in hex, computed off the main thread. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
