import { Download, FileCode2, FilePlus, FolderOpen, PanelLeft, Upload } from "../../ui/icons/icons.ts";
import { Suspense, useEffect, useMemo, useState } from "react";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { SidePanel } from "../../ui/overlays/side_panel.tsx";
import type { TreeHandle } from "../../ui/data/tree/use_tree.ts";
import { useNarrow } from "../../ui/use_narrow.ts";
import { WorkFrame } from "../../ui/data/work_frame.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { FileLoading } from "./editor/file_loading.tsx";
import type { SavedElsewhere } from "./editor/file_editor.tsx";
import { TabStrip } from "./tabs/tab_strip.tsx";
import type { OpenTab, TabsHandle } from "./tabs/open_tabs.ts";
import type { UrlState } from "./url_state.ts";
import { ScriptSide } from "./tree/script_side.tsx";
import { UploadPanel } from "./upload/upload_panel.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { useScriptActions } from "./actions/script_actions.ts";
import { useUploads } from "./upload/use_uploads.tsx";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/use_api.tsx";
import { visibleName } from "../../ui/data/visible_name.ts";
import { scriptLevel } from "./tree/script_items.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

interface FrameProps {
  urlState: UrlState;
  tabs: TabsHandle;
  tree: TreeHandle;
  onSaveAs: (path: string, stored: SavedElsewhere) => void;
}

/** Renders the tree beside the open files; on a narrow screen the tree is a drawer over the file. */
export function Frame({ urlState, tabs, tree, onSaveAs }: FrameProps) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const closing = useCloseTabs(tabs);
  const { active } = tabs.state;
  // Close the drawer so that the opened file is visible.
  useEffect(() => setOpen(false), [active, urlState.dialog, urlState.line]);
  // A closed drawer would hide the uploads and their questions.
  const drawer = narrow && active !== null;
  const side = <ScriptSide tree={tree} current={active} withUploads={!drawer} />;
  return (
    <WorkFrame>
      {narrow && !drawer
        ? (
          <section aria-label={t("files.scriptsTitle")} className="flex min-h-0 w-full flex-col">
            {side}
          </section>
        )
        : (
          <>
            <SidePanel label={t("files.scriptsTitle")} name="scripts" open={open} onOpen={setOpen}>
              {side}
            </SidePanel>
            <div className="flex min-w-0 flex-1 flex-col">
              {active === null &&
                (tabs.folder === null ? <NothingOpen /> : <OpenFolder path={tabs.folder} />)}
              {active !== null && (
                <>
                  <TabStrip
                    tabs={tabs}
                    onClose={closing.close}
                    start={narrow && (
                      <IconButton
                        label={t("files.showTree")}
                        icon={<PanelLeft size={18} />}
                        tooltip={false}
                        className="rounded-none border-e border-line"
                        onClick={() => setOpen(true)}
                      />
                    )}
                  />
                  <OpenFiles
                    tabs={tabs}
                    line={urlState.line}
                    onFolder={(path) => {
                      tree.expand(path);
                      tree.reveal(path);
                      setOpen(true);
                    }}
                    onSaveAs={onSaveAs}
                  />
                </>
              )}
              {drawer && <UploadPanel />}
            </div>
          </>
        )}
      {closing.question}
    </WorkFrame>
  );
}

/** Rendered instead of the editor while no file is open. */
function NothingOpen() {
  const { t } = useMessages();
  const actions = useScriptActions();
  const { pick } = useUploads();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<FileCode2 size={22} />}
        title={t("files.nothingOpen")}
        text={actions.mayWrite && t("files.nothingOpenHelp")}
        action={actions.mayWrite && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<FilePlus />} onClick={() => actions.askNew("")}>
              {t("files.newFile")}
            </Button>
            <Button icon={<Upload />} onClick={() => pick("", "files")}>{t("files.upload")}</Button>
          </div>
        )}
      />
    </div>
  );
}

/** Rendered instead of the editor while the URL names a folder, which is expanded in the tree. */
function OpenFolder({ path }: { path: string }) {
  const { t } = useMessages();
  const api = useApi();
  const actions = useScriptActions();
  const { pick } = useUploads();
  const level = useMemo(() => scriptLevel(api), [api]);
  const { data } = useQuery(level(path));
  return (
    <section aria-label={path} className="flex flex-1 items-center justify-center overflow-auto">
      <EmptyState
        icon={<FolderOpen size={22} />}
        title={visibleName(path)}
        text={data && t("files.folderHolds", { count: data.length })}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {actions.mayWrite && (
              <>
                <Button variant="primary" icon={<FilePlus />} onClick={() => actions.askNew(path)}>
                  {t("files.newHere")}
                </Button>
                <Button icon={<Upload />} onClick={() => pick(path, "files")}>{t("files.uploadHere")}</Button>
              </>
            )}
            <Button icon={<Download />} onClick={() => actions.download(path)}>
              {t("files.downloadFolder")}
            </Button>
          </div>
        }
      />
    </section>
  );
}

// Loaded lazily, so that the tree does not wait for the editor, which is by far the largest part.
const OneFile = lazyPart(() => import("./tabs/tab_content.tsx"));

/** Renders the editors of all visited tabs; only one is visible, the others keep their unsaved text. */
function OpenFiles(
  { tabs, line, onFolder, onSaveAs }: {
    tabs: TabsHandle;
    /** The line to go to in the visible file. */
    line: number | null;
    onFolder: (path: string) => void;
    onSaveAs: (path: string, stored: SavedElsewhere) => void;
  },
) {
  const { state } = tabs;
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const activeTab = state.tabs.find(({ path }) => path === state.active);
  if (activeTab && !seen.has(activeTab.id)) setSeen(new Set([...seen, activeTab.id]));
  return state.tabs.filter(({ id }) => seen.has(id) || id === activeTab?.id).map((tab) => (
    <div key={tab.id} hidden={tab !== activeTab} className="min-h-0 flex-1">
      <Suspense fallback={<FileLoading />}>
        <OneFile
          tab={tab}
          tabs={tabs}
          onFolder={onFolder}
          onSaveAs={onSaveAs}
          active={tab === activeTab}
          line={tab === activeTab ? line : null}
        />
      </Suspense>
    </div>
  ));
}

/** Returns functions that close tabs and ask first when there are unsaved changes. */
function useCloseTabs(tabs: TabsHandle) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const closeAll = (closing: readonly OpenTab[]) => closing.forEach(({ path }) => tabs.close(path));
  const close = (closing: readonly OpenTab[]) => {
    if (!closing.some(({ id }) => tabs.dirty.has(id))) return closeAll(closing);
    ask({
      danger: true,
      title: t("app.leaveTitle"),
      text: t("app.leaveQuestion"),
      confirmLabel: t("app.leave"),
      cancelLabel: t("app.stay"),
      onConfirm: () => closeAll(closing),
    });
  };
  return { close, question };
}
