// The dialog over the list of subscriptions, named by the URL.

import { useLocation, useSearch } from "wouter";

export type UrlState =
  | { dialog: null }
  | { dialog: "form"; id: number | null }
  | { dialog: "log"; id: number | null; run: number | null }
  | { dialog: "preview"; id: number | null; run: number }
  | { dialog: "waiting"; id: number };

/** Parses the URL state from a path and its query. */
export function readUrlState(address: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const path = address.replace(/\/+$/, "");
  const id = readId(query.get("id"));
  if (path === "/subscription/modal") return { dialog: "form", id };
  if (path === "/subscription/logModal") return { dialog: "log", id, run: readId(query.get("run")) };
  const run = readId(query.get("preview"));
  if (run !== null) return { dialog: "preview", id, run };
  const waiting = readId(query.get("waiting"));
  return waiting === null ? { dialog: null } : { dialog: "waiting", id: waiting };
}

/** Returns the URL state. */
export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  return readUrlState(address, search);
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
