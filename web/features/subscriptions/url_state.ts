// The dialog over the list of subscriptions, named by the URL.

import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";
import { readListState, writeListState } from "./list/list_address.ts";
import { trimEnd } from "../../../server/contract/trim_end.ts";

export type UrlState =
  | { dialog: null }
  | { dialog: "form"; id: number | null }
  | { dialog: "log"; id: number | null; run: number | null }
  | { dialog: "preview"; id: number | null; run: number }
  | { dialog: "waiting"; id: number };

/** Parses the URL state from a path and its query. */
export function readUrlState(address: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const path = trimEnd(address, "/");
  const id = readId(query.get("id"));
  if (path === "/subscription/modal") return { dialog: "form", id };
  if (path === "/subscription/logModal") return { dialog: "log", id, run: readId(query.get("run")) };
  const run = readId(query.get("preview"));
  if (run !== null) return { dialog: "preview", id, run };
  const waiting = readId(query.get("waiting"));
  return waiting === null ? { dialog: null } : { dialog: "waiting", id: waiting };
}

export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  return readUrlState(address, search);
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Navigation between the list and its dialogs. */
export interface SubscriptionLinks {
  create(): void;
  edit(id: number): void;
  log(id: number, run?: number): void;
  preview(id: number, run: number): void;
  waiting(id: number): void;
  tasks(id: number): void;
  /** Opens the form that installs packages. */
  install(href: string): void;
  /** Closes the dialog: goes back to the list it was opened from, or to the list. */
  close(): void;
}

/** Returns functions to navigate; they are stable. */
export function useSubscriptionLinks(): SubscriptionLinks {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const state = { background: "list" };
    const list = () => writeListState(readListState(location.search));
    return {
      create: () => navigate(paths.subscriptionForm(undefined, list()), { state }),
      edit: (id) => navigate(paths.subscriptionForm(id, list()), { state }),
      log: (id, run) => navigate(paths.subscriptionLog(id, run, list()), { state }),
      preview: (id, run) => navigate(paths.subscriptionPreview(id, run, list()), { state }),
      waiting: (id) => navigate(paths.subscriptionChanges(id, list()), { state }),
      tasks: (id) => navigate(paths.tasks({ subscription: id })),
      install: (href) => navigate(href),
      close: () => {
        // This state marks that the previous history entry is the list.
        if (history.state?.background) history.back();
        else navigate(paths.subscriptions(list()), { replace: true });
      },
    };
  }, [navigate]);
}
