// Which dialog lies over the list of subscriptions: the address says it.

import { useLocation, useSearch } from "wouter";

export type UrlState =
  | { dialog: null }
  | { dialog: "form"; id: number | null }
  | { dialog: "log"; id: number | null; run: number | null }
  | { dialog: "preview"; id: number | null; run: number }
  | { dialog: "waiting"; id: number };

/** Reads the place from an address and its query. */
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

/** Gives the place that the address of the page names. */
export function useUrlState(): UrlState {
  const [address] = useLocation();
  const search = useSearch();
  return readUrlState(address, search);
}

function readId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
