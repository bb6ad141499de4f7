// One file: read, edited, saved, never overwritten behind anybody's back. Whoever shows it keeps it mounted for as long as it is
// open, hidden or not; what is typed lives here.

import { useEffect } from "react";
import { useFileDocument } from "../../../api/use_file_document.ts";
import { FileLoading, FileNotOpen } from "./file_not_open.tsx";
import { OpenFile } from "./open_file.tsx";
import type { FileEditorProps } from "./file_editor_props.ts";

/** The editor of one file with its header, its state and its versions; fills the height it is given. */
export function FileEditor(props: FileEditorProps) {
  const { area, path, active = true, missing, onDirty } = props;
  const { document, state } = useFileDocument({ area, path }, active);
  const isOpen = state.phase === "open";
  useEffect(() => {
    if (!isOpen) onDirty?.(false);
  }, [isOpen]);
  if (state.phase === "loading") return <FileLoading />;
  if (state.phase === "missing" && missing) return missing;
  if (state.phase !== "open") return <FileNotOpen {...{ area, path, state, document }} />;
  return <OpenFile key={`${area}/${path}`} {...props} active={active} document={document} state={state} />;
}
