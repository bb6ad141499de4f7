import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { CodeEditor, type EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSaveKey } from "../../../shared/page/use_save_key.ts";
import type { SavedElsewhere } from "../document/file_editor_props.ts";
import { templateOf } from "../scripts/template_of.ts";

/** The languages a new script can be begun in, by the end of its name. */
export const newLanguages = [
  { value: "js", label: "JavaScript" },
  { value: "ts", label: "TypeScript" },
  { value: "py", label: "Python" },
  { value: "sh", label: "Shell" },
] as const;
export type NewLanguage = (typeof newLanguages)[number]["value"];

export interface NewScriptHandle {
  text(): string;
}

interface NewScriptProps {
  language: NewLanguage;
  onLanguage: (language: NewLanguage) => void;
  onSaveAs: (stored: SavedElsewhere) => void;
  ref: Ref<NewScriptHandle>;
}

/** A script that is no file yet. */
export function NewScript({ language, onLanguage, onSaveAs, ref }: NewScriptProps) {
  const { t } = useMessages();
  const [settings] = useEditorSettings();
  const [dirty, setDirty] = useState(false);
  const [start, setStart] = useState(() => templateOf(nameOfNew(language)));
  const editor = useRef<EditorHandle>(null);
  const release = useLeaveGuard(dirty);
  const text = () => editor.current?.text() ?? "";
  // There is no file to put back; the page may be left without a question then.
  const saveAs = () => onSaveAs({ text: text(), putBack: release });
  useSaveKey(true, saveAs);
  useImperativeHandle(ref, () => ({ text }), []);
  const change = (next: NewLanguage) => {
    // What was typed stays; what a new script begins with is that of its language.
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

/** Names a script that has no name yet, so that the panel knows how to run it. */
export function nameOfNew(language: NewLanguage): string {
  return `untitled.${language}`;
}
