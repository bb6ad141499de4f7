import {
  CalendarPlus,
  ChevronRight,
  ClipboardCopy,
  Copy,
  FileX,
  Pencil,
  Play,
  Trash2,
} from "../../../ui/icons/icons.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import FileEditor, { type SavedElsewhere } from "../editor/file_editor.tsx";
import { isScript, nameOf } from "../../../shared/files/file_paths.ts";
import { ScriptTasksButton } from "../editor/script_tasks.tsx";
import { useScriptActions } from "../actions/script_actions.ts";
import type { OpenTab, TabsHandle } from "./open_tabs.ts";
import { Fragment } from "react";
import { foldersAbove } from "../../../ui/data/tree/tree_rows.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";

interface OneFileProps {
  tab: OpenTab;
  tabs: TabsHandle;
  active: boolean;
  line: number | null;
  onFolder: (path: string) => void;
  onSaveAs: (path: string, stored: SavedElsewhere) => void;
}

/** Renders the editor of one open file with the actions on the file. */
export default function OneFile(
  { tab: { id, path, fresh = false }, tabs, active, line, onFolder, onSaveAs }: OneFileProps,
) {
  return (
    <FileEditor
      area="scripts"
      path={path}
      mode="locked"
      startEditing={fresh}
      autoFocus={fresh}
      active={active}
      line={line ?? undefined}
      title={<Breadcrumb path={path} onFolder={onFolder} />}
      actions={<ScriptButtons path={path} />}
      entries={useEntries(path)}
      onDirty={(dirty) => tabs.setDirty(id, dirty)}
      onEditing={(editing) => {
        if (editing) tabs.keep(id);
      }}
      onSaveAs={(stored) => onSaveAs(path, stored)}
      missing={<Missing onClose={() => tabs.close(path)} />}
    />
  );
}

function Missing({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<FileX size={22} />}
      title={t("files.gone")}
      text={t("files.goneHelp")}
      action={<Button onClick={onClose}>{t("ui.close")}</Button>}
    />
  );
}

function useEntries(path: string): MenuEntry[] {
  const { t } = useMessages();
  const actions = useScriptActions();
  const copy = {
    label: t("files.copyPath"),
    icon: <ClipboardCopy />,
    onSelect: () => void actions.copyPath(path),
  };
  if (!actions.mayWrite) return ["separator", copy];
  return [
    "separator",
    { label: t("files.rename"), icon: <Pencil />, shortcut: "F2", onSelect: () => actions.askRename(path) },
    { label: t("files.duplicate"), icon: <Copy />, onSelect: () => void actions.duplicate(path) },
    copy,
    "separator",
    {
      label: t("files.deleteMany", { count: 1 }),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => void actions.remove([{ path }]),
    },
  ];
}

function ScriptButtons({ path }: { path: string }) {
  const { t } = useMessages();
  const actions = useScriptActions();
  if (!isScript(path)) return null;
  return (
    <>
      <ScriptTasksButton path={path} onCreate={() => actions.makeTask(path)} />
      {actions.mayMakeTask && (
        <Button
          variant="ghost"
          icon={<CalendarPlus />}
          title={t("files.makeTask")}
          onClick={() => actions.makeTask(path)}
        >
          <span className="max-xl:sr-only">{t("files.makeTask")}</span>
        </Button>
      )}
      {actions.mayWrite && (
        <IconButton
          label={t("files.debug")}
          icon={<Play />}
          onClick={() => actions.debug(path)}
        />
      )}
    </>
  );
}

/** Renders the path of the file, whose folders are cut before its name; each reveals itself in the tree. */
function Breadcrumb({ path, onFolder }: { path: string; onFolder: (path: string) => void }) {
  const { t } = useMessages();
  return (
    <nav
      aria-label={t("files.location")}
      className="flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none] font-mono text-sm whitespace-nowrap text-muted icon-stroke"
    >
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <button
            type="button"
            onClick={() => onFolder(folder)}
            title={visibleName(nameOf(folder))}
            className="min-w-7 shrink-999 truncate rounded-sm px-1 py-0.5 hover:bg-hover hover:text-text"
          >
            {visibleName(nameOf(folder))}
          </button>
          <ChevronRight size={12} className="shrink-0 text-faint" />
        </Fragment>
      ))}
      <span
        aria-current="location"
        title={visibleName(nameOf(path))}
        className="min-w-16 truncate px-1 font-medium text-text"
      >
        {visibleName(nameOf(path))}
      </span>
    </nav>
  );
}
