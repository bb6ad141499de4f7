import { type DragEvent, useEffect, useRef, useState } from "react";
import { type DroppedFile, hasFiles, takeDrop } from "./read_drop.ts";
import { folderOf, type ItemRow, mayMove, outermost, type TreeItem, type TreeRow } from "./tree_rows.ts";

const openAfterMs = 700;

export interface DragParts<T extends TreeItem> {
  rows: readonly TreeRow<T>[];
  /** Returns all items that move when a row is dragged. */
  selectedWith: (row: ItemRow<T>) => readonly T[];
  expand: (path: string) => void;
  onMove?: ((items: readonly T[], folder: string) => void) | undefined;
  onDropFiles?: ((files: Promise<DroppedFile[]>, folder: string) => void) | undefined;
}

/**
 * Lets rows be dragged to another folder of the same tree and accepts files from the desktop. `folder` is the current
 * drop target.
 */
export function useTreeDrag<T extends TreeItem>(parts: DragParts<T>) {
  const [folder, setFolder] = useState<string | null>(null);
  const dragged = useRef<readonly T[]>([]);
  useOpenLater(folder, parts.expand);
  const allowed = (event: DragEvent): string | null => {
    const target = folderAt(event.target, parts.rows);
    if (dragged.current.length > 0) return mayMove(dragged.current, target) ? target : null;
    return parts.onDropFiles && hasFiles(event.dataTransfer) ? target : null;
  };
  const over = (event: DragEvent) => {
    const target = allowed(event);
    setFolder(target);
    if (target === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = dragged.current.length > 0 ? "move" : "copy";
  };
  const drop = (event: DragEvent) => {
    const target = allowed(event);
    const items = dragged.current;
    setFolder(null);
    dragged.current = [];
    if (target === null) return;
    event.preventDefault();
    if (items.length > 0) parts.onMove?.(items, target);
    else parts.onDropFiles?.(takeDrop(event.dataTransfer), target);
  };
  const leave = (event: DragEvent) => {
    const into = event.relatedTarget;
    if (!(into instanceof Node) || !event.currentTarget.contains(into)) setFolder(null);
  };
  const start = (event: DragEvent, row: ItemRow<T>) => {
    dragged.current = outermost(parts.selectedWith(row));
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.current.map(({ path }) => path).join("\n"));
  };
  const end = () => {
    dragged.current = [];
    setFolder(null);
  };
  return {
    folder,
    whole: { onDragOver: over, onDragEnter: over, onDragLeave: leave, onDrop: drop },
    row: parts.onMove && { draggable: true, onDragStart: start, onDragEnd: end },
  };
}

/** Expands a folder after something has been dragged over it for a while. */
function useOpenLater(folder: string | null, expand: (path: string) => void): void {
  const open = useRef(expand);
  open.current = expand;
  useEffect(() => {
    if (!folder) return;
    const timer = setTimeout(() => open.current(folder), openAfterMs);
    return () => clearTimeout(timer);
  }, [folder]);
}

/** Returns the target folder of a row element: the folder itself, or the folder that contains the item. */
function folderAt<T extends TreeItem>(target: EventTarget, rows: readonly TreeRow<T>[]): string {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  const row = element ? rows[Number(element.dataset.row)] : undefined;
  if (!row) return "";
  if (row.kind !== "item") return row.parent;
  return row.item.expandable ? row.item.path : folderOf(row.item.path);
}
