import { useMemo, useRef, useState } from "react";
import { foldersAbove, movedPath } from "./tree_rows.ts";
import { chooseOnly, nothingChosen, type TreeSelection } from "./tree_selection.ts";

/** The state of a tree (expanded folders, selection, focus) and the functions that change it. */
export interface TreeHandle {
  expanded: ReadonlySet<string>;
  selection: TreeSelection;
  focused: string | null;
  /** The path to scroll into view once it is loaded. */
  wanted: string | null;
  setSelection(selection: TreeSelection): void;
  setFocused(key: string | null): void;
  expand(path: string): void;
  collapse(path: string): void;
  collapseAll(): void;
  /** Expands all folders that contain a path, selects it and scrolls it into view. */
  reveal(path: string): void;
  /** Reports that the wanted path is in view. */
  settle(): void;
  /** Updates the state after a path was renamed or moved. */
  rename(from: string, to: string): void;
}

/**
 * Manages the state of one tree. `start` lists the initially expanded folders; `onExpanded` is called on every change
 * of them.
 */
export function useTree(
  { start = [], onExpanded }: { start?: readonly string[]; onExpanded?: (paths: readonly string[]) => void } =
    {},
): TreeHandle {
  const [expanded, setOpen] = useState<ReadonlySet<string>>(() => new Set(start));
  const [selection, setSelection] = useState<TreeSelection>(nothingChosen);
  const [focused, setFocused] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const now = useRef(expanded);
  const notified = useRef(onExpanded);
  notified.current = onExpanded;
  const ways = useMemo(() => {
    const become = (next: ReadonlySet<string>) => {
      now.current = next;
      setOpen(next);
      notified.current?.([...next]);
    };
    return {
      setSelection,
      setFocused,
      expand: (path: string) => become(new Set([...now.current, path])),
      collapse: (path: string) => become(new Set([...now.current].filter((one) => one !== path))),
      collapseAll: () => become(new Set()),
      reveal(path: string) {
        const closed = foldersAbove(path).filter((one) => !now.current.has(one));
        if (closed.length > 0) become(new Set([...now.current, ...closed]));
        setSelection(chooseOnly(path));
        setFocused(path);
        setWanted(path);
      },
      settle: () => setWanted(null),
      rename(from: string, to: string) {
        const moved = [...now.current].map((path) => movedPath(path, from, to) ?? path);
        become(new Set([...moved, ...foldersAbove(to)]));
        setSelection(chooseOnly(to));
        setFocused(to);
        setWanted(to);
      },
    };
  }, []);
  return useMemo(() => ({ expanded, selection, focused, wanted, ...ways }), [
    ...[expanded, selection, focused, wanted, ways],
  ]);
}
