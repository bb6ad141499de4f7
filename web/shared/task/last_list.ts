// The view and the order of the task list that were used last, to which the navigation leads back.
import type { Preferences } from "../../../server/contract/preferences.ts";
import { paths } from "../../paths.ts";
import { preferences } from "../../api/preferences.ts";
import { type ListState, readListState, writeListState } from "./list_address.ts";

/** Stores the view and the order of a list, but neither its filters nor its page; null forgets them. */
export function rememberList(state: ListState | null): void {
  const { view, sort } = state ? listOf(state) : {};
  preferences.set("taskList", view === undefined && sort === undefined ? undefined : { view, sort });
}

/** Returns the address of the list with the view and the order that were used last. */
export function lastListAddress(): string {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(preferences.get("taskList") ?? {})));
  return paths.tasks(listOf(readListState(query.toString())));
}

function listOf(state: ListState): NonNullable<Preferences["taskList"]> {
  const { sort } = writeListState(state);
  return { view: state.view ?? undefined, sort: sort === undefined ? undefined : `${sort}` };
}
