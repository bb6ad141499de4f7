// The view and the order of the task list that were used last, to which the navigation leads back.
import { paths } from "../../paths.ts";
import { readStored, writeStored } from "../../ui/stored.ts";
import { type ListState, readListState, writeListState } from "./list_address.ts";

const key = "tasks.list";

/** Stores the view and the order of a list, but neither its filters nor its page; null forgets them. */
export function rememberList(state: ListState | null): void {
  const { view, sort } = state ? writeListState(state) : {};
  writeStored(key, view === undefined && sort === undefined ? undefined : { view, sort });
}

/** Returns the address of the list with the view and the order that were used last. */
export function lastListAddress(): string {
  const stored = readStored(key);
  const query = new URLSearchParams(typeof stored === "object" && stored !== null ? { ...stored } : {});
  const { view, sort } = writeListState(readListState(query.toString()));
  return paths.tasks({ view, sort });
}
