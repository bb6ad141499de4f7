import { lazy, type RefObject, Suspense } from "react";
import type { FileDocument } from "../../../api/file_document.ts";
import type { FilePlace, SaveOver } from "../../../api/file_requests.ts";
import { ErrorBoundary } from "../../../shell/error_boundary.tsx";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { DiscardDialog } from "./discard_dialog.tsx";
import type { OpenState } from "./open_state.ts";

/** Loads what shows a conflict. */
export const loadConflictDialog = () => import("../../../ui/diff/conflict_dialog.tsx");
const ConflictDialog = lazy(loadConflictDialog);
const VersionsDialog = lazy(() => import("./versions_dialog.tsx"));

export type ShownDialog = "versions" | "discard" | null;

interface OpenFileDialogsProps {
  place: FilePlace;
  document: FileDocument;
  state: OpenState;
  dirty: boolean;
  settings: EditorSettings;
  editor: RefObject<EditorHandle | null>;
  shown: ShownDialog;
  onClose: () => void;
  /** Told when what is on disk was taken in place of what was typed. */
  onTaken: () => void;
  onPutBack: () => void;
  onSave: (other: { text: string; over: SaveOver }) => Promise<boolean>;
}

/** What may lie over an open file: a conflict, its versions, a question. */
export function OpenFileDialogs(props: OpenFileDialogsProps) {
  const { place, document, state, dirty, settings, editor, shown, onClose } = props;
  const { theirs } = state;
  const text = () => editor.current?.text() ?? "";
  const take = () => {
    if (!theirs) return;
    props.onTaken();
    document.adopt(theirs);
  };
  return (
    // A part that cannot be loaded must not take the editor with it, and what was typed there.
    <ErrorBoundary resetKey={shown}>
      <Suspense>
        {theirs && (
          <ConflictDialog
            path={place.path}
            theirs={theirs}
            mine={text}
            settings={settings}
            onLater={() => document.hideTheirs()}
            onTake={take}
            onSave={(merged) => props.onSave({ text: merged, over: { etag: theirs.etag } })}
          />
        )}
        {shown === "versions" && (
          <VersionsDialog {...{ place, document, state, dirty, settings }} current={text} onClose={onClose} />
        )}
        <DiscardDialog
          open={shown === "discard"}
          path={place.path}
          onDiscard={props.onPutBack}
          onClose={onClose}
          // The button that it was asked from is gone with the changes.
          focusAfter={() => editor.current?.focus()}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
