import { createContext, useContext, useMemo, useRef } from "react";
import {
  type PathResult,
  type ScriptRequests,
  type Transfer,
  useReportRejected,
  useScriptRequests,
} from "../api.ts";
import type { ScriptItem } from "../tree/script_items.tsx";
import { useLocation } from "wouter";
import { useApi } from "../../../api/use_api.tsx";
import { paths, withQuery } from "../../../paths.ts";
import { asDialog } from "../../../shared/page/dialog_history.ts";
import { useCopy } from "../../../ui/inputs/copy_button.tsx";
import type { TreeHandle } from "../../../ui/data/tree/use_tree.ts";
import { type Toasts, useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { commandOf, freeName, joinPath, nameOf, splitName } from "../../../shared/files/file_paths.ts";
import type { TabsHandle } from "../tabs/open_tabs.ts";
import { folderOf, foldersAbove, outermost } from "../../../ui/data/tree/tree_rows.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Actions on scripts for the tree, the tabs and the dialogs. */
export interface ScriptActions {
  requests: ScriptRequests;
  /** Whether the person may change and debug scripts. */
  mayWrite: boolean;
  /** Whether the person may create tasks. */
  mayMakeTask: boolean;
  show(path: string, how?: { pinned?: boolean; line?: number }): void;
  askNew(folder: string): void;
  askRename(path: string): void;
  askSettings(): void;
  askTrash(): void;
  /** Opens the dialog that asks for a folder. */
  askMove(items: readonly ScriptItem[]): void;
  /** Moves items to a folder; resolves to whether all were moved. */
  move(items: readonly { path: string }[], folder: string): Promise<boolean>;
  /** Moves one path; resolves to its result, or null when unsaved changes prevent it. Throws ApiProblem. */
  moveTo(from: string, to: string): Promise<PathResult | null>;
  duplicate(path: string): Promise<void>;
  /** Unpacks an archive into its folder; asks before files are replaced. */
  unpack(path: string, existing?: "refuse" | "replace"): Promise<void>;
  remove(items: readonly { path: string }[]): Promise<void>;
  download(path: string): void;
  copyPath(path: string): Promise<void>;
  makeTask(path: string): void;
  debug(path: string): void;
  compare(left: string, right?: string): void;
}

const ActionsContext = createContext<ScriptActions | null>(null);
export const ScriptActionsProvider = ActionsContext.Provider;

export function useScriptActions(): ScriptActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useScriptActions outside of its provider");
  return actions;
}

/** Files of an archive that were not unpacked because they exist. */
export interface UnpackConflict {
  archive: string;
  paths: readonly string[];
}

type Navigate = ReturnType<typeof useLocation>[1];

/** Creates the actions on scripts; the functions are stable. */
export function useMakeScriptActions(
  { tree, tabs, onAskMove, onAskReplace }: {
    tree: TreeHandle;
    tabs: TabsHandle;
    onAskMove: (items: readonly ScriptItem[]) => void;
    onAskReplace: (conflict: UnpackConflict) => void;
  },
): ScriptActions {
  const api = useApi();
  const requests = useScriptRequests();
  const [, navigate] = useLocation();
  const toast = useToast();
  const notify = useReportRejected();
  const copy = useCopy();
  const mayWrite = useMay("scripts:write");
  const mayMakeTask = useMay("tasks:write");
  const { t } = useMessages();
  const now = useRef({ tree, tabs });
  now.current = { tree, tabs };
  return useMemo(() => {
    const parts: ActionParts = { requests, toast, notify, t, onAskReplace, now: () => now.current };
    return {
      ...{ requests, mayWrite, mayMakeTask },
      askMove: onAskMove,
      ...moveActions(parts),
      ...removeActions(parts),
      unpack: (path, existing = "refuse") => unpack({ path, existing }, parts).catch(toast.problem),
      ...linkActions(navigate, parts),
      download: (path) => download(api.url("/files/scripts/download", { path })),
      async copyPath(path) {
        if (await copy(path)) toast.message("success", t("files.pathCopied"));
      },
    };
  }, [api, requests, navigate, toast, notify, copy, t, mayWrite, mayMakeTask, onAskMove, onAskReplace]);
}

type Links = "show" | "askNew" | "askRename" | "askSettings" | "askTrash" | "makeTask" | "debug" | "compare";

function linkActions(navigate: Navigate, { now }: ActionParts): Pick<ScriptActions, Links> {
  const activePath = () => now().tabs.state.active ?? undefined;
  return {
    show: (path, how) => now().tabs.open(path, how),
    askNew: (folder) => navigate(paths.newScript(folder), asDialog),
    askRename: (path) => navigate(paths.renameScript(path), asDialog),
    askSettings: () => navigate(paths.scriptSettings(activePath()), asDialog),
    askTrash: () => navigate(withQuery(paths.scripts(activePath()), { bin: 1 }), asDialog),
    makeTask: (path) =>
      navigate(paths.taskForm({ name: splitName(nameOf(path))[0], command: commandOf(path) })),
    debug: (path) => navigate(paths.scriptDebug(path)),
    compare: (left, right) =>
      navigate(paths.diff(`scripts/${left}`, right === undefined ? undefined : `scripts/${right}`)),
  };
}

/** Downloads a file without leaving the page. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

/** Creates the action that moves files to the trash and offers to undo it. */
function removeActions(parts: ActionParts): Pick<ScriptActions, "remove"> {
  return { remove: (items) => remove(items, parts).catch(parts.toast.problem) };
}

async function remove(items: readonly { path: string }[], parts: ActionParts): Promise<void> {
  const { requests, now, toast, t, notify } = parts;
  const doomed = outermostPaths(items).map(({ path }) => path);
  if (doomed.length === 0) return;
  const results = await requests.remove(doomed);
  const gone = results.filter(({ ok }) => ok);
  for (const { path } of gone) closeUnder(now().tabs, path);
  const ids = gone.flatMap(({ binId }) => binId ?? []);
  const [first] = gone;
  if (first) {
    toast.message("success", t("files.deleted", { count: gone.length, name: nameOf(first.path) }), {
      label: t("ui.undo"),
      onSelect: () => void undo(ids, parts).catch(toast.problem),
    });
  }
  notify(results);
}

async function undo(ids: readonly number[], { requests, toast, t, notify }: ActionParts): Promise<void> {
  const results = await requests.restore(ids);
  const done = results.filter(({ ok }) => ok).length;
  if (done > 0) toast.message("success", t("files.restored", { count: done }));
  notify(results.map(({ ok, error }) => ({ path: "", ok, ...(error && { error }) })));
}

/** Closes the tabs of deleted files, except those with unsaved changes, which can still be saved. */
function closeUnder(tabs: TabsHandle, path: string): void {
  const unsaved = new Set(tabs.unsavedIn(path));
  const open = tabs.state.tabs.map((tab) => tab.path);
  for (const one of open) {
    if ((one === path || foldersAbove(one).includes(path)) && !unsaved.has(one)) tabs.close(one);
  }
}

const maxCopies = 30;

/** Creates the actions that move and copy files; tree and tabs follow. */
function moveActions(parts: ActionParts): Pick<ScriptActions, "move" | "moveTo" | "duplicate"> {
  const { toast, t, notify } = parts;
  return {
    async move(items, folder) {
      const moving = outermostPaths(items).filter(({ path }) => folderOf(path) !== folder);
      if (moving.length === 0 || refuseUnsaved(moving, parts)) return false;
      try {
        const transfers = moving.map(({ path, name }) => ({ from: path, to: joinPath(folder, name) }));
        const results = await transfer(transfers, parts);
        const count = results.filter(({ ok }) => ok).length;
        if (count > 0) {
          toast.message("success", t("files.moved", { count, folder: folder || t("files.scriptsTitle") }));
        }
        notify(results);
        return count === results.length;
      } catch (error) {
        toast.problem(error);
        return false;
      }
    },
    async moveTo(from, to) {
      if (refuseUnsaved([{ path: from }], parts)) return null;
      return (await transfer([{ from, to }], parts))[0] ?? null;
    },
    duplicate: (path) => duplicate(path, parts).catch(toast.problem),
  };
}

/** Warns and returns true when an item has unsaved changes: the editor could not save them to the new path. */
function refuseUnsaved(items: readonly { path: string }[], { now, toast, t }: ActionParts): boolean {
  const [first] = items.flatMap(({ path }) => now().tabs.unsavedIn(path));
  if (first !== undefined) toast.notify("warning", t("files.moveUnsaved"), first);
  return first !== undefined;
}

async function transfer(items: readonly Transfer[], { requests, now }: ActionParts): Promise<PathResult[]> {
  const results = await requests.move(items);
  items.forEach(({ from, to }, index) => {
    if (!results[index]?.ok) return;
    now().tabs.rename(from, to);
    now().tree.rename(from, to);
  });
  return results;
}

async function unpack(
  request: { path: string; existing: "refuse" | "replace" },
  { requests, now, toast, t, notify, onAskReplace }: ActionParts,
): Promise<void> {
  const results = await requests.unpack(request);
  const written = results.filter(({ ok }) => ok);
  const existing = results.filter(({ error }) => error?.code === "already_exists");
  const [first] = written;
  if (first) {
    toast.message("success", t("files.unpacked", { count: written.length }));
    now().tree.reveal(first.path);
  } else if (results.length === 0) toast.message("info", t("files.unpackedNothing"));
  notify(results.filter(({ error }) => error?.code !== "already_exists"));
  if (existing.length > 0) onAskReplace({ archive: request.path, paths: existing.map(({ path }) => path) });
}

/** Copies a path to the first free name. */
async function duplicate(path: string, { requests, now, toast, t, notify }: ActionParts): Promise<void> {
  const tried = new Set<string>();
  while (tried.size < maxCopies) {
    const name = freeName(nameOf(path), tried);
    const to = joinPath(folderOf(path), name);
    const [result] = await requests.copy([{ from: path, to }]);
    if (result?.ok) {
      toast.message("success", t("files.copied", { name }));
      return now().tree.reveal(to);
    }
    if (result?.error?.code !== "already_exists") return notify(result ? [result] : []);
    tried.add(name);
  }
}

/** What the actions need from the page. */
interface ActionParts {
  requests: ScriptRequests;
  toast: Toasts;
  t: Translate;
  onAskReplace: (conflict: UnpackConflict) => void;
  notify: (results: readonly Pick<PathResult, "path" | "ok" | "error">[]) => void;
  now: () => { tree: TreeHandle; tabs: TabsHandle };
}

/** Removes paths inside another of the paths, and adds the names. */
function outermostPaths(items: readonly { path: string }[]): { path: string; name: string }[] {
  return outermost(items.map(({ path }) => ({ path, name: nameOf(path), expandable: false })));
}
