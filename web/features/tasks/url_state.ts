// The visible page of the tasks and the dialog over it. The URL names the dialog; below it is the list,
// unless the dialog was opened from one task, which the history state stores.

import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { id, queryState, type StateOf } from "../../shared/page/query_state.ts";

export type Background = "list" | "task";

export interface DialogState {
  background: Background;
}

export type Dialog = "form" | "log" | "view" | "views" | "queue" | "import" | "trash";

const query = queryState({
  /** The task, or the view, that the URL names. */
  id: id(),
  copy: id(),
  /** The run whose log is open; null for the most recent. */
  run: id(),
});

export interface UrlState extends StateOf<typeof query> {
  background: Background;
  dialog: Dialog | null;
}

/** Parses the URL state from an address and the history state. */
export function readUrlState(address: string, search: string, background: Background): UrlState {
  const path = trimEnd(address, "/");
  return {
    background: path === "/crontab/detail" ? "task" : background,
    dialog: dialogAt(path, search),
    ...query.read(search),
  };
}

const dialogs: Partial<Record<string, Dialog>> = {
  "/crontab/modal": "form",
  "/crontab/logModal": "log",
  "/crontab/viewCreateModal": "view",
  "/crontab/viewManageModal": "views",
};
const lists = ["/crontab", "/crontab/type"];

function dialogAt(path: string, search: string): Dialog | null {
  if (!lists.includes(path)) return dialogs[path] ?? null;
  const query = new URLSearchParams(search);
  return (["import", "queue", "trash"] as const).find((name) => query.has(name)) ?? null;
}

export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  const state = useHistoryState<DialogState | null>();
  const last = useRef<{ href: string; background: Background }>(null);
  const href = `${address}?${search}`;
  // When the user stays, the guard of unsaved changes rewrites the history entry, and the state is lost.
  const before = last.current?.href === href ? last.current.background : undefined;
  const urlState = readUrlState(address, search, state?.background ?? before ?? "list");
  last.current = { href, background: urlState.background };
  return urlState;
}
