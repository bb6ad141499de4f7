// Where an update keeps what it needs: beside the data, and beside the program, for a file takes another's place in one step only on
// the same disk.
import { basename, dirname, join } from "node:path";

export interface UpdateDirectory {
  /** Folder in the data folder. */
  folder: string;
  journal: string;
  /** The database. */
  database: string;
  /** Copy of the database as the version before left it. */
  databaseBefore: string;
  /** The file that is the program. */
  program: string;
  /** The new program, before it takes its place. */
  programNew: string;
  /** The program before, kept. */
  programBefore: string;
}

/** Names the places of an update. */
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
