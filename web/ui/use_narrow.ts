import { useCallback, useSyncExternalStore } from "react";

/** Returns whether a media query matches, and updates when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns whether the window is as narrow as a phone (under 768 px). */
export function useNarrow(): boolean {
  return useMedia("(max-width: 767.98px)");
}
