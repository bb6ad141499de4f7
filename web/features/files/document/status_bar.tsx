import type { ReactNode, RefObject } from "react";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import { findLanguage } from "../../../ui/editor/languages.ts";
import type { LineEnds } from "../../../ui/editor/line_ends.ts";
import type { Cursor } from "../../../ui/editor/text_editor.ts";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { OpenText } from "../../../api/file_document.ts";

/** Language, place of the cursor, ends of lines and size, in one quiet line. */
export function StatusBar(
  { path, state, open, cursor, editing, editor }: {
    path: string;
    /** Stands first: how the text stands to the file, where the header has no room for it. */
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
    <footer className="flex min-h-7 flex-wrap items-center gap-x-4 border-t border-line bg-sunken px-3 text-xs text-muted tabular-nums">
      {state}
      <span>{language?.title ?? t("editor.plainText")}</span>
      {cursor && (
        <span>
          {cursor.selected > 0
            ? t("editor.cursorSelected", { line: cursor.line, column: cursor.column, count: cursor.selected })
            : t("editor.cursor", { line: cursor.line, column: cursor.column })}
        </span>
      )}
      <span className="ms-auto" />
      {cursor && <Ends ends={cursor.ends} editing={editing} editor={editor} />}
      <span>{format.bytes(open.details.size)}</span>
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
        aria-label={`${t("editor.endsHelp")}: ${name}`}
        className="rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-text touch:min-h-9"
      >
        {name}
      </button>
    </Menu>
  );
}
