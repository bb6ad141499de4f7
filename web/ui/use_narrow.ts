import { useMedia } from "./use_media.ts";

/** Returns whether the window is as narrow as a phone (under 768 px). */
export function useNarrow(): boolean {
  return useMedia("(max-width: 767.98px)");
}
