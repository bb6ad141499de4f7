import { type RefObject, Suspense } from "react";
import type { FileDocument } from "../../../api/file_document.ts";
import type { FileLocation, SaveOver } from "../../../api/file_requests.ts";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import type { OpenState } from "./file_state.tsx";
import { lazyDialog, lazyPart } from "../../../ui/feedback/lazy.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Compares the text in the editor with the one on disk after a conflict. */
export const ConflictDialog = lazyPart(() => import("../../../ui/diff/conflict_dialog.tsx"), {
  close: ({ onLater }) => onLater(),
});
const VersionsDialog = lazyDialog(() => import("./versions_dialog.tsx"));

export type OpenDialog = "versions" | "discard" | null;

interface OpenFileDialogsProps {
  file: FileLocation;
  document: FileDocument;
  state: OpenState;
  dirty: boolean;
  settings: EditorSettings;
  editor: RefObject<EditorHandle | null>;
  dialog: OpenDialog;
  onClose: () => void;
  /** Called when the text on disk replaced the typed one. */
  onTaken: () => void;
  onPutBack: () => void;
  onSave: (other: { text: string; over: SaveOver }) => Promise<boolean>;
}

/** Renders the dialogs of an open file: conflict, versions, discard. */
export function OpenFileDialogs(props: OpenFileDialogsProps) {
  const { file, document, state, dirty, settings, editor, dialog, onClose } = props;
  const { theirs } = state;
  const text = () => editor.current?.text() ?? "";
  const take = () => {
    if (!theirs) return;
    props.onTaken();
    document.adopt(theirs);
  };
  return (
    <Suspense>
      {theirs && (
        <ConflictDialog
          path={file.path}
          theirs={theirs}
          mine={text}
          settings={settings}
          onLater={() => document.hideTheirs()}
          onTake={take}
          onSave={(merged) => props.onSave({ text: merged, over: { etag: theirs.etag } })}
        />
      )}
      {dialog === "versions" && (
        <VersionsDialog
          file={file}
          document={document}
          state={state}
          dirty={dirty}
          settings={settings}
          current={text}
          onClose={onClose}
        />
      )}
      {dialog === "discard" && (
        <DiscardDialog
          path={file.path}
          onDiscard={props.onPutBack}
          onClose={onClose}
          // The button that opened the dialog disappears with the changes.
          focusAfter={() => editor.current?.focus()}
        />
      )}
    </Suspense>
  );
}

/** Asks before unsaved changes are discarded. */
function DiscardDialog(
  { path, onDiscard, onClose, focusAfter }: {
    path: string;
    onDiscard: () => void;
    onClose: () => void;
    focusAfter?: (() => void) | undefined;
  },
) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      danger
      title={t("editor.discardTitle", { name: path.slice(path.lastIndexOf("/") + 1) })}
      text={t("editor.discardQuestion")}
      confirmLabel={t("editor.discard")}
      onConfirm={onDiscard}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}
