import { useQueryClient } from "@tanstack/react-query";
import { Archive, FileText, ListTodo, ScrollText, Trash2, X } from "../../ui/icons/icons.ts";
import { type RefObject, useCallback } from "react";
import { useLocation } from "wouter";
import type { SearchHit } from "../../../server/contract/files.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { moveToHits } from "../../ui/data/search_matches.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { SearchField } from "../../ui/inputs/search_field.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { FileTree } from "../../ui/data/tree/file_tree.tsx";
import { emptySelection, type TreeHandle } from "../../ui/data/tree/use_tree.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { innermost, loadedItems, type LogItem, nameOf, timeOfName, useLogLevel } from "./log_items.ts";
import { type SearchMode, SearchResults } from "./search_results.tsx";
import type { Messages } from "../../messages/create_messages.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { toneDot } from "../../ui/tones.ts";
import { classNames } from "../../ui/class_names.ts";
import { FolderIcon, LinkIcon, SpecialIcon } from "../../ui/data/tree/file_icon.tsx";
import type { TreeStyle } from "../../ui/data/tree/tree_line.tsx";
import { useMay } from "../../api/use_permissions.ts";

export interface LogsSearch {
  text: string;
  setText(text: string): void;
  mode: SearchMode;
  setMode(mode: SearchMode): void;
  input: RefObject<HTMLInputElement | null>;
}

interface LogsSideProps {
  tree: TreeHandle;
  search: LogsSearch;
  current: string | null;
  onOpen: (path: string) => void;
  onHit: (hit: SearchHit, text: string) => void;
  onDelete: (items: readonly LogItem[]) => void;
}

export function LogsSide({ tree, search, current, onOpen, onHit, onDelete }: LogsSideProps) {
  const { t } = useMessages();
  return (
    <div onKeyDown={moveToHits} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 p-3">
        <SearchField
          label={t("logs.search")}
          value={search.text}
          onValue={search.setText}
          inputRef={search.input}
        />
        <SegmentedControl
          label={t("logs.searchIn")}
          hideLabel
          value={search.mode}
          options={[
            { value: "names", label: t("logs.inNames") },
            { value: "contents", label: t("logs.inContents") },
          ]}
          onValue={search.setMode}
        />
      </div>
      {search.text.trim() === ""
        ? <LogTree tree={tree} current={current} onOpen={onOpen} onDelete={onDelete} />
        : <SearchResults text={search.text} mode={search.mode} current={current} onOpen={onHit} />}
    </div>
  );
}

function LogTree({ tree, current, onOpen, onDelete }: Omit<LogsSideProps, "search" | "onHit">) {
  const messages = useMessages();
  const level = useLogLevel();
  const styleOf = useCallback(
    (item: LogItem, { expanded }: { expanded: boolean }) => logStyle(item, expanded, messages),
    [messages],
  );
  const menu = useLogMenu(onDelete);
  const mayDelete = useMay("logs:write");
  return (
    <>
      <FileTree
        label={messages.t("logs.tree")}
        tree={tree}
        level={level}
        styleOf={styleOf}
        menu={menu}
        current={current}
        onOpen={({ path }) => onOpen(path)}
        onRemove={mayDelete ? onDelete : undefined}
        empty={<NoLogs />}
        className="flex-1"
      />
      <SelectionBar tree={tree} onDelete={onDelete} />
    </>
  );
}

function useLogMenu(onDelete: (items: readonly LogItem[]) => void) {
  const { t } = useMessages();
  const api = useApi();
  const [, navigate] = useLocation();
  const mayDelete = useMay("logs:write");
  return (items: readonly LogItem[]): MenuEntry[] => {
    const [item] = items;
    if (!item) return [];
    const { taskId, path, kind } = item;
    const single: MenuEntry[] = items.length > 1 ? [] : [
      ...(taskId === null ? [] : [{
        label: t("logs.openTask"),
        icon: <ListTodo />,
        onSelect: () => navigate(paths.task(taskId)),
      }]),
      ...(kind === "link" || kind === "special" ? [] : [{
        label: kind === "folder" ? t("logs.downloadFolder") : t("log.download"),
        icon: <Archive />,
        onSelect: () => location.assign(api.url("/logs/download", { path })),
      }]),
    ];
    if (!mayDelete) return single;
    return [...single, ...(single.length > 0 ? ["separator" as const] : []), {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      shortcut: "Del",
      onSelect: () => onDelete(items),
    }];
  };
}

function SelectionBar(
  { tree, onDelete }: { tree: TreeHandle; onDelete: (items: readonly LogItem[]) => void },
) {
  const { t } = useMessages();
  const queries = useQueryClient();
  const items = innermost(loadedItems(queries, tree.selection.selected));
  const mayDelete = useMay("logs:write");
  if (items.length < 2) return null;
  return (
    <div role="status" className="flex items-center gap-2 border-t border-line px-3 py-2 text-sm">
      <span className="flex-1 tabular-nums">{t("logs.selected", { count: items.length })}</span>
      {mayDelete && (
        <Button size="small" icon={<Trash2 size={14} />} onClick={() => onDelete(items)}>
          {t("ui.delete")}
        </Button>
      )}
      <IconButton
        size="small"
        label={t("logs.clearSelection")}
        icon={<X size={14} />}
        onClick={() => tree.setSelection(emptySelection)}
      />
    </div>
  );
}

function NoLogs() {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<ScrollText size={22} />}
      title={t("logs.none")}
      text={t("logs.emptyHelp")}
      action={<ButtonLink href={paths.tasks()} variant="primary">{t("logs.toTasks")}</ButtonLink>}
    />
  );
}

/** Returns the style of a log, with the state of its run, or of a folder, with its task. */
function logStyle(item: LogItem, expanded: boolean, messages: Messages): TreeStyle {
  const { t, format } = messages;
  const size = item.size === null ? "" : format.bytes(item.size);
  switch (item.kind) {
    case "folder":
      return {
        icon: <FolderIcon open={expanded} />,
        label: <FolderLabel item={item} />,
        spoken: item.taskName ?? undefined,
      };
    case "link":
      return { icon: <LinkIcon folder={false} />, reason: t("logs.link"), spoken: t("logs.link") };
    case "special":
      return { icon: <SpecialIcon />, reason: t("logs.special"), spoken: t("logs.special") };
    case "file": {
      const state = item.state ? t(runStateStyles[item.state].label) : "";
      const isTimed = timeOfName(nameOf(item.path)) !== null;
      const at = item.modifiedAt && !isTimed ? format.relative(item.modifiedAt, Date.now()) : "";
      const aside = [at, size].filter(Boolean).join(" · ");
      return {
        icon: <StateIcon item={item} />,
        label: <span className="tabular-nums">{item.name}</span>,
        trailing: <Aside text={aside} />,
        spoken: [aside, state].filter(Boolean).join(", ") || undefined,
      };
    }
    default:
      return item.kind satisfies never;
  }
}

function FolderLabel({ item }: { item: LogItem }) {
  if (!item.taskName || item.taskName === item.name) return item.name;
  return (
    // Each part is cut by itself: an ellipsis has the colour of the box that is cut. Without room for a few letters, the task wraps
    // to a second line, which is hidden.
    <span className="flex h-[1.45em] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden">
      <span className="max-w-full truncate">{item.name}</span>
      <span className="min-w-0 flex-1 basis-12 truncate text-xs text-faint">
        <Aside text={item.taskName} />
      </span>
    </span>
  );
}

/** Separates parts by a space, so that the accessible name contains the visible text. */
function Aside({ text }: { text: string }) {
  return <span className="tabular-nums">{` ${text}`}</span>;
}

function StateIcon({ item }: { item: LogItem }) {
  if (!item.state) return <FileText />;
  const { tone, pulse } = runStateStyles[item.state];
  return (
    <span className="flex size-4 items-center justify-center">
      <span
        aria-hidden
        className={classNames("size-2 rounded-full", toneDot[tone], pulse && "animate-pulse")}
      />
    </span>
  );
}
