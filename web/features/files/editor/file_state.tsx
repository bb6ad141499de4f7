import { classNames } from "../../../ui/class_names.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { DocumentState, OpenText } from "../../../api/file_document.ts";
import { FileClock, FileWarning, FileX, WifiOff } from "../../../ui/icons/icons.ts";
import type { ReactNode, RefObject } from "react";
import { Button } from "../../../ui/buttons/button.tsx";
import type { Draft } from "./drafts.ts";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { findLanguage } from "../../../ui/editor/languages.ts";
import type { LineEnds } from "../../../ui/editor/text_format.ts";
import type { Cursor } from "../../../ui/editor/text_editor.ts";
import { Menu } from "../../../ui/overlays/menu.tsx";

interface Style {
  label: MessageKey;
  dot: string;
  text: string;
}

/** Renders the state of the text: saved, unsaved, changed on disk. */
export function SaveState({ state, dirty, editing, errorLine }: {
  state: OpenState;
  dirty: boolean;
  editing: boolean;
  /** The line of the first syntax error in the saved text. */
  errorLine: number | null;
}) {
  const { t } = useMessages();
  const { label, dot, text } = styleOf(state, dirty, { editing, hasError: errorLine !== null });
  return (
    <span role="status" className={classNames("inline-flex shrink-0 items-center gap-1.5 text-xs", text)}>
      <span aria-hidden className={classNames("size-2 rounded-full", dot)} />
      {t(label, { line: errorLine ?? 0 })}
    </span>
  );
}

function styleOf(
  { onDisk, saving }: OpenState,
  dirty: boolean,
  { editing, hasError }: { editing: boolean; hasError: boolean },
): Style {
  if (saving === "yes") return { label: "editor.saving", dot: "bg-accent animate-pulse", text: "text-muted" };
  if (onDisk === "gone") return { label: "editor.goneTitle", dot: "bg-danger", text: "text-danger-text" };
  if (onDisk === "changed") {
    return { label: "editor.changedOnDisk", dot: "bg-warning", text: "text-warning-text" };
  }
  if (dirty) return { label: "editor.unsaved", dot: "bg-accent", text: "text-accent-text" };
  if (hasError) return { label: "editor.savedError", dot: "bg-warning", text: "text-warning-text" };
  if (!editing) return { label: "editor.readOnly", dot: "bg-neutral", text: "text-muted" };
  return { label: "editor.saved", dot: "bg-success", text: "text-muted" };
}

export type OpenState = Extract<DocumentState, { phase: "open" }>;

interface BannersProps {
  state: OpenState;
  dirty: boolean;
  draft: Draft | null;
  onDifference: () => void;
  onLoad: () => void;
  onSave: () => void;
  onBringBack: () => void;
  onDropDraft: () => void;
}

/** Renders warnings about an open file, one line each. */
export function FileBanners(props: BannersProps) {
  const { state, dirty, draft, onDifference, onLoad, onSave, onBringBack, onDropDraft } = props;
  const { t } = useMessages();
  const draftTime = useDraftTime(draft);
  return (
    <>
      {state.open.format === "binary" && <Banner icon={<FileWarning />}>{t("editor.forced")}</Banner>}
      {draft && (
        <Banner icon={<FileClock />} text={t("editor.draftFound", { time: draftTime })}>
          <Button size="small" variant="primary" onClick={onBringBack}>{t("editor.draftRestore")}</Button>
          <Button size="small" variant="ghost" onClick={onDropDraft}>{t("editor.draftDiscard")}</Button>
        </Banner>
      )}
      {state.onDisk === "changed" && (
        <Banner tone="warning" icon={<FileWarning />} text={t("editor.changedOnDiskHelp")}>
          <Button size="small" onClick={onDifference}>{t("editor.showDifference")}</Button>
          {!dirty && (
            <Button size="small" variant="primary" onClick={onLoad}>{t("editor.loadFromDisk")}</Button>
          )}
        </Banner>
      )}
      {state.onDisk === "gone" && (
        <Banner tone="warning" icon={<FileX />} text={`${t("editor.goneTitle")} · ${t("editor.goneHelp")}`}>
          <Button size="small" variant="primary" loading={state.saving === "yes"} onClick={onSave}>
            {t("editor.saveAgain")}
          </Button>
        </Banner>
      )}
      {state.saving === "waiting" && (
        <Banner tone="warning" icon={<WifiOff />} text={t("editor.retryWhenBack")}>
          <Button size="small" onClick={onSave}>{t("ui.retry")}</Button>
        </Banner>
      )}
    </>
  );
}

function useDraftTime(draft: Draft | null): string {
  const { format } = useMessages();
  return draft ? format.shortTime(draft.at, Date.now()) : "";
}

function Banner(
  { tone = "info", icon, text, children }: {
    tone?: "info" | "warning";
    icon: ReactNode;
    text?: string;
    children?: ReactNode;
  },
) {
  return (
    <div
      role="status"
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-2 text-sm icon-stroke",
        tone === "warning" ? "bg-warning-soft text-warning-text" : "bg-accent-soft text-accent-text",
      )}
    >
      <span aria-hidden className="shrink-0">{icon}</span>
      {text
        ? (
          <>
            <span className="min-w-0 flex-1 basis-60">{text}</span>
            <span className="flex flex-wrap gap-2">{children}</span>
          </>
        )
        : <span className="min-w-0 flex-1">{children}</span>}
    </div>
  );
}

/** Renders language, cursor position, line ending and size. */
export function StatusBar(
  { path, state, open, cursor, editing, editor }: {
    path: string;
    /** The save state, when the header has no room for it. */
    state: ReactNode;
    open: OpenText;
    cursor: Cursor | null;
    editing: boolean;
    editor: RefObject<EditorHandle | null>;
  },
) {
  const { t, format } = useMessages();
  const end = open.text.indexOf("\n");
  const language = findLanguage(path, open.text.slice(0, end < 0 ? 200 : end));
  return (
    <footer className="flex min-h-7 flex-wrap items-center gap-x-4 max-sm:gap-x-3 border-t border-line bg-sunken px-3 text-xs text-muted tabular-nums">
      {state}
      <span>{language?.title ?? t("editor.plainText")}</span>
      {cursor && (
        <span>
          {cursor.selected > 0
            ? t("editor.cursorSelected", { line: cursor.line, column: cursor.column, count: cursor.selected })
            : t("editor.cursor", { line: cursor.line, column: cursor.column })}
        </span>
      )}
      <span className="ms-auto flex items-center gap-x-4 max-sm:gap-x-3">
        {cursor && <Ends ends={cursor.ends} editing={editing} editor={editor} />}
        <span>{format.bytes(open.details.size)}</span>
      </span>
    </footer>
  );
}

const names: Record<Exclude<LineEnds, "mixed">, string> = { lf: "LF", crlf: "CRLF" };

function Ends(
  { ends, editing, editor }: {
    ends: LineEnds;
    editing: boolean;
    editor: RefObject<EditorHandle | null>;
  },
) {
  const { t } = useMessages();
  const name = ends === "mixed" ? t("editor.mixedEnds") : names[ends];
  if (!editing) return <span title={t("editor.endsHelp")}>{name}</span>;
  const others = (["lf", "crlf"] as const).filter((one) => one !== ends);
  return (
    <Menu
      entries={others.map((one) => ({
        label: t("editor.convertTo", { ends: names[one] }),
        onSelect: () => editor.current?.setLineEnds(one),
      }))}
    >
      <button
        type="button"
        title={t("editor.endsHelp")}
        aria-label={t("ui.labelAndValue", { label: t("editor.endsHelp"), value: name })}
        className="rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-text touch:min-h-9"
      >
        {name}
      </button>
    </Menu>
  );
}
