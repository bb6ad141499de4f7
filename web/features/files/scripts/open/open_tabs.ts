// The files that are open side by side. Pure: the page keeps one of these and shows it.

import { movedPath } from "../../../../ui/data/tree/tree_rows.ts";

export interface OpenTab {
  /** Stays the same when the file goes to another place. */
  id: number;
  path: string;
  /** False while it was only looked at: the next one that is looked at takes its place. */
  pinned: boolean;
  /** Made a moment ago, so it is there to be edited. */
  fresh?: boolean;
  /** Grows with every showing: the smallest was not looked at for the longest time. */
  usedAt: number;
}

export interface OpenTabs {
  tabs: readonly OpenTab[];
  active: string | null;
}

export const noTabs: OpenTabs = { tabs: [], active: null };
const maxTabs = 20;

export interface OpenHow {
  pinned?: boolean;
  fresh?: boolean;
  /** Tabs that must not go by themselves, by id. */
  dirty: ReadonlySet<number>;
}

/** Shows a file: in its tab, in the one that was only looked at, or in a new one. Beyond twenty the longest unused one goes. */
export function openTab(
  state: OpenTabs,
  path: string,
  { pinned = false, fresh = false, dirty }: OpenHow,
): OpenTabs {
  const usedAt = Math.max(0, ...state.tabs.map((tab) => tab.usedAt)) + 1;
  const open = state.tabs.find((tab) => tab.path === path);
  if (open) {
    const visible = { ...open, usedAt, pinned: open.pinned || pinned };
    return { active: path, tabs: state.tabs.map((tab) => tab === open ? visible : tab) };
  }
  const tab: OpenTab = { id: nextId(state), path, pinned, usedAt, ...(fresh && { fresh }) };
  const checked = pinned ? undefined : state.tabs.find((one) => !one.pinned && !dirty.has(one.id));
  if (checked) return { active: path, tabs: state.tabs.map((one) => one === checked ? tab : one) };
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

/** Closes a file's tab; when it was the one that is shown, its neighbour is shown, the later one first. */
export function closeTab({ tabs, active }: OpenTabs, path: string): OpenTabs {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return { tabs, active };
  const others = tabs.filter((_, index) => index !== at);
  const next = active === path ? others[at] ?? others[at - 1] : undefined;
  return { tabs: others, active: active === path ? next?.path ?? null : active };
}

/** Keeps a tab that was only looked at. */
export function keepTab(state: OpenTabs, id: number): OpenTabs {
  if (!state.tabs.some((tab) => tab.id === id && !tab.pinned)) return state;
  return { ...state, tabs: state.tabs.map((tab) => tab.id === id ? { ...tab, pinned: true } : tab) };
}

/** Follows files that went to another place. */
export function renameTabs({ tabs, active }: OpenTabs, from: string, to: string): OpenTabs {
  const follow = (path: string) => movedPath(path, from, to) ?? path;
  return {
    tabs: tabs.map((tab) => ({ ...tab, path: follow(tab.path) })),
    active: active === null ? null : follow(active),
  };
}

/** Reads what the browser kept of an earlier page; nothing when it makes no sense. */
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

/** Writes what the browser is to keep. */
export function writeTabs({ tabs, active }: OpenTabs): { tabs: string[]; active: string | null } {
  return { tabs: tabs.map(({ path }) => path), active };
}
