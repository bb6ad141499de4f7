// Three-way comparison of trees: what a machine has, what all share, and what both had when they last agreed.
import { foldersAbove, isSameFile, type Manifest, type TreeFile } from "./tree_manifest.ts";

export interface Trees {
  /** For each path, the file that this machine and the shared tree last had in common. */
  base: Manifest;
  local: Manifest;
  shared: Manifest;
}

export interface Merge {
  manifest: Map<string, TreeFile>;
  /** Paths whose local file is published. */
  published: string[];
  /** Shared files that the local ones replace although this machine never had them. */
  lost: Map<string, TreeFile>;
}

/**
 * Merges local changes into the shared tree. Where both changed a file, the local one wins, because it is published later;
 * but a deletion gives way to a change that this machine had not seen.
 */
export function mergeTrees({ base, local, shared }: Trees): Merge {
  const merge: Merge = { manifest: new Map(shared), published: [], lost: new Map() };
  for (const path of new Set([...base.keys(), ...local.keys()])) {
    const [before, here, there] = [base.get(path), local.get(path), shared.get(path)];
    if (isSameFile(here, before) || isSameFile(here, there)) continue;
    const isChangedThere = !isSameFile(there, before);
    if (here === undefined) {
      if (!isChangedThere) merge.manifest.delete(path);
      continue;
    }
    if (isChangedThere && there !== undefined && there.hash !== here.hash) merge.lost.set(path, there);
    merge.manifest.set(path, here);
    merge.published.push(path);
  }
  removeClashes(merge);
  return merge;
}

/** Returns the changes of the shared tree that this machine can follow because it has not changed the same files. */
export function changesToApply(
  { base, local, shared }: Trees,
): { writes: Map<string, TreeFile>; removals: Map<string, TreeFile> } {
  const writes = new Map<string, TreeFile>();
  const removals = new Map<string, TreeFile>();
  for (const path of new Set([...base.keys(), ...shared.keys()])) {
    const [before, here, there] = [base.get(path), local.get(path), shared.get(path)];
    if (isSameFile(here, there)) continue;
    // A deletion gives way to a change.
    const isUnchangedHere = isSameFile(here, before) || here === undefined && !isSameFile(there, before);
    if (!isUnchangedHere) continue;
    if (there !== undefined) writes.set(path, there);
    else if (here !== undefined) removals.set(path, here);
  }
  return { writes, removals };
}

/** Returns the base after a change on either side: wherever both are the same now, that. */
export function rebase({ base, local, shared }: Trees): Map<string, TreeFile> {
  const rebased = new Map<string, TreeFile>();
  for (const path of new Set([...base.keys(), ...local.keys()])) {
    const [here, there] = [local.get(path), shared.get(path)];
    const file = isSameFile(here, there) ? here : base.get(path);
    if (file !== undefined) rebased.set(path, file);
  }
  return rebased;
}

/**
 * Returns the base of a machine that does not remember any: files that only it has are additions, and the shared tree
 * replaces all others. Without a memory, a file that lay around for long cannot be told from a new one.
 */
export function firstBase(local: Manifest, shared: Manifest): Map<string, TreeFile> {
  const folders = new Set([...shared.keys()].flatMap(foldersAbove));
  return new Map(
    [...local].filter(([path]) =>
      shared.has(path) || folders.has(path) || foldersAbove(path).some((above) => shared.has(above))
    ),
  );
}

// A path cannot be a file and a folder. The local one wins here too.
function removeClashes({ manifest, published, lost }: Merge): void {
  const local = new Set(published);
  for (const [path, file] of [...manifest]) {
    const isBelowLocal = foldersAbove(path).some((above) => local.has(above));
    if (isBelowLocal) remove(path, file);
  }
  for (const above of published.flatMap(foldersAbove)) {
    const file = manifest.get(above);
    if (file) remove(above, file);
  }

  function remove(path: string, file: TreeFile): void {
    lost.set(path, file);
    manifest.delete(path);
  }
}
