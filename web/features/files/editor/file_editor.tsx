// The editor of one file. It never overwrites changes made elsewhere. Its parent keeps it mounted while the file is open, even
// hidden, because unsaved text lives here.

import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import {
  type FileDocument,
  type OpenText,
  type Saving,
  useFileDocument,
} from "../../../api/file_document.ts";
import { FileLoading } from "./file_loading.tsx";
import { FileNotOpen } from "./file_not_open.tsx";
import { type FileLocation, fileRequests, isMissing, type SaveOver } from "../../../api/file_requests.ts";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { CodeEditor, type EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { useSaveWhenChanged } from "../../../ui/editor/save_when_changed.ts";
import type { Cursor } from "../../../ui/editor/text_editor.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FileBanners, type OpenState, SaveState, StatusBar } from "./file_state.tsx";
import { FileHeader } from "./file_header.tsx";
import { ConflictDialog, type OpenDialog, OpenFileDialogs } from "./open_file_dialogs.tsx";
import { useDrafts } from "./drafts.ts";
import { useSavedCheck } from "./use_saved_check.ts";
import { useSaveKey } from "../../../shared/page/use_save_key.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { Diagnose } from "../../../ui/editor/check_syntax.ts";
import { findLanguage } from "../../../ui/editor/languages.ts";
import { useLiveState } from "../../../api/use_live.tsx";
import { fileLimits } from "../../../../server/contract/limits/files.ts";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders the editor of one file with header, status line and versions; fills the available height. */
export default function FileEditor(props: FileEditorProps) {
  const { area, path, active = true, missing, onDirty } = props;
  const { document, state } = useFileDocument({ area, path }, active);
  const isOpen = state.phase === "open";
  useEffect(() => {
    if (!isOpen) onDirty?.(false);
  }, [isOpen]);
  if (state.phase === "loading") return <FileLoading />;
  if (state.phase === "missing" && missing) return missing;
  if (state.phase !== "open") {
    return <FileNotOpen area={area} path={path} state={state} document={document} />;
  }
  return <OpenFile key={`${area}/${path}`} {...props} active={active} document={document} state={state} />;
}

interface OpenFileProps extends FileEditorProps {
  active: boolean;
  document: FileDocument;
  state: OpenState;
}

/** Renders a file whose text is loaded. */
function OpenFile(props: OpenFileProps) {
  const { area, path, mode, active, document, state } = props;
  const { open, onDisk, saving } = state;
  const messages = useMessages();
  const toast = useToast();
  const [settings, changeSettings] = useEditorSettings();
  const [dirty, setDirty] = useState(false);
  const [unlocked, setUnlocked] = useState(props.startEditing ?? false);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const editor = useRef<EditorHandle>(null);
  const narrow = useNarrow();
  const file = { area, path };
  const drafts = useDrafts(file, editor, { text: open.text, etag: open.details.etag });
  const diagnose = useDiagnose(file);
  const { errorLine, checkSaved } = useSavedCheck(file, { editor, diagnose });
  const save = useSave({
    document,
    editor,
    saving,
    onSaved(text) {
      drafts.drop();
      void checkSaved(text);
    },
  });
  const mayWrite = useMay(`${area}:write`);
  const writable = open.format === "text" && mayWrite;
  const editing = writable && (mode === "open" || unlocked);
  const saveIfChanged = useSaveWhenChanged({
    isChanged: () => editing && (editor.current?.isDirty() || onDisk === "gone"),
    save,
  });
  useLeaveGuard(dirty);
  useSaveKey(active, saveIfChanged);
  useNewText(open, editor);
  useReportDirty(dirty, props.onDirty);
  useEffect(() => void props.onEditing?.(editing), [editing]);
  useEffect(() => {
    if (props.line !== undefined) editor.current?.goToLine(props.line);
  }, [props.line]);
  useEffect(() => {
    // Preloaded, because after an update of the panel this chunk no longer exists under its name.
    if (editing) ConflictDialog.preload(messages).catch(() => {});
  }, [editing]);
  useEffect(() => {
    if (props.autoFocus) editor.current?.focus();
  }, []);
  const startEditing = () => {
    setUnlocked(true);
    editor.current?.focus();
  };
  useHandle(props, { editor, save, edit: startEditing });
  const showDifference = () => {
    document.readTheirs().catch((error: unknown) => isMissing(error) || toast.problem(error));
  };
  const putBack = () => {
    editor.current?.replaceAll(open.text);
    drafts.drop();
    setUnlocked(false);
  };
  const bringBack = () => {
    const draft = drafts.take();
    if (!draft) return;
    editor.current?.replaceAll(draft.text);
    setUnlocked(true);
    editor.current?.focus();
    if (draft.etag !== open.details.etag) document.pretendOver(draft.etag ?? "");
  };
  return (
    <section aria-label={path} className="flex h-full min-h-0 min-w-0 flex-col bg-surface">
      <FileHeader
        errorLine={errorLine}
        area={area}
        path={path}
        dirty={dirty}
        editing={editing}
        state={state}
        settings={settings}
        changeSettings={changeSettings}
        editor={editor}
        mode={writable ? mode : "open"}
        mayWrite={mayWrite}
        start={props.start}
        title={props.title}
        actions={props.actions}
        entries={props.entries ?? []}
        onEdit={startEditing}
        onSave={saveIfChanged}
        onExit={() => {
          // Read from the editor, because `dirty` may be one key press behind.
          if (editor.current?.isDirty()) return setDialog("discard");
          setUnlocked(false);
          editor.current?.focus();
        }}
        onVersions={() => setDialog("versions")}
        onSaveAs={mayWrite && props.onSaveAs &&
          (() => props.onSaveAs?.({ text: editor.current?.text() ?? "", putBack }))}
      />
      <FileBanners
        state={state}
        dirty={dirty}
        draft={drafts.found}
        onDifference={showDifference}
        onLoad={() => {
          editor.current?.focus();
          void document.reload().catch(toast.problem);
        }}
        onSave={() => void save()}
        onBringBack={bringBack}
        onDropDraft={() => {
          drafts.drop();
          editor.current?.focus();
        }}
      />
      <div className="min-h-0 flex-1">
        <CodeEditor
          ref={editor}
          docKey={`${area}/${path}`}
          text={open.text}
          fileName={path}
          label={path}
          readOnly={!editing}
          settings={settings}
          onDirtyChange={setDirty}
          onCursor={(next) => {
            setCursor(next);
            drafts.touch();
          }}
          onSave={saveIfChanged}
          diagnose={diagnose}
        />
      </div>
      <StatusBar
        path={path}
        open={open}
        cursor={cursor}
        editing={editing}
        editor={editor}
        state={narrow && <SaveState {...{ state, dirty, editing, errorLine }} />}
      />
      <OpenFileDialogs
        file={file}
        document={document}
        state={state}
        dirty={dirty}
        settings={settings}
        editor={editor}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onTaken={drafts.drop}
        onPutBack={putBack}
        onSave={save}
      />
    </section>
  );
}

/** Replaces the text of the open editor when the file was reloaded; undo restores the previous text. */
function useNewText({ revision, text }: OpenText, editor: RefObject<EditorHandle | null>): void {
  const first = useRef(revision);
  useEffect(() => {
    if (first.current === revision) return;
    first.current = revision;
    editor.current?.replaceAll(text);
    editor.current?.setSaved(text);
  }, [revision]);
}

function useReportDirty(dirty: boolean, onDirty: ((dirty: boolean) => void) | undefined): void {
  const notify = useRef(onDirty);
  notify.current = onDirty;
  useEffect(() => void notify.current?.(dirty), [dirty]);
  useEffect(() => () => void notify.current?.(false), []);
}

function useHandle(
  { ref }: FileEditorProps,
  parts: { editor: RefObject<EditorHandle | null>; save: () => Promise<boolean>; edit: () => void },
): void {
  const current = useRef(parts);
  current.current = parts;
  useImperativeHandle(ref, (): FileEditorHandle => ({
    text: () => current.current.editor.current?.text() ?? null,
    isDirty: () => current.current.editor.current?.isDirty() ?? false,
    save: () => current.current.save(),
    edit: () => current.current.edit(),
    focus: () => current.current.editor.current?.focus(),
    goToLine: (line) => current.current.editor.current?.goToLine(line),
  }), []);
}

const ofPanel = new Set(["shell", "python"]);

/** Returns a function that checks the syntax on the server, for languages whose own parser the server runs. */
function useDiagnose({ area, path }: FileLocation): Diagnose {
  const api = useApi();
  return useCallback((text: string) => {
    if (text.length > fileLimits.checkedText) return Promise.resolve([]);
    const language = findLanguage(path, text.slice(0, Math.max(0, text.indexOf("\n"))));
    if (!language || !ofPanel.has(language.id)) return Promise.resolve([]);
    return fileRequests(api, { area, path }).check(text);
  }, [api, area, path]);
}

const againMs = 3000;

interface SaveParts {
  document: FileDocument;
  editor: RefObject<EditorHandle | null>;
  saving: Saving;
  /** Called when the text is on disk. */
  onSaved: (text: string) => void;
}

/** Returns a function that saves the text in the editor, or `other` after a conflict; resolves to whether it is on disk. */
function useSave(
  { document, editor, saving, onSaved }: SaveParts,
): (other?: { text: string; over: SaveOver }) => Promise<boolean> {
  const toast = useToast();
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
    onSaved(text);
    return true;
  };
  useSaveWhenBack(saving, save);
  return save;
}

/** Repeats a failed save when the connection is back; a conflict is reported as usual. */
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

/** A text to save as another file. */
export interface SavedElsewhere {
  text: string;
  /** Resets the editor to the text on disk and deletes the draft, because the text is now saved under another name. */
  putBack(): void;
}

/** The functions of an open file for its parent; null until the file is open. */
export interface FileEditorHandle {
  /** Returns the text in the editor, saved or not; null while none is loaded. */
  text(): string | null;
  isDirty(): boolean;
  /** Saves; resolves to whether the text is on disk. */
  save(): Promise<boolean>;
  edit(): void;
  focus(): void;
  goToLine(line: number): void;
}

interface FileEditorProps extends FileLocation {
  /** `locked` is read-only until the user presses Edit. */
  mode: "locked" | "open";
  /** Rendered in the header before the path, for example a back button. */
  start?: ReactNode;
  /** Rendered instead of the path. */
  title?: ReactNode;
  /** Rendered in the header before the editor's actions. */
  actions?: ReactNode;
  /** Appended to the editor's menu. */
  entries?: readonly MenuEntry[] | undefined;
  /** Whether the file is visible: only then it handles shortcuts and watches the file on disk. Defaults to true. */
  active?: boolean | undefined;
  /** The line to go to, once the file is open and whenever this changes. */
  line?: number | undefined;
  /** Whether a locked file starts in edit mode. */
  startEditing?: boolean | undefined;
  onDirty?: ((dirty: boolean) => void) | undefined;
  onEditing?: ((editing: boolean) => void) | undefined;
  autoFocus?: boolean | undefined;
  /** Adds "Save as". */
  onSaveAs?: ((stored: SavedElsewhere) => void) | undefined;
  /** Rendered when the file does not exist. */
  missing?: ReactNode;
  ref?: Ref<FileEditorHandle> | undefined;
}
