import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { basePath, paths } from "../../paths.ts";
import { asDialog, closeDialog } from "../../shared/page/dialog_history.ts";
import { LeaveScope } from "../../ui/leave/leave_guard.tsx";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { folderOf } from "../../ui/data/tree/tree_rows.ts";
import { type TreeHandle, useTree } from "../../ui/data/tree/use_tree.ts";
import type { SavedElsewhere } from "./editor/file_editor.tsx";
import { nameOf } from "../../shared/files/file_paths.ts";
import { Frame } from "./scripts_layout.tsx";
import { readSession, type TabsHandle, useOpenTabs, writeSession } from "./tabs/open_tabs.ts";
import { isScriptsPage, readUrlState, type UrlState } from "./url_state.ts";
import {
  ScriptActionsProvider,
  type UnpackConflict,
  useMakeScriptActions,
} from "./actions/script_actions.ts";
import type { ScriptItem } from "./tree/script_items.tsx";
import { UploadsProvider } from "./upload/use_uploads.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";

const NewDialog = lazyDialog(() => import("./actions/new_dialog.tsx"));
const PathDialog = lazyDialog(() => import("./actions/path_dialog.tsx"));
const SettingsDialog = lazyDialog(() => import("./actions/settings_dialog.tsx"));
const TrashDialog = lazyDialog(() => import("./trash/trash_dialog.tsx"));

function RoutedDialog(
  { urlState, tabs, tree, unsaved }: {
    urlState: UrlState;
    tabs: TabsHandle;
    tree: TreeHandle;
    unsaved: (SavedElsewhere & { path: string }) | null;
  },
): ReactNode {
  const { dialog, dialogPath } = urlState;
  const close = useCloseDialog(tabs);
  if (dialog === "new") {
    return (
      <NewDialog
        key={dialogPath}
        folder={dialogPath}
        onClose={close}
        onFile={(path) => tabs.open(path, { pinned: true, fresh: true, replace: true })}
        onFolder={(path) => {
          close();
          tree.reveal(path);
        }}
      />
    );
  }
  if (dialog === "rename") {
    return <PathDialog action="rename" key={dialogPath} path={dialogPath} onClose={close} />;
  }
  if (dialog === "saveAs") {
    return (
      <PathDialog
        action="saveAs"
        key={dialogPath}
        path={dialogPath}
        text={unsaved?.path === dialogPath ? unsaved.text : null}
        onClose={close}
        onDone={(path) => {
          if (unsaved?.path === dialogPath) unsaved.putBack();
          tabs.open(path, { pinned: true, fresh: true, replace: true });
        }}
      />
    );
  }
  if (dialog === "settings") return <SettingsDialog onClose={close} />;
  return dialog === "bin" ? <TrashDialog onClose={close} /> : null;
}

/** Returns a function that goes back to where the dialog was opened, or else to the page below it. */
function useCloseDialog({ state }: TabsHandle): () => void {
  const [, navigate] = useLocation();
  const active = useRef(state.active);
  active.current = state.active;
  return useCallback(() => {
    closeDialog(navigate, paths.scripts(active.current ?? undefined));
  }, [navigate]);
}

const staysAt = (address: string) => isScriptsPage(address, basePath);

/** The shortest time between two reloads of the tree after runs. */
const restMs = 2000;

/** Renders the tree of scripts, the open files, and the dialog that the URL names. */
export default function ScriptsPage() {
  return (
    <LeaveScope staysAt={staysAt}>
      <Scripts />
    </LeaveScope>
  );
}

const expandedName = "scripts.expanded";

function Scripts() {
  const [address] = useLocation();
  const urlState = readUrlState(address, useSearch());
  const tabs = useOpenTabs(urlState);
  const tree = useTree({ start: readPaths(readSession(expandedName)), onExpanded: keepExpanded });
  const [moving, setMoving] = useState<readonly ScriptItem[] | null>(null);
  const [conflict, setConflict] = useState<UnpackConflict | null>(null);
  const actions = useMakeScriptActions({ tree, tabs, onAskMove: setMoving, onAskReplace: setConflict });
  // No event reports the files that runs wrote.
  useLiveRefresh({
    keysOf: (type) =>
      type === "run:finished" ? [queryKeys.files("scripts", "tree"), queryKeys.files("scripts", "bin")] : [],
    delayMs: restMs,
  });
  const [unsaved, setUnsaved] = useState<(SavedElsewhere & { path: string }) | null>(null);
  const [, navigate] = useLocation();
  const { active } = tabs.state;
  const { folder } = tabs;
  const openPath = active ?? folder;
  usePageTitle(openPath === null ? null : nameOf(openPath), { tabOnly: true });
  useEffect(() => {
    if (folder !== null) tree.expand(folder);
    if (openPath !== null) tree.reveal(openPath);
  }, [openPath, folder]);
  useShortcuts(
    actions.mayWrite
      ? {
        n: () => actions.askNew(folder ?? (active === null ? "" : folderOf(active))),
        ...(openPath !== null && { f2: () => actions.askRename(openPath) }),
      }
      : {},
  );
  const saveAs = useCallback((path: string, stored: SavedElsewhere) => {
    setUnsaved({ path, ...stored });
    navigate(paths.saveScriptAs(path), asDialog);
  }, [navigate]);
  return (
    <ScriptActionsProvider value={actions}>
      <UploadsProvider>
        <Frame urlState={urlState} tabs={tabs} tree={tree} onSaveAs={saveAs} />
        <RoutedDialog urlState={urlState} tabs={tabs} tree={tree} unsaved={unsaved} />
        {moving && <PathDialog action="move" items={moving} onClose={() => setMoving(null)} />}
      </UploadsProvider>
      {conflict && (
        <ReplaceQuestion
          {...conflict}
          onReplace={() => actions.unpack(conflict.archive, "replace")}
          onClose={() => setConflict(null)}
        />
      )}
    </ScriptActionsProvider>
  );
}

const maxListed = 5;

/** Asks whether an archive may replace files that exist. */
function ReplaceQuestion(
  { archive, paths, onReplace, onClose }: UnpackConflict & {
    onReplace: () => Promise<void>;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  const more = paths.length - maxListed;
  return (
    <ConfirmDialog
      title={t("files.unpackExisting", { count: paths.length })}
      text={
        <>
          <ul className="font-mono text-sm">
            {paths.slice(0, maxListed).map((path) => <li key={path} className="break-all">{path}</li>)}
            {more > 0 && <li className="font-sans text-faint">{t("task.refusedMore", { count: more })}</li>}
          </ul>
          <p className="mt-2">
            {t("files.unpackExistingHelp", { count: paths.length, name: nameOf(archive) })}
          </p>
        </>
      }
      confirmLabel={t("files.replace")}
      cancelLabel={t("files.unpackKeep")}
      onConfirm={onReplace}
      onClose={onClose}
    />
  );
}

function readPaths(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
}

function keepExpanded(expanded: readonly string[]): void {
  writeSession(expandedName, expanded);
}
