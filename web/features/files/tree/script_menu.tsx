import {
  CalendarPlus,
  ClipboardCopy,
  Copy,
  Download,
  Eye,
  FileDiff,
  FilePlus,
  FolderInput,
  PackageOpen,
  Pencil,
  Play,
  RefreshCw,
  Trash2,
  Upload,
} from "../../../ui/icons/icons.ts";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { folderFor } from "../../../ui/data/tree/tree_rows.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { isArchive, isScript } from "../../../shared/files/file_paths.ts";
import type { ScriptActions } from "../actions/script_actions.ts";
import { type ScriptItem, targetOf } from "./script_items.tsx";

interface EntryParts {
  actions: ScriptActions;
  t: Translate;
  pickFiles: (folder: string) => void;
}

/** Lists the menu entries for the selected items; for the root when there are none. */
export function scriptEntries(items: readonly ScriptItem[], parts: EntryParts): MenuEntry[] {
  const [item] = items;
  if (!item) return wholeEntries(parts);
  return items.length === 1 ? oneEntries(item, parts) : severalEntries(items, parts);
}

function makeEntries(folder: string, { actions, t, pickFiles }: EntryParts): MenuEntry[] {
  if (!actions.mayWrite) return [];
  return [
    { label: t("files.newHere"), icon: <FilePlus />, onSelect: () => actions.askNew(folder) },
    { label: t("files.uploadHere"), icon: <Upload />, onSelect: () => pickFiles(folder) },
  ];
}

function wholeEntries(parts: EntryParts): MenuEntry[] {
  const { actions, t } = parts;
  return [
    ...followed(makeEntries("", parts)),
    { label: t("files.refresh"), icon: <RefreshCw />, onSelect: () => void actions.requests.refresh() },
    { label: t("files.bin"), icon: <Trash2 />, onSelect: () => actions.askTrash() },
  ];
}

function oneEntries(item: ScriptItem, parts: EntryParts): MenuEntry[] {
  const { actions, t } = parts;
  const { path, entry } = item;
  const target = targetOf(item);
  const opens = entry.kind === "file" || entry.link?.targetKind === "file";
  return [
    ...(target !== null && opens ? openEntries(target, parts) : []),
    ...(item.expandable ? followed(makeEntries(folderFor(item), parts)) : []),
    ...(actions.mayWrite && target !== null && opens && isArchive(target)
      ? [{ label: t("files.unpack"), icon: <PackageOpen />, onSelect: () => void actions.unpack(target) }]
      : []),
    ...(actions.mayWrite
      ? [
        {
          label: t("files.rename"),
          icon: <Pencil />,
          shortcut: "F2",
          onSelect: () => actions.askRename(path),
        },
        { label: t("files.moveTo"), icon: <FolderInput />, onSelect: () => actions.askMove([item]) },
      ]
      : []),
    ...(entry.kind === "file" || entry.kind === "folder"
      ? [
        ...(actions.mayWrite
          ? [{ label: t("files.duplicate"), icon: <Copy />, onSelect: () => void actions.duplicate(path) }]
          : []),
        {
          label: entry.kind === "folder" ? t("files.downloadFolder") : t("files.download"),
          icon: <Download />,
          onSelect: () => actions.download(path),
        },
      ]
      : []),
    { label: t("files.copyPath"), icon: <ClipboardCopy />, onSelect: () => void actions.copyPath(path) },
    ...removeEntries([item], parts),
  ];
}

/** Returns entries with a separator below them; nothing without entries. */
function followed(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.length === 0 ? [] : [...entries, "separator"];
}

function openEntries(path: string, { actions, t }: EntryParts): MenuEntry[] {
  return [
    {
      label: t("files.open"),
      icon: <Eye />,
      shortcut: "↵",
      onSelect: () => actions.show(path, { pinned: true }),
    },
    ...(isScript(path)
      ? [
        ...(actions.mayWrite
          ? [{ label: t("files.debug"), icon: <Play />, onSelect: () => actions.debug(path) }]
          : []),
        ...(actions.mayMakeTask
          ? [{ label: t("files.makeTask"), icon: <CalendarPlus />, onSelect: () => actions.makeTask(path) }]
          : []),
      ]
      : []),
    { label: t("files.compareWith"), icon: <FileDiff />, onSelect: () => actions.compare(path) },
    "separator",
  ];
}

function severalEntries(items: readonly ScriptItem[], parts: EntryParts): MenuEntry[] {
  const { actions, t } = parts;
  const [first, second] = items.filter(({ entry }) => entry.kind === "file");
  return [
    ...(actions.mayWrite
      ? [{ label: t("files.moveTo"), icon: <FolderInput />, onSelect: () => actions.askMove(items) }]
      : []),
    ...(items.length === 2 && first && second
      ? [{
        label: t("files.compareBoth"),
        icon: <FileDiff />,
        onSelect: () => actions.compare(first.path, second.path),
      }]
      : []),
    ...removeEntries(items, parts),
  ];
}

function removeEntries(items: readonly ScriptItem[], { actions, t }: EntryParts): MenuEntry[] {
  if (!actions.mayWrite) return [];
  return ["separator", {
    label: t("files.deleteMany", { count: items.length }),
    icon: <Trash2 />,
    shortcut: "Del",
    danger: true,
    onSelect: () => void actions.remove(items),
  }];
}
