// The files of an update: next to the data and next to the program, because a rename is atomic only on the
// same disk.
import { basename, dirname, join } from "node:path";

export interface UpdateDirectory {
  /** Directory in the data folder. */
  folder: string;
  journal: string;
  database: string;
  /** Copy of the database as the previous version left it. */
  databaseBefore: string;
  /** The program's file. */
  program: string;
  /** The new program before it is installed. */
  programNew: string;
  /** Backup of the previous program. */
  programBefore: string;
}

/** Returns the paths of an update. */
export function updateDirectoryOf(dataRoot: string, database: string, program: string): UpdateDirectory {
  const folder = join(dataRoot, "update");
  const beside = (name: string) => join(dirname(program), name);
  return {
    folder,
    journal: join(folder, "journal.json"),
    database,
    databaseBefore: join(folder, "database-before.sqlite"),
    program,
    programNew: beside(`.${basename(program)}.update`),
    programBefore: beside(`${basename(program)}.previous`),
  };
}
