import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../class_names.ts";
import { ContextMenu } from "../../overlays/context_menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";
import { useMedia } from "../../use_narrow.ts";
import type { DroppedFile } from "./read_drop.ts";
import { ItemLine, StateLine, type TreeStyle } from "./tree_line.tsx";
import { isWithin, type ItemRow, listRows, type TreeItem, type TreeRow } from "./tree_rows.ts";
import {
  type LevelQuery,
  selectOnly,
  selectRange,
  togglePath,
  type TreeHandle,
  useLevels,
} from "./use_tree.ts";
import { useTreeDrag } from "./use_tree_drag.ts";
import { pathsOf, useTreeKeys } from "./tree_keys.ts";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";

export interface FileTreeProps<T extends TreeItem> {
  label: string;
  tree: TreeHandle;
  /**
   * Returns the query for one folder; the empty path is the root. Must be the same function as long as it queries the
   * same data.
   */
  level: (path: string) => LevelQuery<T>;
  styleOf: (item: T, state: { expanded: boolean }) => TreeStyle;
  /** Opens an item that is not a folder; `pinned` is true after a double-click or Enter. */
  onOpen?: ((item: T, how: { pinned: boolean }) => void) | undefined;
  /** Menu entries for the selected items; for the root when the list is empty. */
  menu?: ((items: readonly T[]) => MenuEntry[]) | undefined;
  onRename?: ((item: T) => void) | undefined;
  onRemove?: ((items: readonly T[]) => void) | undefined;
  /** Lets the user drag items to other folders. */
  onMove?: ((items: readonly T[], folder: string) => void) | undefined;
  /** Lets the user drop files and folders from the desktop. */
  onDropFiles?: ((files: Promise<DroppedFile[]>, folder: string) => void) | undefined;
  /** The path of the item open beside the tree. */
  current?: string | null | undefined;
  filter?: string | undefined;
  /** Gives the root its own row. */
  root?: T | undefined;
  /** Picker mode, for a form: selects one item, folders included, and a click does not open it. */
  picking?: boolean | undefined;
  /** Rendered instead of rows when the tree is empty. */
  empty?: ReactNode;
  className?: string | undefined;
}

const pagePixels = 400;

/** Renders folders and their contents, loaded level by level; only the visible rows are in the DOM. */
export function FileTree<T extends TreeItem>(props: FileTreeProps<T>) {
  const { tree, level, styleOf, filter, root, current, picking = false, menu } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const height = useMedia("(pointer: coarse)") ? 44 : 28;
  const { levels, retry } = useLevels(tree.expanded, level);
  const rows = useMemo(
    () => listRows({ levels, expanded: tree.expanded, root, ...(filter !== undefined && { filter }) }),
    [levels, tree.expanded, filter, root],
  );
  const { at, virtual } = useVisibleRow({ tree, rows, height, frame });
  const selectedWith = useCallback((row: ItemRow<T>): readonly T[] => {
    if (!tree.selection.selected.has(row.item.path)) return [row.item];
    return rows.flatMap((one) =>
      one.kind === "item" && tree.selection.selected.has(one.item.path) ? [one.item] : []
    );
  }, [rows, tree.selection]);
  const open = (row: TreeRow<T>) => {
    if (row.kind === "failed") return retry(row.parent);
    if (row.kind !== "item") return;
    if (row.expanded === null) return props.onOpen?.(row.item, { pinned: true });
    if (row.expanded) tree.collapse(row.item.path);
    else tree.expand(row.item.path);
  };
  const menus = useTreeMenu({ rows, at, tree, frame, selectedWith, menu });
  const onKeyDown = useTreeKeys({
    tree,
    rows,
    at,
    open,
    selectedWith,
    multiple: !picking,
    onRename: props.onRename,
    onRemove: props.onRemove,
    openMenu: menus.openAtFocus,
    page: Math.max(1, Math.floor((frame.current?.clientHeight ?? pagePixels) / height) - 1),
    show: (index) => virtual.scrollToIndex(index),
  });
  const drag = useTreeDrag({
    rows,
    selectedWith,
    expand: tree.expand,
    onMove: props.onMove,
    onDropFiles: props.onDropFiles,
  });
  const mouse = useTreeMouse({ rows, tree, picking, onOpen: props.onOpen, fold: open });
  const { t } = useMessages();
  const nothing = rows.length === 0;
  return (
    <ContextMenu entries={menus.entries}>
      <div
        ref={frame}
        role={nothing ? "group" : "tree"} // a tree must contain rows
        tabIndex={nothing ? -1 : 0}
        aria-label={props.label}
        aria-multiselectable={nothing ? undefined : !picking}
        aria-activedescendant={rows[at] ? `${id}${at}` : undefined}
        aria-busy={rows.some(({ kind }) => kind === "loading") || undefined}
        onKeyDown={onKeyDown}
        onFocus={() => tree.focused === null && rows[0] && tree.setFocused(rows[0].key)}
        onContextMenu={menus.aim}
        {...drag.whole}
        className={classNames(
          "group/tree relative min-h-0 overflow-auto outline-none",
          drag.folder === "" && "shadow-[inset_0_0_0_2px_var(--accent)]",
          props.className,
        )}
      >
        {nothing && (props.empty ?? <p className="px-3 py-2 text-sm text-faint">{t("ui.noData")}</p>)}
        <div role="none" className="relative" style={{ height: nothing ? 0 : virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const line = { id: `${id}${index}`, index, top: start, height, focused: index === at };
            if (row.kind !== "item") {
              return <StateLine key={row.key} {...line} row={row} onRetry={retry} />;
            }
            return (
              <ItemLine
                key={row.key}
                {...line}
                row={row}
                styleOf={styleOf}
                selected={tree.selection.selected.has(row.item.path)}
                current={row.item.path === current}
                target={Boolean(drag.folder) && isWithin(row.item.path, drag.folder ?? "")}
                drag={drag.row}
                onPress={mouse.press}
                onTwice={mouse.twice}
                onFold={mouse.fold}
                onMore={menu && menus.openAtButton}
              />
            );
          })}
        </div>
      </div>
    </ContextMenu>
  );
}

/** Renders the visible rows and the focused one, finds the focused row, and scrolls the requested row into view. */
function useVisibleRow<T extends TreeItem>(
  { tree, rows, height, frame }: {
    tree: TreeHandle;
    rows: readonly TreeRow<T>[];
    height: number;
    frame: RefObject<HTMLDivElement | null>;
  },
) {
  const last = useRef(-1);
  const found = rows.findIndex(({ key }) => key === tree.focused);
  // The focused row is gone: focus the row that took its place.
  const at = found >= 0 || tree.focused === null ? found : Math.min(last.current, rows.length - 1);
  last.current = at;
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b);
    },
  });
  useEffect(() => virtual.measure(), [height]);
  const target = tree.scrollTarget === null ? -1 : rows.findIndex(({ key }) => key === tree.scrollTarget);
  useEffect(() => {
    if (target < 0) return;
    virtual.scrollToIndex(target, { align: "auto" });
    tree.clearScrollTarget();
  }, [target]);
  return { at, virtual };
}

interface MenuParts<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  at: number;
  tree: TreeHandle;
  frame: { current: HTMLElement | null };
  selectedWith: (row: ItemRow<T>) => readonly T[];
  menu?: ((items: readonly T[]) => MenuEntry[]) | undefined;
}

/** Renders one menu for the whole tree: for the row under the pointer, the focused row, or the root. */
function useTreeMenu<T extends TreeItem>({ rows, at, tree, frame, selectedWith, menu }: MenuParts<T>) {
  const [aimed, setAimed] = useState<readonly T[]>([]);
  const openOn = useCallback((index: number, point: { x: number; y: number } | null) => {
    const line = frame.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (!line) return;
    const box = line.getBoundingClientRect();
    const [clientX, clientY] = point ? [point.x, point.y] : [box.left + 40, box.bottom - 4];
    line.dispatchEvent(
      new globalThis.MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }),
    );
  }, [frame]);
  const aim = (event: MouseEvent) => {
    if (!menu) return event.preventDefault();
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    const row = line ? rows[Number(line.dataset.row)] : undefined;
    // The menu key fires an event on the whole tree; the focused row then fires it again.
    if (!row && event.nativeEvent.isTrusted && event.button !== 2 && rows[at]) return event.preventDefault();
    const items = row?.kind === "item" ? selectedWith(row) : [];
    if (row?.kind === "item" && !tree.selection.selected.has(row.item.path)) {
      tree.setSelection(selectOnly(row.item.path));
    }
    if (row) tree.setFocused(row.key);
    frame.current?.focus({ preventScroll: true });
    if (menu(items).length === 0) event.preventDefault();
    setAimed(items);
  };
  const openAtButton = useCallback((event: MouseEvent, index: number) => {
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    openOn(index, { x: box.left, y: box.bottom });
  }, [openOn]);
  return { aim, entries: menu?.(aimed) ?? [], openAtButton, openAtFocus: () => openOn(at, null) };
}

interface MouseParts<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  tree: TreeHandle;
  picking: boolean;
  onOpen?: ((item: T, how: { pinned: boolean }) => void) | undefined;
  fold: (row: TreeRow<T>) => void;
}

/** Selects, opens and expands rows by mouse; the returned functions are stable. */
function useTreeMouse<T extends TreeItem>(parts: MouseParts<T>) {
  const now = useRef(parts);
  now.current = parts;
  return useMemo(() => ({
    press(event: MouseEvent, index: number) {
      const { rows, tree, picking, onOpen, fold } = now.current;
      const row = rows[index];
      if (row?.kind !== "item") return;
      const { path } = row.item;
      tree.setFocused(row.key);
      if (!picking && event.shiftKey) {
        return tree.setSelection(selectRange(tree.selection, pathsOf(rows), path));
      }
      if (!picking && (event.ctrlKey || event.metaKey)) {
        return tree.setSelection(togglePath(tree.selection, path));
      }
      tree.setSelection(selectOnly(path));
      if (picking) return;
      // The second click of a double-click has detail 2.
      if (row.expanded === null) onOpen?.(row.item, { pinned: false });
      else if (event.detail < 2) fold(row);
    },
    twice(index: number) {
      const { rows, picking, onOpen, fold } = now.current;
      const row = rows[index];
      if (row?.kind !== "item") return;
      if (row.expanded === null) onOpen?.(row.item, { pinned: true });
      else if (picking) fold(row);
    },
    fold(event: MouseEvent, index: number) {
      const { rows, tree, fold } = now.current;
      const row = rows[index];
      if (!row) return;
      event.stopPropagation();
      tree.setFocused(row.key);
      fold(row);
    },
  }), []);
}
