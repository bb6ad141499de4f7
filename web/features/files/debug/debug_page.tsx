import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useLocation, useSearch } from "wouter";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { WorkFrame } from "../../../ui/data/work_frame.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf, templateOf } from "../../../shared/files/file_paths.ts";
import { DebugOutput } from "./debug_output.tsx";
import { type Part, ScriptBar } from "./script_bar.tsx";
import { isBusy, useDebug, useInput } from "./use_debug.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { basePath, paths } from "../../../paths.ts";
import { LeaveScope, useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import type { FileEditorHandle, SavedElsewhere } from "../editor/file_editor.tsx";
import { FileLoading } from "../editor/file_loading.tsx";
import { lazyDialog, lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { CodeEditor, type EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { useSaveKey } from "../../../shared/page/use_save_key.ts";

/** Renders a script and the output of its debug runs side by side. */
export default function DebugPage() {
  const search = useSearch();
  const path = new URLSearchParams(search).get("path") || null;
  return <DebugScript key={path} path={path} />;
}

function DebugScript({ path }: { path: string | null }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const [language, setLanguage] = useState<NewLanguage>("js");
  const [part, setPart] = useState<Part>("script");
  const script = useRef<ScriptEditorHandle>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  const scriptPath = path ?? nameOfNew(language);
  const debug = useDebug(scriptPath);
  const input = useInput();
  const toast = useToast();
  usePageTitle(path === null ? null : `${nameOf(path)} · ${t("files.debugTitle")}`, { tabOnly: true });
  const run = () => {
    const content = script.current?.text() ?? null;
    const given = input.read();
    if (content === null) return toast.notify("warning", t("files.debugNothing"));
    if (given === null || isBusy(debug)) return;
    setPart("output");
    if (narrow) input.setOpen(false);
    debug.start({ path: scriptPath, content, ...given });
  };
  const onKeyDown = useRunKeys(run);
  return (
    <WorkFrame onKeyDownCapture={onKeyDown} className="flex-col">
      <ScriptBar
        path={path}
        part={part}
        setPart={setPart}
        input={input}
        debug={debug}
        runButton={runButton}
        onRun={run}
      />
      <Parts
        part={part}
        script={<ScriptEditor ref={script} path={path} language={language} onLanguage={setLanguage} />}
        output={<DebugOutput debug={debug} onStopGone={() => runButton.current?.focus()} />}
      />
    </WorkFrame>
  );
}

/** Renders both halves side by side, on a narrow screen only the selected one; both stay mounted. */
function Parts({ part, script, output }: { part: Part; script: ReactNode; output: ReactNode }) {
  const narrow = useNarrow();
  return (
    <div className="flex min-h-0 flex-1">
      <div hidden={narrow && part !== "script"} className="min-w-0 flex-1 basis-0">{script}</div>
      {!narrow && <div className="w-px bg-line" />}
      <div hidden={narrow && part !== "output"} className="min-w-0 flex-1 basis-0">{output}</div>
    </div>
  );
}

/** Runs on Ctrl/Cmd+Enter outside dialogs. The returned handler captures the key before the editor inserts a line. */
function useRunKeys(run: () => void): (event: KeyboardEvent) => void {
  useShortcuts({ "mod+enter": () => document.querySelector('[role="dialog"]') === null && run() });
  return (event) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!inside || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}

// Loaded lazily, because the editor is by far the largest part.
const FileEditor = lazyPart(() => import("../editor/file_editor.tsx"));
const PathDialog = lazyDialog(() => import("../actions/path_dialog.tsx"));

interface ScriptEditorHandle {
  /** Returns the text in the editor, saved or not; null while none is loaded. */
  text(): string | null;
}

interface ScriptEditorProps {
  /** Null for a script that is not a file yet. */
  path: string | null;
  /** Language of a script that is not a file yet. */
  language: NewLanguage;
  onLanguage: (language: NewLanguage) => void;
  ref: Ref<ScriptEditorHandle>;
}

/** Renders the editor of a script, saved or new, and its "Save as" dialog. */
function ScriptEditor({ path, language, onLanguage, ref }: ScriptEditorProps) {
  const file = useRef<FileEditorHandle>(null);
  const fresh = useRef<NewScriptHandle>(null);
  const [unsaved, setUnsaved] = useState<SavedElsewhere | null>(null);
  const { staysAt, goOn } = useWayOn();
  const [autoFocus] = useState(() => history.state?.typing === true);
  useImperativeHandle(ref, () => ({ text: () => (file.current ?? fresh.current)?.text() ?? null }), []);
  const saved = (to: string) => {
    unsaved?.putBack();
    setUnsaved(null);
    goOn(to);
  };
  return (
    <LeaveScope staysAt={staysAt}>
      <Suspense fallback={<FileLoading />}>
        {path === null
          ? <NewScript ref={fresh} language={language} onLanguage={onLanguage} onSaveAs={setUnsaved} />
          : (
            <FileEditor
              ref={file}
              area="scripts"
              mode="open"
              path={path}
              autoFocus={autoFocus}
              onSaveAs={setUnsaved}
            />
          )}
      </Suspense>
      {unsaved !== null && (
        <PathDialog
          action="saveAs"
          path={path ?? nameOfNew(language)}
          text={unsaved.text}
          onClose={() => setUnsaved(null)}
          onDone={saved}
        />
      )}
    </LeaveScope>
  );
}

/** Returns a function that opens a just saved script without the prompt about unsaved changes. */
function useWayOn() {
  const [, navigate] = useLocation();
  const address = useRef<string | null>(null);
  const staysAt = useCallback((to: string) => to === address.current, []);
  const goOn = (path: string) => {
    address.current = basePath + paths.scriptDebug(path);
    navigate(paths.scriptDebug(path), { state: { typing: true } });
  };
  return { staysAt, goOn };
}

/** Languages for a new script; the value is the file extension. */
const newLanguages = [
  { value: "js", label: "JavaScript" },
  { value: "ts", label: "TypeScript" },
  { value: "py", label: "Python" },
  { value: "sh", label: "Shell" },
] as const;
type NewLanguage = (typeof newLanguages)[number]["value"];

interface NewScriptHandle {
  text(): string;
}

interface NewScriptProps {
  language: NewLanguage;
  onLanguage: (language: NewLanguage) => void;
  onSaveAs: (stored: SavedElsewhere) => void;
  ref: Ref<NewScriptHandle>;
}

/** Renders the editor of a script that is not a file yet. */
function NewScript({ language, onLanguage, onSaveAs, ref }: NewScriptProps) {
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  const [dirty, setDirty] = useState(false);
  const [start, setStart] = useState(() => templateOf(nameOfNew(language)));
  const editor = useRef<EditorHandle>(null);
  const release = useLeaveGuard(dirty);
  const text = () => editor.current?.text() ?? "";
  // There is no file to restore, so this only allows leaving the page without a prompt.
  const saveAs = () => onSaveAs({ text: text(), putBack: release });
  useSaveKey(true, saveAs);
  useImperativeHandle(ref, () => ({ text }), []);
  const change = (next: NewLanguage) => {
    // Typed text stays; an untouched script gets the template of the new language.
    setStart(dirty ? text() : templateOf(nameOfNew(next)));
    onLanguage(next);
  };
  return (
    <section aria-label={t("files.debugNew")} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{t("files.debugNew")}</h2>
        <Select
          label={t("files.debugLanguage")}
          hideLabel
          className="w-36"
          value={language}
          options={newLanguages}
          onValue={change}
        />
        <Button onClick={saveAs}>{t("files.saveAsTitle")}</Button>
      </header>
      <div className="min-h-0 flex-1">
        <CodeEditor
          ref={editor}
          docKey={`new.${language}`}
          text={start}
          saved={dirty ? templateOf(nameOfNew(language)) : start}
          fileName={nameOfNew(language)}
          label={t("files.debugNew")}
          readOnly={false}
          settings={settings}
          onDirtyChange={setDirty}
          onSave={saveAs}
        />
      </div>
    </section>
  );
}

/** Returns a name for an unnamed script, from which the server knows how to run it. */
function nameOfNew(language: NewLanguage): string {
  return `untitled.${language}`;
}
