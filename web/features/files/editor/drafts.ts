// Unsaved text, stored for this browser tab, so that a reload or a crash loses nothing.

import type { FileLocation } from "../../../api/file_requests.ts";
import { DRAFT_PREFIX, draftSession } from "../../../shared/drafts/draft_session.ts";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";

export interface Draft {
  text: string;
  /** The version of the file that was edited; null when there was no file. */
  etag: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Characters. Browsers give about 5 MB to all drafts together. */
export const MAX_DRAFT = 1024 * 1024;

/** Stores drafts, for example in `sessionStorage`. */
export class DraftStore {
  readonly #storage: Storage | null;
  readonly #mayStore: () => boolean;

  /** `mayStore` returns whether a user is logged in. */
  constructor(storage: Storage | null, mayStore: () => boolean) {
    this.#storage = storage;
    this.#mayStore = mayStore;
  }

  /** Returns the draft of a file; null when there is none. */
  find(file: FileLocation): Draft | null {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(keyOf(file)) ?? "null");
      return isDraft(stored) ? stored : null;
    } catch {
      return null; // written by something else
    }
  }

  /** Stores a draft; returns false when it is too long or the storage is full. */
  keep(file: FileLocation, draft: Draft): boolean {
    if (!this.#storage || draft.text.length > MAX_DRAFT || !this.#mayStore()) return false;
    try {
      this.#storage.setItem(keyOf(file), JSON.stringify(draft));
      return true;
    } catch {
      return false; // the storage quota is used up
    }
  }

  drop(file: FileLocation): void {
    this.#storage?.removeItem(keyOf(file));
  }
}

/** Returns the drafts of this tab; none when storage is disabled. */
function tabDrafts(): DraftStore {
  try {
    return new DraftStore(sessionStorage, () => draftSession().mayStore());
  } catch {
    return new DraftStore(null, () => false);
  }
}

function keyOf({ area, path }: FileLocation): string {
  return `${DRAFT_PREFIX}${area}/${path}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, etag, at } = value as Partial<Record<keyof Draft, unknown>>; // checked below
  return typeof text === "string" && typeof at === "number" && (etag === null || typeof etag === "string");
}

const restMs = 800;

interface Drafts {
  /** The draft found when the file was opened, until it is restored or discarded. */
  found: Draft | null;
  /** Returns the found draft for the editor and hides the offer. */
  take(): Draft | null;
  /** Deletes the draft after it was saved or discarded. */
  drop(): void;
  /** Call on every change; the text is stored shortly after the last one. */
  touch(): void;
}

/** Stores the draft of one open file; `text` and `etag` are those of the loaded file. */
export function useDrafts(
  file: FileLocation,
  editor: RefObject<EditorHandle | null>,
  { text, etag }: { text: string; etag: string },
): Drafts {
  const [store] = useState(tabDrafts);
  const [found, setFound] = useState(() => {
    const draft = store.find(file);
    return draft && draft.text !== text ? draft : null;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const over = useRef(etag);
  over.current = etag;
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    const handle = editor.current;
    if (!handle?.isDirty() || handle.length() > MAX_DRAFT) return;
    store.keep(file, { text: handle.text(), etag: over.current, at: Date.now() });
  }, [store, editor, file.area, file.path]);
  useEffect(() => {
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [keep]);
  // A layout effect, because it runs while the editor still has its text.
  useLayoutEffect(() => keep, [keep]);
  const drop = () => {
    clearTimeout(timer.current);
    setFound(null);
    store.drop(file);
  };
  const take = () => {
    setFound(null);
    return found;
  };
  const touch = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, restMs);
  };
  return { found, take, drop, touch };
}
