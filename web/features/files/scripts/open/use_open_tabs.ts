import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { basePath, paths, withQuery } from "../../../../paths.ts";
import { closeTab, keepTab, openTab, type OpenTabs, parseTabs, renameTabs, writeTabs } from "./open_tabs.ts";
import type { ScriptLocation } from "../script_location.ts";
import { folderOf, movedPath } from "../../../../ui/data/tree/tree_rows.ts";
import { readSession, writeSession } from "./session.ts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../../api/use_api.tsx";
import { scriptLevel } from "../script_items.tsx";

const storageName = "scripts.tabs";

export interface TabsHandle {
  state: OpenTabs;
  /** The folder that the address names; null when it names a file, or nothing. */
  folder: string | null;
  /** Ids of the tabs with unsaved changes. */
  dirty: ReadonlySet<number>;
  /** Shows a file; `line` goes to a line of it. */
  open(
    path: string,
    how?: { pinned?: boolean; fresh?: boolean; line?: number | undefined; replace?: boolean },
  ): void;
  close(path: string): void;
  keep(id: number): void;
  rename(from: string, to: string): void;
  setDirty(id: number, dirty: boolean): void;
  /** The paths of unsaved files at a place or in it. */
  unsavedIn(path: string): string[];
}

/** Keeps the open files in step with the address: the address names the one that is shown, this browser tab the others. */
export function useOpenTabs(scriptLocation: ScriptLocation): TabsHandle {
  const kind = useVisibleKind(scriptLocation.visible);
  const [, navigate] = useLocation();
  const [state, setState] = useState<OpenTabs>(() => parseTabs(readSession(storageName)));
  const [dirty, setDirtyIds] = useState<ReadonlySet<number>>(new Set());
  const folder = kind === "folder" ? scriptLocation.visible : null;
  const now = useRef({ state, dirty, folder });
  now.current.dirty = dirty;
  now.current.folder = folder;
  const become = useCallback((next: OpenTabs) => {
    if (next === now.current.state) return;
    now.current.state = next;
    setState(next);
    writeSession(storageName, writeTabs(next));
  }, []);
  const { visible, dialog } = scriptLocation;
  // What the page was opened with is meant to stay, and not to go with the next one that is looked at.
  const first = useRef(true);
  useEffect(() => {
    if (visible !== null) {
      if (kind === "folder") become({ ...now.current.state, active: null });
      else if (now.current.state.active !== visible) {
        // Whether it is a file is told in a moment; what is open is one.
        if (kind === "not known yet" && !now.current.state.tabs.some(({ path }) => path === visible)) return;
        become(openTab(now.current.state, visible, { pinned: first.current, dirty: now.current.dirty }));
      }
    } else if (dialog === null && now.current.state.active !== null) {
      navigate(paths.scripts(now.current.state.active), { replace: true });
    }
    first.current = false;
  }, [visible, kind, dialog, become, navigate]);
  const ways: Omit<TabsHandle, "state" | "folder" | "dirty"> = useMemo(() => ({
    open(path: string, { pinned, fresh, line, replace = false }: Parameters<TabsHandle["open"]>[1] = {}) {
      const how = { pinned: pinned ?? false, fresh: fresh ?? false, dirty: now.current.dirty };
      become(openTab(now.current.state, path, how));
      const address = withQuery(paths.scripts(path), { line });
      // Opened twice, by a double click say, it is still one step back.
      const same = `${location.pathname}${location.search}` === basePath + address;
      navigate(address, { replace: replace || same });
    },
    close(path: string) {
      const closed = now.current.state.tabs.find((tab) => tab.path === path);
      const next = closeTab(now.current.state, path);
      const moved = next.active !== now.current.state.active;
      become(next);
      if (closed) ways.setDirty(closed.id, false);
      if (moved) navigate(paths.scripts(next.active ?? undefined), { replace: true });
    },
    keep: (id: number) => become(keepTab(now.current.state, id)),
    rename(from: string, to: string) {
      const before = now.current.state.active;
      become(renameTabs(now.current.state, from, to));
      const { active } = now.current.state;
      if (active !== before && active !== null) navigate(paths.scripts(active), { replace: true });
      const gone = now.current.folder === null ? null : movedPath(now.current.folder, from, to);
      if (gone !== null) navigate(paths.scripts(gone), { replace: true });
    },
    setDirty(id: number, is: boolean) {
      setDirtyIds((before) => {
        if (before.has(id) === is) return before;
        const next = new Set(before);
        if (is) next.add(id);
        else next.delete(id);
        return next;
      });
      if (is) become(keepTab(now.current.state, id));
    },
    unsavedIn(path: string) {
      const inside = (one: string) => one === path || one.startsWith(`${path}/`);
      const { state, dirty } = now.current;
      return state.tabs.filter((tab) => dirty.has(tab.id) && inside(tab.path)).map((tab) => tab.path);
    },
  }), [become, navigate]);
  return useMemo(() => ({ state, folder, dirty, ...ways }), [state, folder, dirty, ways]);
}

/** What the path in the address leads to: what is no folder is shown as a file, which says itself what is wrong with it. */
type VisibleKind = "folder" | "file" | "not known yet";

/** Finds out what a path leads to from the folder it lies in, which the tree asks for as well. */
function useVisibleKind(path: string | null): VisibleKind {
  const api = useApi();
  const level = useMemo(() => scriptLevel(api), [api]);
  const { data, failureCount } = useQuery({ ...level(folderOf(path ?? "")), enabled: path !== null });
  if (path === null || failureCount > 0) return "file";
  if (!data) return "not known yet";
  const entry = data.find((item) => item.path === path)?.entry;
  return entry?.kind === "folder" || entry?.link?.targetKind === "folder" ? "folder" : "file";
}
