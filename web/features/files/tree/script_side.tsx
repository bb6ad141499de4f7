import {
  Ellipsis,
  FileDiff,
  FilePlus,
  FolderInput,
  FoldVertical,
  RefreshCw,
  Settings2,
  TextSearch,
  Trash2,
  Upload,
  X,
} from "../../../ui/icons/icons.ts";
import { useMemo, useRef, useState } from "react";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { folderFor, folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { emptySelection, type TreeHandle } from "../../../ui/data/tree/use_tree.ts";
import { moveToHits } from "../../../ui/data/search_matches.tsx";
import { useSettled } from "../../../ui/use_settled.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useScriptActions } from "../actions/script_actions.ts";
import { UploadPanel } from "../upload/upload_panel.tsx";
import { useUploads } from "../upload/use_uploads.tsx";
import { SearchHits, type SearchIn } from "./search_hits.tsx";
import { FileTree } from "../../../ui/data/tree/file_tree.tsx";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { scriptEntries } from "./script_menu.tsx";
import { reasonOf, type ScriptItem, scriptLevel, scriptStyles, targetOf } from "./script_items.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../../api/query_keys.ts";
import type { DroppedFile } from "../../../ui/data/tree/read_drop.ts";

const typingMs = 250;

/** Renders the side of the editor: create, search, the tree or the results, and uploads. */
export function ScriptSide(
  { tree, current, withUploads }: {
    tree: TreeHandle;
    current: string | null;
    /** Whether uploads are rendered here. */
    withUploads: boolean;
  },
) {
  const { t } = useMessages();
  const [text, setText] = useState("");
  const [within, setWithin] = useState<SearchIn>("names");
  const settled = useSettled(text.trim(), typingMs);
  const wanted = text.trim() === "" ? "" : settled; // clearing applies at once
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => field.current?.focus() });
  return (
    <div onKeyDown={moveToHits} className="flex min-h-0 flex-1 flex-col">
      <SideHead tree={tree} />
      <div className="flex items-center gap-1 px-2 pb-2">
        <SearchField
          className="min-w-0 flex-1"
          inputRef={field}
          label={within === "names" ? t("files.searchNames") : t("files.searchContents")}
          value={text}
          onValue={setText}
        />
        <IconButton
          label={t("files.searchInContents")}
          aria-pressed={within === "contents"}
          className="aria-pressed:bg-selected aria-pressed:text-accent-text"
          icon={<TextSearch />}
          onClick={() => {
            setWithin(within === "names" ? "contents" : "names");
            field.current?.focus();
          }}
        />
      </div>
      {wanted === "" ? <ScriptTree tree={tree} current={current} /> : (
        <SearchHits
          wanted={wanted}
          within={within}
          onFolder={(path) => {
            setText("");
            tree.expand(path);
            tree.reveal(path);
          }}
        />
      )}
      {wanted === "" && <ChosenBar tree={tree} />}
      {withUploads && <UploadPanel />}
    </div>
  );
}

function SideHead({ tree }: { tree: TreeHandle }) {
  const { t } = useMessages();
  const actions = useScriptActions();
  const { pick } = useUploads();
  const folder = useChosenFolder(tree);
  const more: MenuEntry[] = [
    { label: t("files.refresh"), icon: <RefreshCw />, onSelect: () => void actions.requests.refresh() },
    { label: t("files.foldAll"), icon: <FoldVertical />, onSelect: tree.collapseAll },
    "separator",
    { label: t("files.bin"), icon: <Trash2 />, onSelect: () => actions.askTrash() },
    { label: t("files.settings"), icon: <Settings2 />, onSelect: () => actions.askSettings() },
  ];
  const uploads: MenuEntry[] = [
    { label: t("files.uploadFiles"), onSelect: () => pick(folder, "files") },
    { label: t("files.uploadFolder"), onSelect: () => pick(folder, "folder") },
  ];
  return (
    <div className="flex h-11 shrink-0 items-center ps-3 pe-1.5">
      <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{t("files.scriptsTitle")}</h2>
      {actions.mayWrite && (
        <>
          <IconButton
            size="small"
            label={t("files.new")}
            icon={<FilePlus />}
            onClick={() => actions.askNew(folder)}
          />
          <Menu entries={uploads}>
            <IconButton size="small" tooltip={false} label={t("files.upload")} icon={<Upload />} />
          </Menu>
        </>
      )}
      <Menu entries={more}>
        <IconButton size="small" tooltip={false} label={t("ui.more")} icon={<Ellipsis />} />
      </Menu>
    </div>
  );
}

/** Returns the folder for new items: the selected one, or the one that contains the selected item. */
function useChosenFolder({ selection, expanded }: TreeHandle): string {
  return useMemo(() => {
    const [path] = selection.selected.size === 1 ? selection.selected : [];
    return path === undefined ? "" : folderFor({ path, expandable: expanded.has(path) });
  }, [selection, expanded]);
}

function ScriptTree({ tree, current }: { tree: TreeHandle; current: string | null }) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const actions = useScriptActions();
  const uploads = useUploads();
  const level = useMemo(() => scriptLevel(api), [api]);
  const styleOf = useMemo(() => scriptStyles(t), [t]);
  const open = (item: ScriptItem, { pinned }: { pinned: boolean }) => {
    const target = targetOf(item);
    const reason = reasonOf(item);
    if (target === null) return toast.notify("warning", item.name, reason && t(reason));
    if (item.entry.link?.targetKind === "folder") {
      tree.expand(target);
      return tree.reveal(target);
    }
    actions.show(target, { pinned });
  };
  const changes = actions.mayWrite
    ? {
      onRename: ({ path }: ScriptItem) => actions.askRename(path),
      onRemove: (items: readonly ScriptItem[]) => void actions.remove(items),
      onMove: (items: readonly ScriptItem[], folder: string) => void actions.move(items, folder),
      onDropFiles: (files: Promise<DroppedFile[]>, folder: string) =>
        void files.then((dropped) => uploads.add(dropped, folder)).catch(toast.problem),
    }
    : {};
  return (
    <FileTree
      className="flex-1 pb-2"
      label={t("files.scriptsTitle")}
      tree={tree}
      level={level}
      styleOf={styleOf}
      current={current}
      onOpen={open}
      menu={(items) =>
        scriptEntries(items, { actions, t, pickFiles: (folder) => uploads.pick(folder, "files") })}
      {...changes}
      empty={<p className="px-3 py-2 text-sm text-faint">{t("files.noScripts")}</p>}
    />
  );
}

/** Renders the actions for several selected items; nothing for fewer than two. */
function ChosenBar({ tree }: { tree: TreeHandle }) {
  const { t } = useMessages();
  const actions = useScriptActions();
  const items = useChosenItems(tree);
  const [first, second] = items;
  if (items.length < 2) return null;
  const files = items.length === 2 && first?.entry.kind === "file" && second?.entry.kind === "file";
  return (
    <div
      role="toolbar"
      aria-label={t("files.chosenBar")}
      className="flex min-h-9 items-center border-t border-line bg-selected px-1"
    >
      <IconButton
        size="small"
        label={t("tasks.clearSelection")}
        icon={<X />}
        onClick={() => tree.setSelection(emptySelection)}
      />
      <span className="ms-1 min-w-0 flex-1 truncate text-sm font-medium tabular-nums">
        {t("tasks.selected", { count: items.length })}
      </span>
      {files && (
        <IconButton
          size="small"
          label={t("files.compareBoth")}
          icon={<FileDiff />}
          onClick={() => first && second && actions.compare(first.path, second.path)}
        />
      )}
      {actions.mayWrite && (
        <>
          <IconButton
            size="small"
            label={t("files.moveTo")}
            icon={<FolderInput />}
            onClick={() => actions.askMove(items)}
          />
          <IconButton
            size="small"
            tone="danger"
            label={t("files.deleteMany", { count: items.length })}
            icon={<Trash2 />}
            onClick={() => void actions.remove(items)}
          />
        </>
      )}
    </div>
  );
}

/** Returns the selected items from the loaded folders. */
function useChosenItems({ selection }: TreeHandle): ScriptItem[] {
  const queries = useQueryClient();
  return [...selection.selected].flatMap((path) => {
    const level = queries.getQueryData<readonly ScriptItem[]>(
      queryKeys.files("scripts", "tree", folderOf(path)),
    );
    return level?.find((item) => item.path === path) ?? [];
  });
}
