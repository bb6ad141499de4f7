import { type ReactNode, useRef, useState } from "react";
import { useSearch } from "wouter";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { WorkFrame } from "../../../ui/data/work_frame.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf } from "../scripts/file_paths.ts";
import { DebugOutput } from "./debug_output.tsx";
import { nameOfNew, type NewLanguage } from "./new_script.tsx";
import { type Part, ScriptBar } from "./script_bar.tsx";
import { ScriptEditor, type ScriptEditorHandle } from "./script_editor.tsx";
import { isBusy, useDebug } from "./use_debug.ts";
import { useInput } from "./use_input.ts";
import { useRunKeys } from "./use_run_keys.ts";

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
