import { useRef, useState } from "react";

interface SaveParts {
  /** Whether there is anything to save. To be asked of the editor: what the page was last drawn with may be a key behind. */
  isChanged(): boolean;
  /** Saves what is there now; answers whether it is on disk. */
  save(): Promise<boolean>;
}

/** Gives what a key or a button calls to save. */
export function useSaveWhenChanged(parts: SaveParts): () => void {
  const current = useRef(parts);
  current.current = parts;
  const [save] = useState(() => saveWhenChanged(() => current.current));
  return () => void save();
}

/**
 * Makes a way to save that does nothing where nothing is changed. Called while it saves, it looks again when that is done: what was
 * typed meanwhile is meant too.
 */
export function saveWhenChanged(parts: () => SaveParts): () => Promise<void> {
  let state: "idle" | "saving" | "called again" = "idle";
  return async () => {
    if (state !== "idle") {
      state = "called again";
      return;
    }
    try {
      do state = "saving"; while (parts().isChanged() && await parts().save() && isCalledAgain());
    } finally {
      state = "idle";
    }
  };

  // Meanwhile, by another call.
  function isCalledAgain(): boolean {
    return state === "called again";
  }
}
