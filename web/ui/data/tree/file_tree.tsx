import { type ReactNode, useCallback, useId, useMemo, useRef } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../class_names.ts";
import { ContextMenu } from "../../overlays/context_menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";
import { useMedia } from "../../use_media.ts";
import type { DroppedFile } from "./read_drop.ts";
import { ItemLine, StateLine, type TreeStyle } from "./tree_line.tsx";
import { isWithin, type ItemRow, listRows, type TreeItem, type TreeRow } from "./tree_rows.ts";
import { type LevelQuery, useLevels } from "./use_levels.ts";
import { useVisibleRow } from "./use_visible_row.ts";
import type { TreeHandle } from "./use_tree.ts";
import { useTreeDrag } from "./use_tree_drag.ts";
import { useTreeKeys } from "./use_tree_keys.ts";
import { useTreeMenu } from "./use_tree_menu.ts";
import { useTreeMouse } from "./use_tree_mouse.ts";

export interface FileTreeProps<T extends TreeItem> {
  label: string;
  tree: TreeHandle;
  /** How a folder is asked for; the empty path is the top. Has to be the same function while it asks the same. */
  level: (path: string) => LevelQuery<T>;
  check: (item: T, state: { expanded: boolean }) => TreeStyle;
  /** Opens what is no folder; `kept` when it was meant to stay: twice the mouse, or Enter. */
  onOpen?: ((item: T, how: { stored: boolean }) => void) | undefined;
  /** Everything that can be done to the chosen items; to the top when there is none. */
  menu?: ((items: readonly T[]) => MenuEntry[]) | undefined;
  onRename?: ((item: T) => void) | undefined;
  onRemove?: ((items: readonly T[]) => void) | undefined;
  /** Lets items be dragged to other folders. */
  onMove?: ((items: readonly T[], folder: string) => void) | undefined;
  /** Lets files and folders be dropped from the desktop. */
  onDropFiles?: ((files: Promise<DroppedFile[]>, folder: string) => void) | undefined;
  /** The item that is shown beside the tree. */
  current?: string | null | undefined;
  filter?: string | undefined;
  /** Gives the top a row of its own. */
  root?: T | undefined;
  /** One item is chosen, folders too, and a click does not open them: for a form. */
  picking?: boolean | undefined;
  /** Stands in place of rows when there is nothing at all. */
  empty?: ReactNode;
  className?: string | undefined;
}

const pagePixels = 400;

/** Folders and what is in them, loaded level by level, of which only the rows in sight are drawn. */
export function FileTree<T extends TreeItem>(props: FileTreeProps<T>) {
  const { tree, level, check, filter, root, current, picking = false, menu } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const height = useMedia("(pointer: coarse)") ? 44 : 28;
  const { levels, retry } = useLevels(tree.expanded, level);
  const rows = useMemo(
    () => listRows({ levels, expanded: tree.expanded, root, ...(filter !== undefined && { filter }) }),
    [levels, tree.expanded, filter, root],
  );
  const { at, virtual } = useVisibleRow({ tree, rows, height, frame });
  const chosenWith = useCallback((row: ItemRow<T>): readonly T[] => {
    if (!tree.selection.chosen.has(row.item.path)) return [row.item];
    return rows.flatMap((one) =>
      one.kind === "item" && tree.selection.chosen.has(one.item.path) ? [one.item] : []
    );
  }, [rows, tree.selection]);
  const open = (row: TreeRow<T>) => {
    if (row.kind === "failed") return retry(row.parent);
    if (row.kind !== "item") return;
    if (row.expanded === null) return props.onOpen?.(row.item, { stored: true });
    if (row.expanded) tree.collapse(row.item.path);
    else tree.expand(row.item.path);
  };
  const menus = useTreeMenu({ rows, at, tree, frame, chosenWith, menu });
  const onKeyDown = useTreeKeys({
    ...{ tree, rows, at, open, chosenWith, multiple: !picking },
    ...{ onRename: props.onRename, onRemove: props.onRemove, openMenu: menus.openAtFocus },
    page: Math.max(1, Math.floor((frame.current?.clientHeight ?? pagePixels) / height) - 1),
    show: (index) => virtual.scrollToIndex(index),
  });
  const drag = useTreeDrag({
    ...{ rows, chosenWith, expand: tree.expand, onMove: props.onMove, onDropFiles: props.onDropFiles },
  });
  const mouse = useTreeMouse({ rows, tree, picking, onOpen: props.onOpen, fold: open });
  const { t } = useMessages();
  const nothing = rows.length === 0;
  return (
    <ContextMenu entries={menus.entries}>
      <div
        ref={frame}
        role={nothing ? "group" : "tree"} // a tree has rows
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
            const location = { id: `${id}${index}`, index, top: start, height, focused: index === at };
            if (row.kind !== "item") {
              return <StateLine key={row.key} {...location} row={row} onRetry={retry} />;
            }
            return (
              <ItemLine
                key={row.key}
                {...location}
                {...{ row, check }}
                chosen={tree.selection.chosen.has(row.item.path)}
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
