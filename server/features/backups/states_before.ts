// The states before restores: folders in the data folder, ready to be put back.
import { join } from "node:path";
import type { Disk } from "../../platform/disk.ts";
import { ABOUT, type AboutBefore, aboutBefore, BEFORE_PREFIX, STAGED_PREFIX } from "./restore_journal.ts";

export interface StateBefore extends AboutBefore {
  id: number;
}

/** Returns the states, newest first. */
export async function listStatesBefore(root: string): Promise<StateBefore[]> {
  const found: StateBefore[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    const id = Number(new RegExp(`^${BEFORE_PREFIX}(\\d{1,15})$`).exec(name)?.[1]);
    const state = isDirectory && id > 0 ? await readState(root, id) : null;
    if (state) found.push(state);
  }
  return found.sort((one, other) => other.id - one.id);
}

/** Returns a state; null if it does not exist. */
export async function findStateBefore(root: string, id: number): Promise<StateBefore | null> {
  return await readState(root, id);
}

/** Deletes a state permanently. */
export async function removeStateBefore(root: string, id: number, disk: Disk): Promise<void> {
  // Renamed in one step, so that half of it is never put back; the next start removes any leftovers.
  const gone = join(root, `${STAGED_PREFIX}${id}`);
  await disk.rename(join(root, `${BEFORE_PREFIX}${id}`), gone);
  await disk.remove(gone);
}

async function readState(root: string, id: number): Promise<StateBefore | null> {
  try {
    const text = await Deno.readTextFile(join(root, `${BEFORE_PREFIX}${id}`, ABOUT));
    return { id, ...aboutBefore.parse(JSON.parse(text)) };
  } catch {
    return null;
  }
}
