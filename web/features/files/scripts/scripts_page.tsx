import { Suspense, useCallback, useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { basePath, paths } from "../../../paths.ts";
import { LeaveScope } from "../../../shell/leave_guard.tsx";
import { usePageTitle } from "../../../shell/page_title.tsx";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { folderOf } from "../../../ui/tree/tree_rows.ts";
import { useTree } from "../../../ui/tree/use_tree.ts";
import type { KeptElsewhere } from "../document/file_editor_props.ts";
import { nameOf } from "./file_paths.ts";
import { Frame } from "./frame.tsx";
import { PlaceDialog } from "./dialogs/place_dialog.tsx";
import { readSession, writeSession } from "./open/session.ts";
import { useOpenTabs } from "./open/use_open_tabs.ts";
import { isScriptsPage, readScriptPlace } from "./place.ts";
import { useMakeScriptActs } from "./acts/use_make_script_acts.ts";
import { ScriptActsProvider } from "./script_acts.tsx";
import type { ScriptItem } from "./script_items.tsx";
import { useRefreshAfterRuns } from "./use_refresh_after_runs.ts";
import { UploadsProvider } from "./upload/use_uploads.tsx";
import { lazyDialog } from "../../../ui/lazy.tsx";

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
  const place = readScriptPlace(address, useSearch());
  const tabs = useOpenTabs(place);
  const tree = useTree({ start: readPaths(readSession(expandedName)), onExpanded: keepExpanded });
  const [moving, setMoving] = useState<readonly ScriptItem[] | null>(null);
  const acts = useMakeScriptActs({ tree, tabs, onAskMove: setMoving });
  useRefreshAfterRuns(acts.ways.refresh);
  const [unsaved, setUnsaved] = useState<(KeptElsewhere & { path: string }) | null>(null);
  const [, navigate] = useLocation();
  const { active } = tabs.state;
  const { folder } = tabs;
  const shown = active ?? folder;
  usePageTitle(shown === null ? null : nameOf(shown), { tabOnly: true });
  useEffect(() => {
    if (folder !== null) tree.expand(folder);
    if (shown !== null) tree.reveal(shown);
  }, [shown, folder]);
  useShortcuts({
    n: () => acts.askNew(folder ?? (active === null ? "" : folderOf(active))),
    ...(shown !== null && { f2: () => acts.askRename(shown) }),
  });
  const saveAs = useCallback((path: string, kept: KeptElsewhere) => {
    setUnsaved({ path, ...kept });
    navigate(paths.saveScriptAs(path), { state: { over: true } });
  }, [navigate]);
  return (
    <ScriptActsProvider value={acts}>
      <Frame {...{ place, tabs, tree }} onSaveAs={saveAs} />
      <Suspense>
        <PlaceDialog {...{ place, tabs, tree, unsaved }} />
        {moving && <MoveDialog items={moving} onClose={() => setMoving(null)} />}
      </Suspense>
    </ScriptActsProvider>
  );
}

function readPaths(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((path) => typeof path === "string") : [];
}

function keepExpanded(expanded: readonly string[]): void {
  writeSession(expandedName, expanded);
}
