import { Suspense, useCallback, useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { basePath, paths } from "../../../paths.ts";
import { LeaveScope } from "../../../shared/leave/leave_guard.tsx";
import { usePageTitle } from "../../../shared/page/page_title.tsx";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { useTree } from "../../../ui/data/tree/use_tree.ts";
import type { SavedElsewhere } from "../document/file_editor_props.ts";
import { nameOf } from "./file_paths.ts";
import { Frame } from "./frame.tsx";
import { RoutedDialog } from "./dialogs/routed_dialog.tsx";
import { readSession, writeSession } from "./open/session.ts";
import { useOpenTabs } from "./open/use_open_tabs.ts";
import { isScriptsPage, readScriptLocation } from "./script_location.ts";
import { useMakeScriptActions } from "./actions/use_make_script_actions.ts";
import { ScriptActionsProvider } from "./script_actions.tsx";
import type { ScriptItem } from "./script_items.tsx";
import { useRefreshAfterRuns } from "./use_refresh_after_runs.ts";
import { UploadsProvider } from "./upload/use_uploads.tsx";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const MoveDialog = lazyDialog(() => import("./dialogs/move_dialog.tsx"));

const staysAt = (address: string) => isScriptsPage(address, basePath);

/** The scripts: their tree, the open ones, and the dialog over them that the address names. */
export default function ScriptsPage() {
  return (
    <LeaveScope staysAt={staysAt}>
      <UploadsProvider>
        <Scripts />
      </UploadsProvider>
    </LeaveScope>
  );
}

const expandedName = "scripts.expanded";

function Scripts() {
  const [address] = useLocation();
  const scriptLocation = readScriptLocation(address, useSearch());
  const tabs = useOpenTabs(scriptLocation);
  const tree = useTree({ start: readPaths(readSession(expandedName)), onExpanded: keepExpanded });
  const [moving, setMoving] = useState<readonly ScriptItem[] | null>(null);
  const actions = useMakeScriptActions({ tree, tabs, onAskMove: setMoving });
  useRefreshAfterRuns(actions.ways.refresh);
  const [unsaved, setUnsaved] = useState<(SavedElsewhere & { path: string }) | null>(null);
  const [, navigate] = useLocation();
  const { active } = tabs.state;
  const { folder } = tabs;
  const visible = active ?? folder;
  usePageTitle(visible === null ? null : nameOf(visible), { tabOnly: true });
  useEffect(() => {
    if (folder !== null) tree.expand(folder);
    if (visible !== null) tree.reveal(visible);
  }, [visible, folder]);
  useShortcuts({
    n: () => actions.askNew(folder ?? (active === null ? "" : folderOf(active))),
    ...(visible !== null && { f2: () => actions.askRename(visible) }),
  });
  const saveAs = useCallback((path: string, stored: SavedElsewhere) => {
    setUnsaved({ path, ...stored });
    navigate(paths.saveScriptAs(path), { state: { over: true } });
  }, [navigate]);
  return (
    <ScriptActionsProvider value={actions}>
      <Frame {...{ location: scriptLocation, tabs, tree }} onSaveAs={saveAs} />
      <Suspense>
        <RoutedDialog {...{ location: scriptLocation, tabs, tree, unsaved }} />
        {moving && <MoveDialog items={moving} onClose={() => setMoving(null)} />}
      </Suspense>
    </ScriptActionsProvider>
  );
}

function readPaths(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
}

function keepExpanded(expanded: readonly string[]): void {
  writeSession(expandedName, expanded);
}
