import type { Ref } from "react";
import { FileEditor } from "../document/file_editor.tsx";
import type { FileEditorHandle, SavedElsewhere } from "../document/file_editor_props.ts";

/** A script that is a file, in the editor at once. */
export default function SavedScript(
  { path, autoFocus, onSaveAs, ref }: {
    path: string;
    /** Whether one types into it at once. */
    autoFocus: boolean;
    onSaveAs: (stored: SavedElsewhere) => void;
    ref: Ref<FileEditorHandle>;
  },
) {
  return <FileEditor ref={ref} area="scripts" mode="open" {...{ path, autoFocus, onSaveAs }} />;
}
