import { useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import ScriptText from "./script_text.tsx";
import { useScriptNow } from "./use_script_text.ts";

const maxLines = 20;
const lineHeight = 1.5;
const around = 24;

/** Renders the current text of a script, as high as its lines need, up to one screen. */
export default function ScriptNow({ path }: { path: string }) {
  const { t } = useMessages();
  const [{ fontSize }] = useEditorSettings();
  const asked = useScriptNow(path);
  const text = asked.data?.content ?? null;
  const lines = text === null ? maxLines : text.split("\n", maxLines).length;
  return (
    <div className="min-h-24" style={{ height: Math.ceil(lines * fontSize * lineHeight) + around }}>
      <ScriptText
        {...{ path, asked }}
        docKey={`${path} ${asked.data?.etag ?? ""}`}
        label={path}
        goneText={t("task.scriptMissing")}
      />
    </div>
  );
}
