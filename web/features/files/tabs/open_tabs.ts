// The open files, which one is active, and the order in which they were used.

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { basePath, paths, withQuery } from "../../../paths.ts";
import type { UrlState } from "../url_state.ts";
import { folderOf, movedPath } from "../../../ui/data/tree/tree_rows.ts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/use_api.tsx";
import { scriptLevel } from "../tree/script_items.tsx";

export interface OpenTab {
  /** Stays the same when the file is moved. */
  id: number;
  path: string;
  /** False for a preview tab, which the next preview replaces. */
  pinned: boolean;
  /** Whether it was just created, and therefore starts in edit mode. */
  fresh?: boolean;
  /** Increases each time a tab is shown; the smallest is the least recently used. */
  usedAt: number;
}

export interface OpenTabs {
  tabs: readonly OpenTab[];
  active: string | null;
}

export const noTabs: OpenTabs = { tabs: [], active: null };
const maxTabs = 20;

interface OpenHow {
  pinned?: boolean;
  fresh?: boolean;
  /** Ids of tabs that must not close automatically. */
  dirty: ReadonlySet<number>;
}

/** Shows a file in its tab, the preview tab, or a new one. Beyond twenty, the least recently used tab closes. */
export function openTab(
  state: OpenTabs,
  path: string,
  { pinned = false, fresh = false, dirty }: OpenHow,
): OpenTabs {
  const usedAt = Math.max(0, ...state.tabs.map((tab) => tab.usedAt)) + 1;
  const open = state.tabs.find((tab) => tab.path === path);
  if (open) {
    const used = { ...open, usedAt, pinned: open.pinned || pinned };
    return { active: path, tabs: state.tabs.map((tab) => tab === open ? used : tab) };
  }
  const tab: OpenTab = { id: nextId(state), path, pinned, usedAt, ...(fresh && { fresh }) };
  const preview = pinned ? undefined : state.tabs.find((one) => !one.pinned && !dirty.has(one.id));
  if (preview) return { active: path, tabs: state.tabs.map((one) => one === preview ? tab : one) };
  return { active: path, tabs: [...makeRoom(state.tabs, dirty), tab] };
}

function nextId({ tabs }: OpenTabs): number {
  return Math.max(0, ...tabs.map(({ id }) => id)) + 1;
}

function makeRoom(tabs: readonly OpenTab[], dirty: ReadonlySet<number>): readonly OpenTab[] {
  if (tabs.length < maxTabs) return tabs;
  const clean = tabs.filter(({ id }) => !dirty.has(id));
  const oldest = clean.reduce<OpenTab | undefined>(
    (before, tab) => before && before.usedAt < tab.usedAt ? before : tab,
    undefined,
  );
  return tabs.filter((tab) => tab !== oldest);
}

/** Closes a tab; when it was active, the next one, or else the previous one, becomes active. */
export function closeTab({ tabs, active }: OpenTabs, path: string): OpenTabs {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return { tabs, active };
  const others = tabs.filter((_, index) => index !== at);
  const next = active === path ? others[at] ?? others[at - 1] : undefined;
  return { tabs: others, active: active === path ? next?.path ?? null : active };
}

export function keepTab(state: OpenTabs, id: number): OpenTabs {
  if (!state.tabs.some((tab) => tab.id === id && !tab.pinned)) return state;
  return { ...state, tabs: state.tabs.map((tab) => tab.id === id ? { ...tab, pinned: true } : tab) };
}

/** Updates the paths of moved files. */
export function renameTabs({ tabs, active }: OpenTabs, from: string, to: string): OpenTabs {
  const follow = (path: string) => movedPath(path, from, to) ?? path;
  return {
    tabs: tabs.map((tab) => ({ ...tab, path: follow(tab.path) })),
    active: active === null ? null : follow(active),
  };
}

/** Parses stored tabs; none when they are invalid. */
export function parseTabs(stored: unknown): OpenTabs {
  if (typeof stored !== "object" || stored === null || !("tabs" in stored) || !Array.isArray(stored.tabs)) {
    return noTabs;
  }
  const paths = [...new Set(stored.tabs.filter((path: unknown) => typeof path === "string"))].slice(
    0,
    maxTabs,
  );
  const active = "active" in stored ? paths.find((path) => path === stored.active) : undefined;
  return {
    tabs: paths.map((path, index) => ({ id: index + 1, path, pinned: true, usedAt: 0 })),
    active: active ?? null,
  };
}

/** Converts the tabs to their stored form. */
export function writeTabs({ tabs, active }: OpenTabs): { tabs: string[]; active: string | null } {
  return { tabs: tabs.map(({ path }) => path), active };
}

const storageName = "scripts.tabs";

export interface TabsHandle {
  state: OpenTabs;
  /** The folder that the URL names; null when it names a file or nothing. */
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
  unsavedIn(path: string): string[];
}

/** Manages the open files: the URL names the active one, session storage the others. */
export function useOpenTabs(urlState: UrlState): TabsHandle {
  const kind = usePathKind(urlState.path);
  const [, navigate] = useLocation();
  const [state, setState] = useState<OpenTabs>(() => parseTabs(readSession(storageName)));
  const [dirty, setDirtyIds] = useState<ReadonlySet<number>>(new Set());
  const folder = kind === "folder" ? urlState.path : null;
  const now = useRef({ state, dirty, folder });
  now.current.dirty = dirty;
  now.current.folder = folder;
  const become = useCallback((next: OpenTabs) => {
    if (next === now.current.state) return;
    now.current.state = next;
    setState(next);
    writeSession(storageName, writeTabs(next));
  }, []);
  const { path, dialog } = urlState;
  // The file that the page was opened with is pinned, so that the next preview does not replace it.
  const first = useRef(true);
  useEffect(() => {
    if (path !== null) {
      if (kind === "folder") become({ ...now.current.state, active: null });
      else if (now.current.state.active !== path) {
        // Not yet known whether it is a file; an open path is one.
        if (kind === "not known yet" && !now.current.state.tabs.some((tab) => tab.path === path)) return;
        become(openTab(now.current.state, path, { pinned: first.current, dirty: now.current.dirty }));
      }
    } else if (dialog === null && now.current.state.active !== null) {
      navigate(paths.scripts(now.current.state.active), { replace: true });
    }
    first.current = false;
  }, [path, kind, dialog, become, navigate]);
  const ways: Omit<TabsHandle, "state" | "folder" | "dirty"> = useMemo(() => ({
    open(path: string, { pinned, fresh, line, replace = false }: Parameters<TabsHandle["open"]>[1] = {}) {
      const how = { pinned: pinned ?? false, fresh: fresh ?? false, dirty: now.current.dirty };
      become(openTab(now.current.state, path, how));
      const address = withQuery(paths.scripts(path), { line });
      // Opened twice, for example by a double-click, it is still one history entry.
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

/** What the path in the URL is. Anything but a folder is opened as a file, which reports its own errors. */
type PathKind = "folder" | "file" | "not known yet";

/** Determines what a path is from the listing of its folder, a query shared with the tree. */
function usePathKind(path: string | null): PathKind {
  const api = useApi();
  const level = useMemo(() => scriptLevel(api), [api]);
  const { data, failureCount } = useQuery({ ...level(folderOf(path ?? "")), enabled: path !== null });
  if (path === null || failureCount > 0) return "file";
  if (!data) return "not known yet";
  const entry = data.find((item) => item.path === path)?.entry;
  return entry?.kind === "folder" || entry?.link?.targetKind === "folder" ? "folder" : "file";
}

/** Reads a value of this browser tab; undefined when there is none or it is unreadable. */
export function readSession(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "");
  } catch {
    return undefined; // no value, or storage is disabled
  }
}

/** Stores a value for this browser tab. */
export function writeSession(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is disabled: the value lasts until the page is left.
  }
}
