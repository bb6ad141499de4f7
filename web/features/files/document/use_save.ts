import { type RefObject, useEffect, useRef } from "react";
import type { SaveOver } from "../../../api/file_requests.ts";
import { useLiveState } from "../../../api/use_live.tsx";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FileDocument, Saving } from "../../../api/file_document.ts";

const againMs = 3000;

interface SaveParts {
  document: FileDocument;
  editor: RefObject<EditorHandle | null>;
  saving: Saving;
  /** Told once the text is on disk. */
  onSaved: () => void;
}

/** Gives the way to save what is in the editor, or another text over what one has been shown; answers whether it is on disk now. */
export function useSave(
  { document, editor, saving, onSaved }: SaveParts,
): (other?: { text: string; over: SaveOver }) => Promise<boolean> {
  const toast = useToast();
  const { t } = useMessages();
  const save = async (other?: { text: string; over: SaveOver }): Promise<boolean> => {
    const handle = editor.current;
    if (!handle) return false;
    const text = other?.text ?? handle.text();
    try {
      const outcome = await document.save(text, ...(other ? [other.over] : []));
      if (outcome !== "saved") return false;
    } catch (error) {
      toast.problem(error);
      return false;
    }
    if (other) handle.replaceAll(text);
    handle.setSaved(text);
    onSaved();
    toast.message("success", t("editor.savedMessage"));
    return true;
  };
  useSaveWhenBack(saving, save);
  return save;
}

/** Saves what could not be saved as soon as the panel answers again; a conflict by then is told like any other. */
function useSaveWhenBack(saving: Saving, save: () => Promise<boolean>): void {
  const live = useLiveState();
  const current = useRef(save);
  current.current = save;
  useEffect(() => {
    if (saving !== "waiting" || live !== "connected") return;
    const timer = setTimeout(() => void current.current(), againMs);
    return () => clearTimeout(timer);
  }, [saving, live]);
}
