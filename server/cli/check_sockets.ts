// Whether the panel can make its socket for local programs, and files for a moment.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { accessFolderOf, socketOf } from "../platform/access_folder.ts";
import { whyNoFile } from "../platform/storage/find_unwritable.ts";
import { messageOf } from "../platform/error_message.ts";

export interface SocketProblem {
  folder: string;
  reason: string;
}

/** Tries the folder for temporary files and a socket where the panel's would be; returns null when both work. */
export function findSocketProblem(root: string): SocketProblem | null {
  const temporary = tmpdir();
  if (!existsSync(temporary)) return { folder: temporary, reason: "ENOENT" };
  const unwritable = whyNoFile(temporary);
  if (unwritable !== null) return { folder: temporary, reason: unwritable };
  const access = accessFolderOf(root);
  // Without a data folder, or while the panel uses a socket elsewhere, a socket for a moment lies with the temporary files.
  const folder = existsSync(access) && dirname(socketOf(access)) === access ? access : temporary;
  try {
    const probe = mkdtempSync(join(folder, ".check-"));
    try {
      Deno.listen({ transport: "unix", path: join(probe, "s") }).close();
      return null;
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  } catch (error) {
    return { folder, reason: messageOf(error) };
  }
}
