import { classNames } from "../../../ui/class_names.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { OpenState } from "./open_state.ts";

interface Style {
  word: MessageKey;
  dot: string;
  text: string;
}

/** Says in a word how the text stands to the file: saved, unsaved, changed on disk. */
export function SaveState({ state, dirty, editing }: { state: OpenState; dirty: boolean; editing: boolean }) {
  const { t } = useMessages();
  const { word, dot, text } = styleOf(state, dirty, editing);
  return (
    <span role="status" className={classNames("inline-flex shrink-0 items-center gap-1.5 text-xs", text)}>
      <span aria-hidden className={classNames("size-2 rounded-full", dot)} />
      {t(word)}
    </span>
  );
}

function styleOf({ onDisk, saving }: OpenState, dirty: boolean, editing: boolean): Style {
  if (saving === "yes") return { word: "editor.saving", dot: "bg-accent animate-pulse", text: "text-muted" };
  if (onDisk === "gone") return { word: "editor.goneTitle", dot: "bg-danger", text: "text-danger-text" };
  if (onDisk === "changed") {
    return { word: "editor.changedOnDisk", dot: "bg-warning", text: "text-warning-text" };
  }
  if (dirty) return { word: "editor.unsaved", dot: "bg-accent", text: "text-accent-text" };
  if (!editing) return { word: "editor.readOnly", dot: "bg-neutral", text: "text-muted" };
  return { word: "editor.saved", dot: "bg-success", text: "text-muted" };
}
