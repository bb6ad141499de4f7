// The dialog over the list of subscriptions, named by the URL.

import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { trimEnd } from "../../../server/contract/trim_end.ts";
import { paths } from "../../paths.ts";
import { asDialog, asDialogElsewhere, closeDialog } from "../../shared/page/dialog_history.ts";
import { id, queryState } from "../../shared/page/query_state.ts";
import { readListState, writeListState } from "./list/list_address.ts";

export type UrlState =
  | { dialog: null }
  | { dialog: "form"; id: number | null }
  | { dialog: "log"; id: number | null; run: number | null }
  | { dialog: "preview"; id: number | null; run: number }
  | { dialog: "waiting"; id: number };

const query = queryState({ id: id(), run: id(), preview: id(), waiting: id() });

/** Parses the URL state from a path and its query. */
export function readUrlState(address: string, search: string): UrlState {
  const path = trimEnd(address, "/");
  const { id, run, preview, waiting } = query.read(search);
  if (path === "/subscription/modal") return { dialog: "form", id };
  if (path === "/subscription/logModal") return { dialog: "log", id, run };
  if (preview !== null) return { dialog: "preview", id, run: preview };
  return waiting === null ? { dialog: null } : { dialog: "waiting", id: waiting };
}

export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  return readUrlState(address, search);
}

/** Navigation between the list and its dialogs. */
export type SubscriptionLinks = ReturnType<typeof useSubscriptionLinks>;

/** Returns functions to navigate; they are stable. */
export function useSubscriptionLinks() {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const list = () => writeListState(readListState(location.search));
    return {
      create: () => navigate(paths.subscriptionForm(undefined, list()), asDialog),
      edit: (id: number) => navigate(paths.subscriptionForm(id, list()), asDialog),
      log: (id: number, run?: number) => navigate(paths.subscriptionLog(id, run, list()), asDialog),
      preview: (id: number, run: number) => navigate(paths.subscriptionPreview(id, run, list()), asDialog),
      waiting: (id: number) => navigate(paths.subscriptionChanges(id, list()), asDialog),
      tasks: (id: number) => navigate(paths.tasks({ subscription: id })),
      /** Opens the form that installs packages. */
      install: (href: string) => navigate(href, asDialogElsewhere),
      /** Goes back to the list from which the dialog was opened, or to the list. */
      close: () => closeDialog(navigate, paths.subscriptions(list())),
    };
  }, [navigate]);
}
