import { AppError } from "../../contract/app_error.ts";
import { MAX_NAME_BYTES } from "../../contract/files.ts";
import { isStorageFailing, isStorageFull } from "./storage_full.ts";

/** Returns the code of a file system error, such as `ENOENT`; null for other errors. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return error.code;
}

export function wrongKind(path: string, expected: "file" | "folder"): AppError {
  return new AppError("wrong_kind", { path, expected });
}

/** Translates a file system error at `path` into an API error; other errors are returned unchanged. */
export function asFileError(error: unknown, path: string): unknown {
  // File metadata in the database is stored on the same disk.
  if (isStorageFull(error)) return new AppError("storage_full");
  if (isStorageFailing(error)) return new AppError("storage_failing");
  switch (errorCode(error)) {
    case "ENOENT":
      return new AppError("not_found");
    case "EEXIST":
    case "ENOTEMPTY":
      return new AppError("already_exists", { path });
    case "ENOTDIR":
    case "ELOOP":
      return wrongKind(path, "folder");
    case "EISDIR":
    case "ENXIO":
    case "EACCES":
    case "EPERM":
      return wrongKind(path, "file");
    case "ENAMETOOLONG":
    case "EINVAL":
    case "EILSEQ":
      return new AppError("validation_failed", { count: 1 }, [
        { path: "path", code: "bad_path", params: { max: MAX_NAME_BYTES } },
      ]);
    case "EFBIG":
      return new AppError("storage_full");
    default:
      return error;
  }
}

/** Runs a file operation and translates its errors. */
export async function withFileErrors<T>(path: string, action: () => Promise<T> | T): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asFileError(error, path);
  }
}
