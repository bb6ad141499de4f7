import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { type FileLocation, fileRequests, isMissing, type SaveOver } from "../../../api/file_requests.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { CodeEditor, type EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { useSaveWhenChanged } from "../../../ui/editor/save_when_changed.ts";
import type { Cursor } from "../../../ui/editor/text_editor.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { FileBanners } from "./file_banners.tsx";
import type { FileDocument, OpenText, Saving } from "../../../api/file_document.ts";
import type { FileEditorHandle, FileEditorProps } from "./file_editor_props.ts";
import { FileHeader } from "./file_header.tsx";
import { ConflictDialog, type OpenDialog, OpenFileDialogs } from "./open_file_dialogs.tsx";
import { SaveState } from "./save_state.tsx";
import { StatusBar } from "./status_bar.tsx";
import { useDrafts } from "./use_drafts.ts";
import { useSaveKey } from "../../../shared/page/use_save_key.ts";
import type { OpenState } from "./open_state.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { Diagnose } from "../../../ui/editor/check_syntax.ts";
import { findLanguage } from "../../../ui/editor/languages.ts";
import { useLiveState } from "../../../api/use_live.tsx";
import { fileLimits } from "../../../../server/contract/limits/files.ts";

interface OpenFileProps extends FileEditorProps {
  active: boolean;
  document: FileDocument;
  state: OpenState;
}

/** A file whose text is here: its header, what is to be said of it, the editor, its status, its dialogs. */
export function OpenFile(props: OpenFileProps) {
  const { area, path, mode, active, document, state } = props;
  const { open, onDisk, saving } = state;
  const messages = useMessages();
  const toast = useToast();
  const [settings, changeSettings] = useEditorSettings();
  const [dirty, setDirty] = useState(false);
  const [unlocked, setUnlocked] = useState(props.startEditing ?? false);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [visible, setVisible] = useState<OpenDialog>(null);
  const editor = useRef<EditorHandle>(null);
  const narrow = useNarrow();
  const location = { area, path };
  const drafts = useDrafts(location, editor, { text: open.text, etag: open.details.etag });
  const save = useSave({ document, editor, saving, onSaved: drafts.drop });
  const writable = open.format === "text";
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
    // There before it is needed: a panel that was updated meanwhile has this part under another name.
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
  const diagnose = useDiagnose(location);
  return (
    <section aria-label={path} className="flex h-full min-h-0 min-w-0 flex-col bg-surface">
      <FileHeader
        {...{ area, path, dirty, editing, state, settings, changeSettings, editor }}
        mode={writable ? mode : "open"}
        start={props.start}
        title={props.title}
        actions={props.actions}
        entries={props.entries ?? []}
        onEdit={startEditing}
        onSave={saveIfChanged}
        onExit={() => {
          // Asked of the editor: what the page was last drawn with may be a key behind.
          if (editor.current?.isDirty()) return setVisible("discard");
          setUnlocked(false);
          editor.current?.focus();
        }}
        onVersions={() => setVisible("versions")}
        onSaveAs={props.onSaveAs && (() => props.onSaveAs?.({ text: editor.current?.text() ?? "", putBack }))}
      />
      <FileBanners
        {...{ state, dirty, draft: drafts.found }}
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
        {...{ path, open, cursor, editing, editor }}
        state={narrow && <SaveState {...{ state, dirty, editing }} />}
      />
      <OpenFileDialogs
        {...{ location, document, state, dirty, settings, editor, visible }}
        onClose={() => setVisible(null)}
        onTaken={drafts.drop}
        onPutBack={putBack}
        onSave={save}
      />
    </section>
  );
}

/** Puts a text that was read anew into the editor that is there already: undoing brings the old one back. */
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

/** Gives the way to have the panel look for faults, which it does in languages whose own parser it can ask. */
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
  /** Told once the text is on disk. */
  onSaved: () => void;
}

/** Gives the way to save what is in the editor, or another text over what one has been shown; answers whether it is on disk now. */
function useSave(
  { document, editor, saving, onSaved }: SaveParts,
): (other?: { text: string; over: SaveOver }) => Promise<boolean> {
  const toast = useToast();
  const { t } = useMessages();
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
    onSaved();
    toast.message("success", t("editor.savedMessage"));
    return true;
  };
  useSaveWhenBack(saving, save);
  return save;
}

/** Saves what could not be saved as soon as the panel answers again; a conflict by then is told like any other. */
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
