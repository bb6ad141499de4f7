import { CalendarPlus, ClipboardCopy, Copy, FileX, Pencil, Play, Trash2 } from "lucide-react";
import { Button } from "../../../../ui/inputs/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty_state.tsx";
import { IconButton } from "../../../../ui/inputs/icon_button.tsx";
import type { MenuEntry } from "../../../../ui/overlays/menu_entries.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { FileEditor } from "../../document/file_editor.tsx";
import type { SavedElsewhere } from "../../document/file_editor_props.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { isScript } from "../file_paths.ts";
import { useScriptActions } from "../script_actions.tsx";
import type { OpenTab } from "./open_tabs.ts";
import type { TabsHandle } from "./use_open_tabs.ts";

export interface OneFileProps {
  tab: OpenTab;
  tabs: TabsHandle;
  active: boolean;
  line: number | null;
  onFolder: (path: string) => void;
  onSaveAs: (path: string, stored: SavedElsewhere) => void;
}

/** The editor of one open file, with what can be done to the file. */
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
      actions={<DebugButton path={path} />}
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
      icon={<FileX size={22} aria-hidden />}
      title={t("files.gone")}
      text={t("files.goneHelp")}
      action={<Button onClick={onClose}>{t("ui.close")}</Button>}
    />
  );
}

function useEntries(path: string): MenuEntry[] {
  const { t } = useMessages();
  const actions = useScriptActions();
  return [
    "separator",
    ...(isScript(path)
      ? [{
        label: t("files.makeTask"),
        icon: <CalendarPlus size={16} />,
        onSelect: () => actions.makeTask(path),
      }]
      : []),
    {
      label: t("files.rename"),
      icon: <Pencil size={16} />,
      shortcut: "F2",
      onSelect: () => actions.askRename(path),
    },
    { label: t("files.duplicate"), icon: <Copy size={16} />, onSelect: () => void actions.duplicate(path) },
    {
      label: t("files.copyPath"),
      icon: <ClipboardCopy size={16} />,
      onSelect: () => void actions.copyPath(path),
    },
    "separator",
    {
      label: t("files.deleteMany", { count: 1 }),
      icon: <Trash2 size={16} />,
      danger: true,
      onSelect: () => void actions.remove([{ path }]),
    },
  ];
}

function DebugButton({ path }: { path: string }) {
  const { t } = useMessages();
  const actions = useScriptActions();
  if (!isScript(path)) return null;
  return (
    <IconButton
      label={t("files.debug")}
      icon={<Play size={16} />}
      onClick={() => actions.debug(path)}
    />
  );
}
