import {
  Download,
  Ellipsis,
  FileDiff,
  History,
  ListOrdered,
  LogOut,
  Pencil,
  Redo2,
  Save,
  SaveAll,
  Search,
  Undo2,
  WrapText,
} from "../../../ui/icons/icons.ts";
import type { ReactNode, RefObject } from "react";
import { useLocation } from "wouter";
import { downloadUrl, type FileLocation } from "../../../api/file_requests.ts";
import { writeSide } from "../../../api/text_side.ts";
import { useApi } from "../../../api/use_api.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import type { EditorHandle } from "../../../ui/editor/code_editor.tsx";
import type { EditorSettings } from "../../../ui/editor/editor_settings.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { commandKey } from "../../../ui/buttons/key_hint.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type OpenState, SaveState } from "./file_state.tsx";
import { visibleName } from "../../../ui/data/visible_name.ts";

interface FileHeaderProps extends FileLocation {
  mode: "locked" | "open";
  /** Whether the person may change the file. */
  mayWrite: boolean;
  state: OpenState;
  dirty: boolean;
  editing: boolean;
  errorLine: number | null;
  start: ReactNode;
  title: ReactNode;
  actions: ReactNode;
  entries: readonly MenuEntry[];
  editor: RefObject<EditorHandle | null>;
  settings: EditorSettings;
  changeSettings: (change: Partial<EditorSettings>) => void;
  onEdit: () => void;
  onSave: () => void;
  onExit: () => void;
  onVersions: () => void;
  onSaveAs: (() => void) | undefined | false;
}

/** Renders the path and state of a file, and its actions. */
export function FileHeader(props: FileHeaderProps) {
  const { area, path, state, dirty, editing, errorLine, actions, editor, onVersions } = props;
  const { t } = useMessages();
  const narrow = useNarrow();
  return (
    <header className="@container flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <div className="flex min-w-0 flex-1 basis-24 items-center gap-3 sm:basis-40">
        {props.start}
        {props.title ?? <PathText path={path} />}
        {!narrow && <SaveState {...{ state, dirty, editing, errorLine }} />}
      </div>
      <div className="flex items-center gap-1">
        {actions}
        {!narrow && (
          <>
            <IconButton
              label={t("editor.findReplace")}
              icon={<Search />}
              onClick={() => editor.current?.openSearch()}
              className="@max-lg:hidden" // the menu has it too, and the path needs the room
            />
            <IconButton label={t("editor.openVersions")} icon={<History />} onClick={onVersions} />
          </>
        )}
        <Menu entries={useEntries(props, narrow)}>
          <IconButton label={t("ui.more")} icon={<Ellipsis />} tooltip={false} />
        </Menu>
        <MainButtons {...props} area={area} />
      </div>
    </header>
  );
}

/** Renders the path with its folders muted; the folders are cut before the name. */
function PathText({ path }: { path: string }) {
  const at = path.lastIndexOf("/") + 1;
  return (
    <h2 className="flex min-w-0 font-mono text-sm" title={path}>
      {at > 0 && (
        <>
          <span className="min-w-0 truncate text-faint">{visibleName(path.slice(0, at - 1))}</span>
          <span className="shrink-0 text-faint">/</span>
        </>
      )}
      <span className="max-w-full shrink-0 truncate font-medium">{visibleName(path.slice(at))}</span>
    </h2>
  );
}

function MainButtons({ mode, mayWrite, state, dirty, editing, onEdit, onSave, onExit }: FileHeaderProps) {
  const { t } = useMessages();
  if (!mayWrite || state.open.format === "binary") return null;
  if (!editing) {
    return <Button variant="primary" icon={<Pencil size={14} />} onClick={onEdit}>{t("editor.edit")}</Button>;
  }
  return (
    <>
      {mode === "locked" && <IconButton label={t("editor.exitEditing")} icon={<LogOut />} onClick={onExit} />}
      <Button
        variant="primary"
        icon={<Save size={14} />}
        disabled={!dirty && state.onDisk !== "gone"}
        keepsFocus
        loading={state.saving === "yes"}
        onClick={onSave}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {t("editor.save")}
      </Button>
    </>
  );
}

function useEntries(props: FileHeaderProps, narrow: boolean): () => readonly MenuEntry[] {
  const { area, path, editor, editing, settings, changeSettings, onVersions, onSaveAs } = props;
  const { t } = useMessages();
  const api = useApi();
  const [, navigate] = useLocation();
  const wrapped = settings.wrap === "on" || (settings.wrap === "auto" && narrow);
  const command = commandKey();
  // Deferred, because the closing menu returns the focus to its button.
  const later = (action: () => void) => () => setTimeout(action);
  return () => [
    {
      label: t("editor.findReplace"),
      icon: <Search />,
      shortcut: `${command} F`,
      onSelect: later(() => editor.current?.openSearch()),
    },
    {
      label: t("editor.goToLine"),
      icon: <ListOrdered />,
      shortcut: `${command} Alt G`,
      onSelect: later(() => editor.current?.openGoToLine()),
    },
    ...(editing
      ? [
        { label: t("editor.undo"), icon: <Undo2 />, onSelect: () => editor.current?.undo() },
        { label: t("editor.redo"), icon: <Redo2 />, onSelect: () => editor.current?.redo() },
      ]
      : []),
    {
      label: t("editor.softWrap"),
      icon: <WrapText />,
      checked: wrapped,
      onSelect: () => changeSettings({ wrap: wrapped ? "off" : "on" }),
    },
    "separator",
    ...(onSaveAs ? [{ label: t("editor.saveAs"), icon: <SaveAll />, onSelect: onSaveAs }] : []),
    { label: t("editor.openVersions"), icon: <History />, onSelect: later(onVersions) },
    {
      label: t("editor.compareWith"),
      icon: <FileDiff />,
      onSelect: () =>
        navigate(paths.diff(undefined, writeSide({ kind: "file", area, path, versionId: null }))),
    },
    {
      label: t("editor.download"),
      icon: <Download />,
      onSelect: () => download(downloadUrl(api, { area, path })),
    },
    ...props.entries,
  ];
}

/** Downloads a file without leaving the page. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
