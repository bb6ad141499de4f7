/** A folder that a node has stored for the others. */
export interface SharedFolder {
  nodeId: number;
  /** Whether others can get it: not when it has a file that is too large, or a link. */
  isComplete: boolean;
  note: object;
}

/** Folders that nodes store for each other under a name. On a single machine there are none. */
export interface SharedFolders {
  readonly nodeId: number;
  /** Stores a folder with its files, replacing another of that name. */
  save(name: string, path: string, note?: object): Promise<void>;
  /** Returns what is known of a folder; null when it is not stored. */
  find(name: string): Promise<SharedFolder | null>;
  /** Writes a folder to a path where nothing is; returns false when that is impossible. */
  fetch(name: string, path: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Lists the names with a prefix of the folders that this node can get. */
  names(prefix: string): Promise<string[]>;
}
