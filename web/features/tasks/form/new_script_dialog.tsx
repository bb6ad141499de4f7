import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiProblem } from "../../../api/api_problem.ts";
import { fileRequests } from "../../../api/file_requests.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { isScript } from "../../../shared/files/file_paths.ts";
import { nameMessage } from "../../../shared/files/name_message.ts";
import { CodeEditor, type EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useGuardedClose } from "../../../ui/leave/leave_guard.tsx";

const languages = [
  { value: ".sh", label: "Shell" },
  { value: ".py", label: "Python" },
  { value: ".js", label: "JavaScript" },
  { value: ".ts", label: "TypeScript" },
] as const;
type Extension = (typeof languages)[number]["value"];

interface NewScriptDialogProps {
  onClose: () => void;
  /** Called with the path of the saved script. */
  onSaved: (path: string) => void;
}

/** Writes a small script and saves it to the scripts, for a task that does not have one yet. */
export default function NewScriptDialog({ onClose, onSaved }: NewScriptDialogProps) {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [settings] = useEditorSettings();
  const [extension, setExtension] = useState<Extension>(".sh");
  // Changing the language keeps what was typed, but not an untouched sample.
  const [text, setText] = useState(() => sampleOf(".sh", t));
  const [edited, setEdited] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const form = useServerForm({
    values: { name: "" },
    save: async ({ values }) => {
      const path = withExtension(values.name, extension);
      await fileRequests(api, { area: "scripts", path }).save(editor.current?.text() ?? "", "nothing");
      void queries.invalidateQueries({ queryKey: queryKeys.files("scripts") });
      return path;
    },
    onSaved,
    check: ({ name }) => ({ name: nameMessage(name, t("files.fileName"), t) }),
    fieldOf: () => "name",
    onError: (error) =>
      error instanceof ApiProblem && error.code === "already_exists"
        ? form.methods.setError("name", { type: "server", message: error.detail })
        : toast.problem(error),
    guarded: false, // below, together with the text
  });
  const [close] = useGuardedClose(edited || form.methods.formState.isDirty, onClose);
  const choose = (next: Extension) => {
    const typed = editor.current?.text() ?? text;
    setText(edited ? typed : sampleOf(next, t));
    setExtension(next);
  };
  const { name } = form.methods.watch();
  return (
    <FormDialog
      form={form}
      size="wide"
      title={t("task.newScript")}
      submitLabel={t("task.newScriptSave")}
      onClose={close}
    >
      <SegmentedControl
        label={t("task.newScriptLanguage")}
        value={extension}
        onValue={choose}
        options={languages}
      />
      <TextField
        name="name"
        mono
        autoFocus
        autoComplete="off"
        label={t("files.fileName")}
        placeholder={`hello${extension}`}
        help={name.trim() === "" || isScript(name.trim())
          ? undefined
          : t("task.newScriptName", { name: withExtension(name, extension) })}
      />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t("task.newScriptText")}</span>
        <div className="h-64 overflow-hidden rounded-md border border-line-strong">
          <CodeEditor
            ref={editor}
            docKey={extension}
            text={text}
            saved={sampleOf(extension, t)}
            fileName={`script${extension}`}
            label={t("task.newScriptText")}
            readOnly={false}
            settings={settings}
            onDirtyChange={setEdited}
            onSave={() => form.submit()}
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** Returns a typed name with the extension of the language, unless it has one that a task can run. */
function withExtension(name: string, extension: Extension): string {
  const typed = name.trim();
  return isScript(typed) ? typed : typed + extension;
}

/** Returns a script that prints a line, and says how it can fail. */
function sampleOf(extension: Extension, t: Translate): string {
  const hello = "Hello from Sundial";
  const hint = t("task.newScriptHint");
  switch (extension) {
    case ".sh":
      return `#!/usr/bin/env bash\nset -euo pipefail\n\n# ${hint}\necho "${hello}"\ndate\n`;
    case ".py":
      return `import datetime\n\n# ${hint}\nprint("${hello}")\nprint(datetime.datetime.now())\n`;
    default:
      return `// ${hint}\nconsole.log("${hello}");\nconsole.log(new Date());\n`;
  }
}
