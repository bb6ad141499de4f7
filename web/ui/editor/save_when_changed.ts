import { useRef, useState } from "react";

interface SaveParts {
  /** Whether there are changes to save. Ask the editor: the last render may be a keystroke behind. */
  isChanged(): boolean;
  /** Saves the current text; resolves to whether it is on disk. */
  save(): Promise<boolean>;
}

/** Returns the callback for the save key and button. */
export function useSaveWhenChanged(parts: SaveParts): () => void {
  const current = useRef(parts);
  current.current = parts;
  const [save] = useState(() => saveWhenChanged(() => current.current));
  return () => void save();
}

/**
 * Returns a save function that does nothing when nothing changed. A call during a save checks again once that save is
 * done, so that text typed meanwhile is saved too.
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

  // A concurrent call sets this state.
  function isCalledAgain(): boolean {
    return state === "called again";
  }
}
