// Whose a folder is that this process may not write, for a message that says what to do.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { programKind } from "../build_info.ts";
import { quoteWord } from "../../contract/quote_word.ts";

/** A user of the system; the name is null where only the number is known, as often in a container. */
export interface SystemUser {
  uid: number;
  name: string | null;
}

/** The owner of a folder, and the user that the process runs as. */
export interface FolderOwner {
  owner: SystemUser;
  user: SystemUser;
  /** What root has to run for the process to get its folder. */
  command: string;
  /** Whether that command has to be run outside, because folders are mounted from there. */
  inContainer: boolean;
}

/** Returns whose `path` is, or the nearest folder above it that exists, and the command that gives `root` to this process. */
export function folderOwner(path: string, root: string): FolderOwner {
  let found = path;
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found);
  const { uid } = statSync(found);
  const [user, group] = [Deno.uid() ?? 0, Deno.gid() ?? 0]; // null only on Windows
  const names = readUserNames();
  const folder = quoteWord(root);
  const command = !existsSync(root)
    ? `install -d -o ${user} -g ${group} -m 700 ${folder}`
    : uid === user
    ? `chmod -R u+rwX ${folder}`
    : `chown -R ${user}:${group} ${folder}`;
  return {
    owner: { uid, name: names.get(uid) ?? null },
    user: { uid: user, name: names.get(user) ?? null },
    command,
    inContainer: programKind() === "container",
  };
}

function readUserNames(): Map<number, string> {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n").filter((line) => line !== "");
    return new Map(lines.map((line) => {
      const [name = "", , uid = ""] = line.split(":");
      return [Number(uid), name];
    }));
  } catch {
    return new Map();
  }
}
