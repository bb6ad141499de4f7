import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FileLocation } from "../../../api/file_requests.ts";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { type Draft, MAX_DRAFT, tabDrafts } from "./draft_store.ts";

const restMs = 800;

/** Keeps what is typed and not saved, and finds what was kept before. */
export interface Drafts {
  /** What was found when the file was opened, until it is taken or put away. */
  found: Draft | null;
  /** Takes what was found; the caller puts it into the editor. */
  take(): Draft | null;
  /** Forgets what is kept: it was saved, or thrown away on purpose. */
  drop(): void;
  /** Told of every key: a moment after the last one the text is kept. */
  touch(): void;
}

/** Keeps the draft of one open file; `text` and `etag` are what was read of it. */
export function useDrafts(
  fileLocation: FileLocation,
  editor: RefObject<EditorHandle | null>,
  { text, etag }: { text: string; etag: string },
): Drafts {
  const [store] = useState(tabDrafts);
  const [found, setFound] = useState(() => {
    const draft = store.find(fileLocation);
    return draft && draft.text !== text ? draft : null;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const over = useRef(etag);
  over.current = etag;
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    const handle = editor.current;
    if (!handle?.isDirty() || handle.length() > MAX_DRAFT) return;
    store.keep(fileLocation, { text: handle.text(), etag: over.current, at: Date.now() });
  }, [store, editor, fileLocation.area, fileLocation.path]);
  useEffect(() => {
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [keep]);
  // Before the editor is taken off the page, while it still has its text.
  useLayoutEffect(() => keep, [keep]);
  const drop = () => {
    clearTimeout(timer.current);
    setFound(null);
    store.drop(fileLocation);
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
