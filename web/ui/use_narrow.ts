import { useSyncExternalStore } from "react";

const query = "(max-width: 767.98px)";

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Tells whether the window is as narrow as a phone (under 768 px). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
