import { Save } from "../../ui/icons/icons.ts";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import {
  type DocumentState,
  type FileDocument,
  type OnDisk,
  type Saving,
  useFileDocument,
} from "../../api/file_document.ts";
import type { SaveOver } from "../../api/file_requests.ts";
import type { TextSide } from "../../api/text_side.ts";
import { useLeaveGuard } from "../../ui/leave/leave_guard.tsx";
import { useSaveKey } from "../../shared/page/use_save_key.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { type DiffHandle, type DiffSide, DiffView } from "../../ui/diff/diff_view.tsx";
import type { EditorSettings } from "../../ui/editor/editor_settings.ts";
import { useSaveWhenChanged } from "../../ui/editor/save_when_changed.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { isConfigNow, NoSide, NotYet, sideLabel, Waiting } from "./side_notice.tsx";

const ConflictDialog = lazyPart(() => import("../../ui/diff/conflict_dialog.tsx"), {
  close: ({ onLater }) => onLater(),
});

interface EditableProps {
  left: DiffSide;
  /** Whether the left side is a sample, from which the right side can be created. */
  isSample: boolean;
  right: Extract<TextSide, { kind: "file" }>;
  fileName: string;
  settings: EditorSettings;
  onDirty: (dirty: boolean) => void;
}

/** Renders a comparison whose right side is a current file; it is watched and saved as in the editor. */
export function EditableComparison(props: EditableProps) {
  const { document, state } = useFileDocument(props.right, true);
  const { phase } = state;
  if (phase === "loading") return <Waiting />;
  if (phase === "failed") return <ErrorState error={state.error} onRetry={() => void document.load()} />;
  if (phase === "missing" && props.isSample && isConfigNow(props.right)) {
    const { right, left } = props;
    return <NotYet side={right} sample={left.text} onCreated={() => void document.load()} />;
  }
  if (phase !== "open") return <NoSide side={props.right} reason={phase} />;
  return <OpenComparison {...props} document={document} state={state} />;
}

type OpenState = Extract<DocumentState, { phase: "open" }>;

function OpenComparison(
  { left, right, fileName, settings, onDirty, document, state }: EditableProps & {
    document: FileDocument;
    state: OpenState;
  },
) {
  const messages = useMessages();
  const { t } = messages;
  const toast = useToast();
  const [dirty, setDirty] = useState(false);
  const diff = useRef<DiffHandle>(null);
  const { open, theirs, saving, onDisk } = state;
  // A merged text differs from the one in the editor, so it is loaded into it.
  const [loaded, setLoaded] = useState({ text: open.text, revision: open.revision, merges: 0 });
  useEffect(() => {
    if (loaded.revision !== open.revision) {
      setLoaded({ ...loaded, text: open.text, revision: open.revision });
    }
  }, [open.revision]);
  useEffect(() => {
    // Preloaded, because after an update of the panel this chunk no longer exists under its name.
    ConflictDialog.preload(messages).catch(() => {});
  }, []);
  useLeaveGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty]);
  const save = useSaveSide(document, diff);
  const saveMerged = async (text: string, over: SaveOver) => {
    const done = await save({ text, over });
    if (done) setLoaded({ text, revision: open.revision, merges: loaded.merges + 1 });
    return done;
  };
  const showDifference = () => document.readTheirs().catch(toast.problem);
  const saveIfChanged = useSaveWhenChanged({
    isChanged: () => diff.current?.isDirty() || onDisk === "gone",
    save,
  });
  useSaveKey(true, saveIfChanged);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DiskNotice
        onDisk={onDisk}
        saving={saving}
        dirty={dirty}
        onDifference={() => void showDifference()}
        onLoad={() => void document.reload().catch(toast.problem)}
        onSave={() => void save()}
      />
      <div className="min-h-0 flex-1">
        <DiffView
          ref={diff}
          hideLabels
          docKey={`${loaded.revision} ${loaded.merges}`}
          left={left}
          right={{ text: loaded.text, label: sideLabel(right, t) }}
          fileName={fileName}
          editable
          settings={settings}
          onDirtyChange={setDirty}
          onSave={saveIfChanged}
          actions={
            <Button
              variant="primary"
              icon={<Save size={14} />}
              disabled={!dirty && onDisk !== "gone"}
              loading={saving === "yes"}
              onClick={saveIfChanged}
            >
              {t("editor.save")}
            </Button>
          }
        />
      </div>
      <Suspense>
        {theirs && (
          <ConflictDialog
            path={right.path}
            theirs={theirs}
            mine={() => diff.current?.text() ?? ""}
            settings={settings}
            onLater={() => document.hideTheirs()}
            onTake={() => document.adopt(theirs)}
            onSave={(text) => saveMerged(text, { etag: theirs.etag })}
          />
        )}
      </Suspense>
    </div>
  );
}

function useSaveSide(document: FileDocument, diff: RefObject<DiffHandle | null>) {
  const toast = useToast();
  const { t } = useMessages();
  return async (other?: { text: string; over: SaveOver }): Promise<boolean> => {
    if (!diff.current) return false;
    const text = other?.text ?? diff.current.text();
    try {
      const outcome = await document.save(text, ...(other ? [other.over] : []));
      if (outcome === "waiting") toast.notify("warning", t("editor.unsaved"), t("diff.notSaved"));
      if (outcome !== "saved") return false;
    } catch (error) {
      toast.problem(error);
      return false;
    }
    diff.current?.setSaved(text);
    toast.message("success", t("editor.savedMessage"));
    return true;
  };
}

/** Renders a warning when the file on the right changed on disk or could not be saved. */
function DiskNotice(
  { onDisk, saving, dirty, onDifference, onLoad, onSave }: {
    onDisk: OnDisk;
    saving: Saving;
    dirty: boolean;
    onDifference: () => void;
    onLoad: () => void;
    onSave: () => void;
  },
) {
  const { t } = useMessages();
  if (onDisk === "same" && saving !== "waiting") return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warning-soft px-3 py-2 text-sm text-warning-text"
    >
      {onDisk === "changed" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("editor.changedOnDiskHelp")}</span>
          <Button size="small" onClick={onDifference}>{t("editor.showDifference")}</Button>
          {!dirty && (
            <Button size="small" variant="primary" onClick={onLoad}>{t("editor.loadFromDisk")}</Button>
          )}
        </>
      )}
      {onDisk === "gone" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("editor.goneTitle")} · {t("editor.goneHelp")}</span>
          <Button size="small" variant="primary" onClick={onSave}>{t("editor.saveAgain")}</Button>
        </>
      )}
      {saving === "waiting" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("diff.notSaved")}</span>
          <Button size="small" onClick={onSave}>{t("ui.retry")}</Button>
        </>
      )}
    </div>
  );
}
