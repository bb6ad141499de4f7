import type { Ref } from "react";
import { FileEditor, type FileEditorHandle } from "../document/file_editor.tsx";

/** A script that is a file, in the editor at once. */
export default function SavedScript(
  { path, onSaveAs, ref }: { path: string; onSaveAs: (text: string) => void; ref: Ref<FileEditorHandle> },
) {
  return <FileEditor ref={ref} area="scripts" path={path} mode="open" onSaveAs={onSaveAs} />;
}
