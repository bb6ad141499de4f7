import { type RefObject, useRef, useState } from "react";
import type { FileLocation } from "../../../api/file_requests.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Diagnose, firstSyntaxError } from "../../../ui/editor/check_syntax.ts";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { findLanguage } from "../../../ui/editor/languages.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";

interface SavedCheck {
  /** The line of the first syntax error in the saved text; null if it has none. */
  errorLine: number | null;
  /** Checks a text that was saved, and reports that it was saved, and its first error. */
  checkSaved: (text: string) => Promise<void>;
}

/** Returns a function that reports a save together with the first syntax error. */
export function useSavedCheck(
  { path }: FileLocation,
  { editor, diagnose }: { editor: RefObject<EditorHandle | null>; diagnose: Diagnose },
): SavedCheck {
  const toast = useToast();
  const { t } = useMessages();
  const [errorLine, setErrorLine] = useState<number | null>(null);
  const latest = useRef("");
  const checkSaved = async (text: string) => {
    latest.current = text;
    const end = text.indexOf("\n");
    const language = findLanguage(path, text.slice(0, end < 0 ? 200 : end))?.id ?? null;
    // Saved it is, even if the check cannot run.
    const error = await firstSyntaxError(text, { language, fileName: path, diagnose }).catch(() => null);
    if (latest.current !== text) return;
    setErrorLine(error?.line ?? null);
    if (!error) return toast.message("success", t("editor.savedMessage"));
    toast.message("warning", t("editor.savedWithError", error), {
      label: t("editor.showLine", { line: error.line }),
      onSelect() {
        editor.current?.goToLine(error.line);
        editor.current?.focus();
      },
    });
  };
  return { errorLine, checkSaved };
}
