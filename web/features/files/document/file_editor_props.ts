import type { ReactNode, Ref } from "react";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import type { FileLocation } from "../../../api/file_requests.ts";

/** What is to be saved as another file. */
export interface SavedElsewhere {
  /** As it is in the editor. */
  text: string;
  /** Puts what is on disk back into the editor, with no draft left: the text is kept under another name now. */
  putBack(): void;
}

/** What others may ask of an open file; before it is open there is nothing to ask. */
export interface FileEditorHandle {
  /** The text as it is in the editor, saved or not; null while there is none. */
  text(): string | null;
  isDirty(): boolean;
  /** Answers whether the text is on disk now. */
  save(): Promise<boolean>;
  edit(): void;
  focus(): void;
  goToLine(line: number): void;
}

export interface FileEditorProps extends FileLocation {
  /** `locked` is read only until one presses Edit. */
  mode: "locked" | "open";
  /** Stands in the header before the path: a way back. */
  start?: ReactNode;
  /** Stands in place of the path. */
  title?: ReactNode;
  /** Stand in the header before the editor's own. */
  actions?: ReactNode;
  /** Stand in the menu after the editor's own. */
  entries?: readonly MenuEntry[] | undefined;
  /** Whether it is the one on screen: then keys are its own, and the disk is watched. True unless told. */
  active?: boolean | undefined;
  /** Shown once the file is open, and whenever another is given: a place that was found. */
  line?: number | undefined;
  /** Whether a locked file is to be edited at once. */
  startEditing?: boolean | undefined;
  onDirty?: ((dirty: boolean) => void) | undefined;
  onEditing?: ((editing: boolean) => void) | undefined;
  /** Whether one types into it at once. */
  autoFocus?: boolean | undefined;
  /** Offers "Save as". */
  onSaveAs?: ((stored: SavedElsewhere) => void) | undefined;
  /** Stands in place of "There is no such file". */
  missing?: ReactNode;
  ref?: Ref<FileEditorHandle> | undefined;
}
