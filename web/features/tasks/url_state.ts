// Which page of the tasks is shown and which dialog lies over it. The address says the dialog; what lies beneath is the list,
// unless the dialog was opened from one task, which the browser's history remembers.

import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";

export type Beneath = "list" | "task";

/** What a dialog's entry in the history says. */
export interface DialogState {
  beneath: Beneath;
}

export type Dialog = "form" | "log" | "view" | "views" | "queue" | "import";

export interface UrlState {
  beneath: Beneath;
  dialog: Dialog | null;
  /** The task, or the view, that the address names. */
  id: number | null;
  /** The task to copy. */
  copy: number | null;
  /** The run whose log is shown; null for the newest. */
  run: number | null;
}

/** Reads the place from an address and what the history says of it. */
export function readUrlState(address: string, search: string, beneath: Beneath): UrlState {
  const query = new URLSearchParams(search);
  const path = address.replace(/\/+$/, "");
  return {
    beneath: path === "/crontab/detail" ? "task" : beneath,
    dialog: dialogAt(path, query),
    id: readId(query.get("id")),
    copy: readId(query.get("copy")),
    run: readId(query.get("run")),
  };
}

const dialogs: Partial<Record<string, Dialog>> = {
  "/crontab/modal": "form",
  "/crontab/logModal": "log",
  "/crontab/viewCreateModal": "view",
  "/crontab/viewManageModal": "views",
};
const lists = ["/crontab", "/crontab/type"];

function dialogAt(path: string, query: URLSearchParams): Dialog | null {
  if (!lists.includes(path)) return dialogs[path] ?? null;
  return query.has("import") ? "import" : query.has("queue") ? "queue" : null;
}

/** Gives the place that the address of the page names. */
export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  const state = useHistoryState<DialogState | null>();
  const last = useRef<{ href: string; beneath: Beneath }>(null);
  const href = `${address}?${search}`;
  // The guard of unsaved changes writes the history anew when the person stays, and the state is lost.
  const before = last.current?.href === href ? last.current.beneath : undefined;
  const urlState = readUrlState(address, search, state?.beneath ?? before ?? "list");
  last.current = { href, beneath: urlState.beneath };
  return urlState;
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
