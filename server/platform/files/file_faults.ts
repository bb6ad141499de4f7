import { AppError } from "../../contract/app_error.ts";
import { LONGEST_NAME_BYTES } from "../../contract/files.ts";
import { isStorageFull } from "../storage/storage_full.ts";

/** Reads the code of a fault of the file system, such as `ENOENT`; null for other faults. */
export function faultCode(fault: unknown): string | null {
  if (!(fault instanceof Error) || !("code" in fault) || typeof fault.code !== "string") return null;
  return fault.code;
}

/** Makes the error for something that is not of the kind it should be. */
export function wrongKind(path: string, expected: "file" | "folder"): AppError {
  return new AppError("wrong_kind", { path, expected });
}

/** Translates a fault of the file system at `path` into what the caller should know; other faults stay as they are. */
export function asFileError(fault: unknown, path: string): unknown {
  // What is written down about a file lies on the same disk.
  if (isStorageFull(fault)) return new AppError("storage_full");
  switch (faultCode(fault)) {
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
        { path: "path", code: "bad_path", params: { max: LONGEST_NAME_BYTES } },
      ]);
    case "EFBIG":
      return new AppError("storage_full");
    default:
      return fault;
  }
}

/** Does something with files, its faults translated. */
export async function withFileErrors<T>(path: string, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    throw asFileError(fault, path);
  }
}
