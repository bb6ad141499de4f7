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
import { nameOf } from "../scripts/file_paths.ts";
import { DebugOutput } from "./debug_output.tsx";
import { nameOfNew, type NewLanguage, NewScript, type NewScriptHandle } from "./new_script.tsx";
import { type Part, ScriptBar } from "./script_bar.tsx";
import { isBusy, useDebug } from "./use_debug.ts";
import { useInput } from "./use_input.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { basePath, paths } from "../../../paths.ts";
import { LeaveScope } from "../../../shared/leave/leave_guard.tsx";
import { Waiting } from "../../../shared/page/page_frame.tsx";
import type { FileEditorHandle, SavedElsewhere } from "../document/file_editor_props.ts";
import { SaveAsPart } from "../scripts/dialogs/save_as_part.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

/** A script that is written and tried: the editor beside what its runs print. */
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
    void debug.start({ path: scriptPath, content, ...given });
  };
  const onKeyDown = useRunKeys(run);
  return (
    <WorkFrame onKeyDownCapture={onKeyDown} className="flex-col">
      <ScriptBar {...{ path, part, setPart, input, debug, runButton }} onRun={run} />
      <Parts
        part={part}
        script={<ScriptEditor ref={script} {...{ path, language }} onLanguage={setLanguage} />}
        output={<DebugOutput debug={debug} onStopGone={() => runButton.current?.focus()} />}
      />
    </WorkFrame>
  );
}

/** Side by side, or on a phone the one that is chosen; both stay as they are. */
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

/** Runs by Ctrl/Cmd+Enter from anywhere but a dialog; what it gives hears the key before an editor, which would make a line of it. */
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

// By far the largest part.
const SavedScript = lazyPart(() => import("./saved_script.tsx"));

/** What others may ask of the script that is written. */
interface ScriptEditorHandle {
  /** The text as it is in the editor, saved or not; null while there is none. */
  text(): string | null;
}

interface ScriptEditorProps {
  /** Null for a script that is no file yet. */
  path: string | null;
  /** Of a script that is no file yet. */
  language: NewLanguage;
  onLanguage: (language: NewLanguage) => void;
  ref: Ref<ScriptEditorHandle>;
}

/** The editor of a script, a file or not yet one, with the way to save it as another. */
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
      <Suspense fallback={<Waiting />}>
        {path === null
          ? <NewScript ref={fresh} {...{ language, onLanguage }} onSaveAs={setUnsaved} />
          : <SavedScript ref={file} {...{ path, autoFocus }} onSaveAs={setUnsaved} />}
      </Suspense>
      <Suspense>
        {unsaved !== null && (
          <SaveAsPart
            path={path ?? nameOfNew(language)}
            text={unsaved.text}
            onClose={() => setUnsaved(null)}
            onDone={saved}
          />
        )}
      </Suspense>
    </LeaveScope>
  );
}

/** The way to what was just saved under another name, on which nobody is asked about what is unsaved here. */
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
