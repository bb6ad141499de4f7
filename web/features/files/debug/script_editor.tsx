import { type Ref, Suspense, useCallback, useImperativeHandle, useRef, useState } from "react";
import { useLocation } from "wouter";
import { basePath, paths } from "../../../paths.ts";
import { LeaveScope } from "../../../shared/leave/leave_guard.tsx";
import { Waiting } from "../../../shared/page/page_frame.tsx";
import type { FileEditorHandle, SavedElsewhere } from "../document/file_editor_props.ts";
import { SaveAsPart } from "../scripts/dialogs/save_as_part.tsx";
import { nameOfNew, type NewLanguage, NewScript, type NewScriptHandle } from "./new_script.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

// By far the largest part.
const SavedScript = lazyPart(() => import("./saved_script.tsx"));

/** What others may ask of the script that is written. */
export interface ScriptEditorHandle {
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
export function ScriptEditor({ path, language, onLanguage, ref }: ScriptEditorProps) {
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
