// A code editor with highlighting, search, folding and syntax checks. It does not know where the text comes from.

import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import { EditorView } from "@codemirror/view";
import { useMessages } from "../../messages/use_messages.tsx";
import { useNarrow } from "../use_narrow.ts";
import type { Diagnose } from "./check_syntax.ts";
import type { EditorSettings } from "./editor_settings.ts";
import { LeaveHint, useLeaveHints } from "./leave_hint.tsx";
import { editorPhrases } from "./editor_extensions.ts";
import { type Cursor, TextEditor } from "./text_editor.ts";

/** The methods of an editor for other components. */
export type EditorHandle = Pick<
  TextEditor,
  | "text"
  | "length"
  | "isDirty"
  | "setSaved"
  | "replaceAll"
  | "setLineEnds"
  | "goToLine"
  | "focus"
  | "openSearch"
  | "openGoToLine"
  | "undo"
  | "redo"
>;

export interface CodeEditorProps {
  /** A new key means a new text: the history and the cursor start over. */
  docKey: string;
  /** The initial text for `docKey`; later values are ignored. */
  text: string;
  /** The content on disk, when it differs from `text` because of unsaved edits. */
  saved?: string | undefined;
  /** Determines the language. */
  fileName: string;
  /** Accessible name of the text. */
  label: string;
  readOnly: boolean;
  settings: EditorSettings;
  /** Called when the text starts or stops differing from the content on disk. */
  onDirtyChange?: ((dirty: boolean) => void) | undefined;
  onCursor?: ((cursor: Cursor) => void) | undefined;
  /** Ctrl/Cmd+S. */
  onSave?: (() => void) | undefined;
  /** Finds errors in languages that the page cannot parse itself. */
  diagnose?: Diagnose | undefined;
  ref?: Ref<EditorHandle> | undefined;
}

/** Renders an editor that fills the height it is given. */
export function CodeEditor(props: CodeEditorProps) {
  const { docKey, readOnly, settings, ref } = props;
  const { t } = useMessages();
  const helpId = useId();
  const leaving = useLeaveHints();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const current = useRef(props);
  current.current = props;
  const narrow = useNarrow();
  const wrap = settings.wrap === "on" || (settings.wrap === "auto" && narrow);
  const style = useRef({ t, wrap, helpId });
  style.current = { t, wrap, helpId };
  useEffect(() => {
    if (!host.current) return;
    const made = openEditor(host.current, current, style.current);
    editor.current = made;
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, [docKey]);
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly]);
  useEffect(() => editor.current?.setSettings(settings, wrap), [settings, wrap]);
  useImperativeHandle(ref, () => handleOf(editor), []);
  return (
    <div className="relative isolate h-full min-h-0" {...leaving.frame}>
      <p id={helpId} className="sr-only">{t("editor.tabHelp")}</p>
      <div
        ref={host}
        dir="ltr"
        className="h-full"
        style={{ "--editor-font-size": `${settings.fontSize}px` } as object} // React's types do not include custom properties
      />
      <LeaveHint hint={leaving.hint} />
    </div>
  );
}

function openEditor(
  parent: HTMLElement,
  props: { readonly current: CodeEditorProps },
  { t, wrap, helpId }: { t: ReturnType<typeof useMessages>["t"]; wrap: boolean; helpId: string },
): TextEditor {
  const { text, saved, fileName, readOnly, settings, label, diagnose } = props.current;
  return new TextEditor({
    parent,
    text,
    saved,
    fileName,
    readOnly,
    settings,
    wrap,
    extensions: [
      editorPhrases(t),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": helpId }),
    ],
    diagnose: diagnose && ((asked) => props.current.diagnose?.(asked) ?? Promise.resolve([])),
    onDirty: (dirty) => props.current.onDirtyChange?.(dirty),
    onCursor: (cursor) => props.current.onCursor?.(cursor),
    onSave: () => props.current.onSave?.(),
  });
}

/** Returns a stable handle, whichever editor is mounted; `text` throws when there is none. */
function handleOf(editor: { readonly current: TextEditor | null }): EditorHandle {
  return {
    text() {
      // Throws, because an empty text here could be saved over the file.
      if (!editor.current) throw new Error("the editor is not on the page");
      return editor.current.text();
    },
    length: () => editor.current?.length() ?? 0,
    isDirty: () => editor.current?.isDirty() ?? false,
    setSaved: (text) => editor.current?.setSaved(text),
    replaceAll: (text) => editor.current?.replaceAll(text),
    setLineEnds: (ends) => editor.current?.setLineEnds(ends),
    goToLine: (number) => editor.current?.goToLine(number),
    focus: () => editor.current?.focus(),
    openSearch: () => editor.current?.openSearch(),
    openGoToLine: () => editor.current?.openGoToLine(),
    undo: () => editor.current?.undo(),
    redo: () => editor.current?.redo(),
  };
}
