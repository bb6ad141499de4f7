import { ChevronRight, Ellipsis, RotateCw } from "../../icons/icons.ts";
import { type DragEvent, memo, type MouseEvent, type ReactNode } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../class_names.ts";
import { Skeleton } from "../../feedback/skeleton.tsx";
import { useDelayed } from "../../feedback/use_delayed.ts";
import type { ItemRow, StateRow, TreeItem } from "./tree_rows.ts";
import { visibleName } from "../visible_name.ts";

/** How an item is displayed. */
export interface TreeStyle {
  icon: ReactNode;
  /** Rendered at the end of the row. */
  trailing?: ReactNode;
  /**
   * Why the item cannot be used like others: it is muted, with the reason as tooltip and for screen readers.
   */
  reason?: string | undefined;
  /** Rendered instead of the name. */
  label?: ReactNode;
  /**
   * Text for screen readers, after the name, for information that is otherwise only visual. Do not repeat text from
   * `trailing`; it is read anyway.
   */
  spoken?: string | undefined;
}

export interface LineProps {
  id: string;
  index: number;
  top: number;
  height: number;
  focused: boolean;
}

interface ItemLineProps<T extends TreeItem> extends LineProps {
  row: ItemRow<T>;
  styleOf: (item: T, state: { expanded: boolean }) => TreeStyle;
  selected: boolean;
  current: boolean;
  /** Whether a dragged item would be dropped here. */
  target: boolean;
  drag?: {
    draggable: boolean;
    onDragStart: (event: DragEvent, row: ItemRow<T>) => void;
    onDragEnd: () => void;
  } | undefined;
  onPress: (event: MouseEvent, index: number) => void;
  onTwice: (index: number) => void;
  onFold: (event: MouseEvent, index: number) => void;
  /** Opens the menu of the row; undefined when it has none. */
  onMore?: ((event: MouseEvent, index: number) => void) | undefined;
}

const indentPixels = 14;

export const ItemLine = memo(function ItemLine<T extends TreeItem>(props: ItemLineProps<T>) {
  const { row, styleOf, index, selected, current, target, drag, focused } = props;
  const { item, level, expanded, position, count } = row;
  const { icon, trailing, reason, label, spoken } = styleOf(item, { expanded: expanded === true });
  return (
    <div
      role="treeitem"
      id={props.id}
      data-row={index}
      data-path={item.path}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-selected={selected}
      aria-expanded={expanded ?? undefined}
      aria-current={current || undefined}
      aria-label={[visibleName(item.name), spoken ?? wordsIn(trailing)].filter(Boolean).join(", ")}
      aria-description={reason}
      title={reason}
      draggable={drag?.draggable}
      onDragStart={drag && ((event) => drag.onDragStart(event, row))}
      onDragEnd={drag?.onDragEnd}
      onClick={(event) => props.onPress(event, index)}
      onDoubleClick={() => props.onTwice(index)}
      className={classNames(
        "group absolute inset-x-0 flex cursor-default items-center gap-1.5 pe-1 text-sm select-none icon-stroke",
        target ? "bg-accent-soft" : selected ? "bg-selected" : "hover:bg-hover",
        current && "shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]",
        focused &&
          "group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 outline-accent",
      )}
      style={{ top: props.top, height: props.height, paddingInlineStart: 6 + (level - 1) * indentPixels }}
    >
      <Fold expanded={expanded} onFold={(event) => props.onFold(event, index)} />
      <span className={classNames("shrink-0", reason ? "text-faint" : "text-muted")}>{icon}</span>
      <span
        className={classNames(
          "min-w-0 flex-1 truncate whitespace-pre",
          reason && "text-faint italic",
          current && "font-medium",
        )}
      >
        {label ?? visibleName(item.name)}
      </span>{" "}
      {trailing && (
        <span
          className={classNames(
            "max-w-1/2 shrink-0 truncate pe-1 text-xs text-faint",
            props.onMore && "group-hover:hidden touch:block!",
          )}
        >
          {trailing}
        </span>
      )}
      {props.onMore && (
        <More
          name={visibleName(item.name)}
          onMore={(event) => props.onMore?.(event, index)}
        />
      )}
    </div>
  );
}) as <T extends TreeItem>(props: ItemLineProps<T>) => ReactNode; // `memo` loses the type parameter

function wordsIn(node: ReactNode): string {
  return typeof node === "string" ? node : "";
}

function Fold({ expanded, onFold }: { expanded: boolean | null; onFold: (event: MouseEvent) => void }) {
  if (expanded === null) return <span className="w-4 shrink-0" />;
  return (
    <span
      aria-hidden
      onClick={onFold}
      className="flex h-full w-4 shrink-0 items-center justify-center text-faint"
    >
      <ChevronRight
        size={14}
        className={classNames("transition-transform duration-100", expanded && "rotate-90")}
      />
    </span>
  );
}

function More({ name, onMore }: { name: string; onMore: (event: MouseEvent) => void }) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t("controls.moreActions", { name })}
      onClick={onMore}
      onDoubleClick={(event) => event.stopPropagation()}
      className="-me-0.5 hidden size-6 shrink-0 items-center justify-center rounded-sm text-muted group-hover:flex hover:bg-sunken hover:text-text touch:flex touch:size-10"
    >
      <Ellipsis />
    </button>
  );
}

/** Renders a row in place of a folder's contents: loading, failed, or empty. */
export function StateLine(
  { id, row, index, top, height, focused, onRetry }: LineProps & {
    row: StateRow;
    onRetry: (path: string) => void;
  },
) {
  const { t } = useMessages();
  const slow = useDelayed(row.kind === "loading");
  const style = { top, height, paddingInlineStart: 28 + (row.level - 1) * indentPixels };
  if (row.kind === "loading") {
    return (
      <div
        aria-hidden
        data-row={index}
        className="absolute inset-x-0 flex items-center pe-6"
        style={style}
      >
        {slow && <Skeleton className="h-3 w-2/3" />}
      </div>
    );
  }
  const failed = row.kind === "failed";
  return (
    <div
      role="treeitem"
      id={id}
      data-row={index}
      aria-level={row.level}
      aria-selected={false}
      className={classNames(
        "absolute inset-x-0 flex items-center gap-1.5 truncate pe-2 text-sm select-none icon-stroke",
        failed ? "cursor-pointer text-danger-text hover:bg-hover" : "text-faint italic",
        focused &&
          "group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 outline-accent",
      )}
      style={style}
      onClick={() => failed && onRetry(row.parent)}
    >
      {failed && <RotateCw size={14} className="shrink-0" />}
      <span className="truncate">{failed ? t("controls.treeFailed") : t("controls.emptyFolder")}</span>
    </div>
  );
}
